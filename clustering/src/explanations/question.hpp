// SPDX-License-Identifier: Apache-2.0
// What an explanation answers: which inputs are to be told from which.
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

#include "explanations/cover.hpp"

namespace smallscope::clustering {

struct Question {
  std::shared_ptr<const Population> population;
  std::vector<DerivedAttribute> derived;  ///< the last attributes of the population
  CoverRows rows;
};

/// Whether it is one of them, which are ascending. O(log n).
inline bool contains(std::span<const Ordinal> ordinals, Ordinal ordinal) {
  return std::ranges::binary_search(ordinals, ordinal);
}
/// The attributes of the inputs. O(inputs x attributes), where of a sparse column only the rare rows count.
std::vector<Column> columns_of(const Population& population, std::span<const Ordinal> ordinals);
/// The values of the attribute in the question's rows. As derived_column().
Column column_of(const Question& question, const DerivedAttribute& derived);
/// The same question, in which the attribute can be used. As Population::with().
Question with(const Question& question, const DerivedAttribute& derived);

}  // namespace smallscope::clustering
