// SPDX-License-Identifier: Apache-2.0
// A column of values beside the rows of its rare values, where nearly all rows have one and the same: in a tree, most
// choices are absent from most inputs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <smallscope/clustering/explanations/population.hpp>

namespace smallscope::clustering {

/// A view of the values, which must outlive it. Immutable; may be shared by threads.
class IndexedColumn {
 public:
  /// `labels` is the number of different values. O(rows + labels).
  IndexedColumn(std::span<const Value> values, std::size_t labels);

  std::span<const Value> values() const { return values_; }
  /// Whether one value is so frequent that the rows with the other values are listed.
  bool is_sparse() const { return !first_.empty(); }
  /// Of a sparse column: the frequent value.
  Value common() const { return common_; }
  /// Of a sparse column: the rows with a value that is not common, ascending; and those with any of them.
  std::span<const std::uint32_t> rows_with(Value value) const;
  std::span<const std::uint32_t> rare_rows() const { return rows_; }

 private:
  std::span<const Value> values_;
  Value common_ = 0;
  std::vector<std::uint32_t> first_;  ///< by value: where its rows begin; and their end
  std::vector<std::uint32_t> rows_;
};

}  // namespace smallscope::clustering
