// SPDX-License-Identifier: Apache-2.0
// What labels of an attribute have in common: the sets of labels that share a piece of text.
#pragma once

#include <vector>

#include <smallscope/clustering/explanations/population.hpp>

#include "causes/row_set.hpp"

namespace smallscope::clustering {

/// A piece is a run of words and other characters, such as "X . f" or ";". Sets of values, as bits.
struct SharedPieces {
  std::size_t number = 0;    ///< of different sets of labels that have some piece
  std::vector<RowSet> sets;  ///< those of several labels, but not of all
};

/// Attributes with more labels than this are not looked into.
inline constexpr std::size_t most_labels_with_pieces = 1000;

SharedPieces shared_pieces(const Attribute& attribute);

}  // namespace smallscope::clustering
