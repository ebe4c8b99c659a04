// SPDX-License-Identifier: Apache-2.0
#include "explanations/indexed_column.hpp"

#include <algorithm>

namespace smallscope::clustering {

namespace {

/// A list is visited out of order, so it pays only if it is much shorter than the column.
constexpr std::size_t rows_to_a_rare_one = 8;

}  // namespace

IndexedColumn::IndexedColumn(std::span<const Value> values, std::size_t labels) : values_(values) {
  std::vector<std::uint32_t> number(labels);
  for (const Value value : values) ++number[value];
  const auto most = std::ranges::max_element(number);
  if (most == number.end() || (values.size() - *most) * rows_to_a_rare_one > values.size()) return;
  common_ = static_cast<Value>(most - number.begin());
  first_.resize(labels + 1);
  for (std::size_t value = 0; value < labels; ++value)
    first_[value + 1] = first_[value] + (value == common_ ? 0 : number[value]);
  rows_.resize(first_.back());
  std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
  for (std::size_t row = 0; row < values.size(); ++row)
    if (values[row] != common_) rows_[next[values[row]]++] = static_cast<std::uint32_t>(row);
}

std::span<const std::uint32_t> IndexedColumn::rows_with(Value value) const {
  return std::span(rows_).subspan(first_[value], first_[value + 1] - first_[value]);
}

}  // namespace smallscope::clustering
