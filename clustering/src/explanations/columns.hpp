// SPDX-License-Identifier: Apache-2.0
// A column: the value of one attribute in each row of a table.
#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include <smallscope/clustering/explanations/population.hpp>

namespace smallscope::clustering {

/// Whether all rows have the same value, so that it tells nothing apart.
inline bool is_constant(const std::vector<Value>& column) {
  return std::ranges::adjacent_find(column, std::ranges::not_equal_to()) == column.end();
}

}  // namespace smallscope::clustering
