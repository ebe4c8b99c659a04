// SPDX-License-Identifier: Apache-2.0
// How many inputs have each value of an attribute.
#pragma once

#include <cstddef>
#include <vector>

#include <smallscope/clustering/explanations/explainer.hpp>

namespace smallscope::clustering {

/// By value of one attribute.
struct ValueCounts {
  std::vector<Ordinal> failing;
  std::vector<Ordinal> judged;  ///< inputs that fail or pass

  /// How many values judged inputs have.
  std::size_t values_judged() const;
};

/// O(rows of the table + failing + unjudged + undecided); of a sparse column, of the rare ones.
ValueCounts count_values(const Explainer& explainer, std::size_t attribute);

/// Calls use(failing), an index of Explainer::failing(), for each failing input with the value, ascending.
template <class Use>
void for_each_failing_with(const Explainer& explainer, std::size_t attribute, Value value, Use&& use) {
  explainer.columns()[attribute].for_each_of(value, [&](std::size_t row) {
    if (row < explainer.failing().size()) use(row);
  });
}

}  // namespace smallscope::clustering
