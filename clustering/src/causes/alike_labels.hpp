// SPDX-License-Identifier: Apache-2.0
// Which values of a choice have something in common that no other has, as their labels tell.
#pragma once

#include <unordered_map>

#include <smallscope/clustering/explanations/attributes.hpp>

#include "causes/labels.hpp"

namespace smallscope::clustering {

/// Not for several threads at once: remembers what labels have in common.
class AlikeLabels {
 public:
  /// The attributes must outlive it.
  explicit AlikeLabels(const Attributes& attributes) : attributes_(attributes) {}

  /// Whether the labels of two values have a piece of text in common that no label outside `known` has; or, where all
  /// labels are numbers, whether every number between them is in `known`. O(sets of labels with a common piece).
  bool are_alike(std::size_t attribute, Value a, Value b, const RowSet& known) const;

 private:
  bool is_between_all(std::size_t attribute, Value a, Value b, const RowSet& known) const;
  const SharedPieces& pieces_of(std::size_t attribute) const;

  const Attributes& attributes_;
  mutable std::unordered_map<std::size_t, SharedPieces> pieces_;
};

}  // namespace smallscope::clustering
