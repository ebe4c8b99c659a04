// SPDX-License-Identifier: Apache-2.0
// The value of one attribute in each row of a table.
//
// In a tree, most choices are absent from most inputs. So a column in which nearly all rows have one value, the common
// one, is *sparse*: it holds the other rows alone, the rare ones. Immutable, and shared by its copies; may be shared by
// threads. Example: Column({3, 0, 2})[2] == 2.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace smallscope::clustering {

/// The number of a label within its attribute.
using Value = std::uint32_t;

/// Some rows of a table, in any order, each any number of times.
class Selection {
 public:
  /// Of a table with `size` rows. O(rows + size).
  Selection(std::vector<std::size_t> rows, std::size_t size);
  std::span<const std::size_t> rows() const { return rows_; }
  /// Where the row of the table is among the selected ones, ascending.
  std::span<const std::uint32_t> places_of(std::size_t row) const {
    return std::span(places_).subspan(first_[row], first_[row + 1] - first_[row]);
  }

 private:
  std::vector<std::size_t> rows_;
  std::vector<std::uint32_t> first_;  ///< by row of the table: where its places begin; and their end
  std::vector<std::uint32_t> places_;
};

class Column {
 public:
  Column() : Column(std::vector<Value>()) {}
  /// By row. O(rows + greatest value).
  explicit Column(std::vector<Value> values);
  /// Every row has the value `common`, except those in `rare_rows`, ascending, which have `rare_values`. O(rare rows),
  /// or O(rows) where these are many.
  Column(std::size_t rows, Value common, std::vector<std::uint32_t> rare_rows, std::vector<Value> rare_values);

  std::size_t size() const { return held_->rows; }
  /// O(1); of a sparse column, O(log rare rows).
  Value operator[](std::size_t row) const { return is_sparse() ? of_sparse(row) : held_->values[row]; }

  bool is_sparse() const { return held_->is_sparse; }
  /// Of a column that is not sparse: by row.
  std::span<const Value> values() const { return held_->values; }
  /// Of a sparse column.
  Value common() const { return held_->common; }
  std::span<const std::uint32_t> rare_rows() const { return held_->rare_rows; }
  std::span<const Value> rare_values() const { return held_->values; }

  /// How many rows it holds, which is what visiting it costs.
  std::size_t held() const { return held_->values.size(); }
  /// Whether all rows have the same value, so that it tells nothing apart.
  bool is_constant() const;
  /// How many rows have each of the values below `labels`; no row has another.
  std::vector<std::size_t> counts(std::size_t labels) const;
  /// How many of the marked rows, of which there are `number`, have each of the values below `labels`.
  std::vector<std::size_t> counts_in(std::span<const std::uint8_t> marked, std::size_t number,
                                     std::size_t labels) const;
  /// Which of the values they have.
  std::vector<std::uint8_t> values_in(std::span<const std::uint8_t> marked, std::size_t number,
                                      std::size_t labels) const;
  /// The same rows with `number[value]` instead of each value: different numbers.
  Column renumbered(std::span<const Value> number) const;
  /// The values of these rows. O(rows selected); of a sparse column, O(n log n) for n rare ones.
  Column of(const Selection& selection) const;
  /// Each row `inner` times in a row, and all of it `outer` times.
  Column repeated(std::size_t inner, std::size_t outer) const;

  /// Calls use(row, value) for each row, ascending.
  template <class Use>
  void for_each(Use&& use) const {
    if (!is_sparse()) {
      for (std::size_t row = 0; row < size(); ++row) use(row, held_->values[row]);
      return;
    }
    std::size_t row = 0;
    for (std::size_t i = 0; i < rare_rows().size(); ++i) {
      for (; row < rare_rows()[i]; ++row) use(row, common());
      use(row++, rare_values()[i]);
    }
    for (; row < size(); ++row) use(row, common());
  }
  /// Calls use(row, value) for each row, ascending; of a sparse column, for each rare one.
  template <class Use>
  void for_each_held(Use&& use) const {
    const std::span<const Value> values = held_->values;
    const std::span<const std::uint32_t> rows = held_->rare_rows;
    if (is_sparse())
      for (std::size_t i = 0; i < values.size(); ++i) use(std::size_t{rows[i]}, values[i]);
    else
      for (std::size_t row = 0; row < values.size(); ++row) use(row, values[row]);
  }
  /// Calls use(row, value) for each row, ascending, of which `wanted[value]` is true. O(rare rows) where the common
  /// value of a sparse column is not wanted.
  template <class Wanted, class Use>
  void for_each_with(const Wanted& wanted, Use&& use) const {
    if (!is_sparse() || wanted[common()]) {
      for_each([&](std::size_t row, Value value) {
        if (wanted[value]) use(row, value);
      });
      return;
    }
    for (std::size_t i = 0; i < rare_rows().size(); ++i)
      if (wanted[rare_values()[i]]) use(std::size_t{rare_rows()[i]}, rare_values()[i]);
  }
  /// Calls use(row) for each row with the value, ascending.
  template <class Use>
  void for_each_of(Value value, Use&& use) const {
    struct Is {
      Value value;
      bool operator[](Value other) const { return other == value; }
    };
    for_each_with(Is{value}, [&](std::size_t row, Value) { use(row); });
  }

  /// Whether all rows have equal values. O(rows).
  friend bool operator==(const Column& one, const Column& other);

 private:
  struct Held {
    std::size_t rows = 0;
    bool is_sparse = false;
    Value common = 0;
    std::vector<std::uint32_t> rare_rows;
    std::vector<Value> values;  ///< by row; of a sparse column, by place in `rare_rows`
  };
  Value of_sparse(std::size_t row) const;

  std::shared_ptr<const Held> held_;
};

}  // namespace smallscope::clustering
