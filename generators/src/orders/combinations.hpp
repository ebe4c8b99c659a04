// SPDX-License-Identifier: Apache-2.0
// Numbers for the combinations of levels of any t factors, so that sets of them are arrays.
#pragma once

#include <smallscope/generators/mixed_radix.hpp>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace smallscope::generators {

/// Factors are called columns here, because rows are being built. Sets of columns are numbered colexicographically.
/// Within a set the levels are a mixed-radix number, the first column most significant. Immutable, may be shared by
/// threads.
class CombinationIndex {
 public:
  /// Throws the GeneratorErrors that covering_rows() documents; their messages begin with `what`.
  CombinationIndex(std::vector<Ordinal> levels, std::size_t strength, std::string_view what);

  const std::vector<Ordinal>& levels() const { return levels_; }
  std::size_t columns() const { return levels_.size(); }
  std::size_t strength() const { return strength_; }
  /// How many combinations there are; their numbers are below this.
  std::size_t size() const { return offsets_.back(); }
  /// How many sets of columns there are.
  std::size_t sets() const { return offsets_.size() - 1; }

  /// Calls visit(number, columns) for every combination that the row holds.
  template <class Visit>
  void for_each(std::span<const Ordinal> row, Visit&& visit) const {
    std::vector<std::size_t> columns(strength_);
    visit_row(row, {}, 0, columns, visit);
  }
  /// Calls visit(first, stride) for every combination of `column` with strength - 1 of the columns `chosen` (ascending,
  /// without `column`) at their levels in the row. With level l of `column` the number of the combination is first + l
  /// * stride.
  template <class Visit>
  void for_each_with(std::span<const std::size_t> chosen, std::span<const Ordinal> row, std::size_t column,
                     Visit&& visit) const {
    visit_with(chosen, row, column, {}, visit);
  }
  /// The columns and their levels of a combination.
  void decode(std::size_t number, std::vector<std::size_t>& columns, LevelRow& levels) const;

 private:
  /// A part of a set, with its levels so far. The stride is that of the open column, and 0 before it is placed.
  struct Part {
    std::size_t placed = 0;
    std::size_t rank = 0;
    std::size_t number = 0;
    std::size_t stride = 0;
  };
  std::size_t binomial(std::size_t n, std::size_t k) const { return binomials_[n * (strength_ + 1) + k]; }
  Part place(const Part& part, std::size_t column, Ordinal level) const {
    return {part.placed + 1, part.rank + binomial(column, part.placed + 1), part.number * levels_[column] + level,
            part.stride * levels_[column]};
  }
  Part place_open(const Part& part, std::size_t column) const {
    return {part.placed + 1, part.rank + binomial(column, part.placed + 1), part.number * levels_[column], 1};
  }
  template <class Visit>
  void visit_row(std::span<const Ordinal> row, const Part& part, std::size_t from, std::vector<std::size_t>& columns,
                 Visit& visit) const {
    if (part.placed == strength_) {
      visit(offsets_[part.rank] + part.number, std::as_const(columns));
      return;
    }
    for (std::size_t column = from; column + strength_ - part.placed <= row.size(); ++column) {
      columns[part.placed] = column;
      visit_row(row, place(part, column, row[column]), column + 1, columns, visit);
    }
  }
  template <class Visit>
  void visit_with(std::span<const std::size_t> chosen, std::span<const Ordinal> row, std::size_t column,
                  const Part& part, Visit& visit) const {
    const std::size_t missing = strength_ - part.placed - (part.stride == 0 ? 1 : 0);
    if (missing == 0) {
      const Part whole = part.stride == 0 ? place_open(part, column) : part;
      visit(offsets_[whole.rank] + whole.number, whole.stride);
      return;
    }
    for (std::size_t i = 0; i + missing <= chosen.size(); ++i) {
      const bool passes_column = part.stride == 0 && chosen[i] > column;
      const Part before = passes_column ? place_open(part, column) : part;
      visit_with(chosen.subspan(i + 1), row, column, place(before, chosen[i], row[chosen[i]]), visit);
    }
  }

  std::vector<Ordinal> levels_;
  std::size_t strength_;
  std::vector<std::size_t> binomials_;  // n choose k, modulo 2^64: ranks are sums of those that fit
  std::vector<std::size_t> offsets_;    // offsets_[rank]: the first combination of that set
};

}  // namespace smallscope::generators
