// SPDX-License-Identifier: Apache-2.0
#include "explanations/redundancy.hpp"

#include <algorithm>
#include <functional>

#include "explanations/literals.hpp"

namespace smallscope::clustering {

namespace {

/// The rows of one table beside the literals on its attributes.
class TableRows {
 public:
  TableRows(const Population& population, std::size_t table, const Cube& cube)
      : population_(population), cube_(cube), misses_(population.tables()[table].rows) {}

  std::size_t satisfying(std::size_t attribute) const {
    std::size_t rows = misses_.size();
    for_each_missing(attribute, [&](std::size_t) { --rows; });
    return rows;
  }
  void add(std::size_t attribute) {
    for_each_missing(attribute, [&](std::size_t row) { ++misses_[row]; });
  }
  /// Whether some row satisfies all literals but that on the attribute.
  bool needs(std::size_t attribute) const {
    bool needs = false;
    for_each_missing(attribute, [&](std::size_t row) { needs |= misses_[row] == 1; });
    return needs;
  }
  void remove(std::size_t attribute) {
    for_each_missing(attribute, [&](std::size_t row) { --misses_[row]; });
  }

 private:
  template <class Use>
  void for_each_missing(std::size_t attribute, Use&& use) const {
    population_.column_of(attribute).for_each_with(excluded_by(cube_[attribute]),
                                                   [&](std::size_t row, Value) { use(row); });
  }

  const Population& population_;
  const Cube& cube_;
  std::vector<std::uint32_t> misses_;
};

}  // namespace

void drop_redundant(std::vector<Literal>& literals, Cube& cube, const Population& population) {
  for (std::size_t number = 0; number < population.tables().size(); ++number) {
    std::vector<std::pair<std::size_t, std::size_t>> own;  // rows that satisfy it, and the attribute
    TableRows rows(population, number, cube);
    for (const Literal& literal : literals)
      if (population.table_of(literal.attribute) == number)
        own.emplace_back(rows.satisfying(literal.attribute), literal.attribute);
    if (own.size() < 2) continue;
    for (const auto& [satisfying, attribute] : own) rows.add(attribute);
    std::ranges::stable_sort(own, std::greater{}, [](const auto& each) { return each.first; });
    for (const auto& [satisfying, attribute] : own) {
      if (rows.needs(attribute)) continue;
      rows.remove(attribute);
      std::ranges::fill(cube[attribute], std::uint8_t{1});
      std::erase_if(literals, [&](const Literal& literal) { return literal.attribute == attribute; });
    }
  }
}

std::vector<Literal> conditions_of(const Cube& cube, const CoverRows& rows, const Population& population,
                                   Cube& chosen) {
  std::vector<Literal> literals = literals_of(cube, rows, population.attributes(), chosen);
  drop_redundant(literals, chosen, population);
  return literals;
}

}  // namespace smallscope::clustering
