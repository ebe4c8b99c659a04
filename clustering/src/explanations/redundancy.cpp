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
  TableRows(const PopulationTable& table, const Cube& cube) : table_(table), cube_(cube), misses_(table.rows) {}

  std::size_t satisfying(std::size_t attribute) const {
    const std::vector<Value>& column = column_of(attribute);
    return static_cast<std::size_t>(
        std::ranges::count_if(column, [&](Value value) { return cube_[attribute][value] != 0; }));
  }
  void add(std::size_t attribute) {
    const std::vector<Value>& column = column_of(attribute);
    for (std::size_t row = 0; row < column.size(); ++row) misses_[row] += !cube_[attribute][column[row]];
  }
  /// Whether some row satisfies all literals but that on the attribute.
  bool needs(std::size_t attribute) const {
    const std::vector<Value>& column = column_of(attribute);
    for (std::size_t row = 0; row < column.size(); ++row)
      if (misses_[row] == 1 && !cube_[attribute][column[row]]) return true;
    return false;
  }
  void remove(std::size_t attribute) {
    const std::vector<Value>& column = column_of(attribute);
    for (std::size_t row = 0; row < column.size(); ++row) misses_[row] -= !cube_[attribute][column[row]];
  }

 private:
  const std::vector<Value>& column_of(std::size_t attribute) const {
    const auto place = std::ranges::find(table_.attributes, attribute) - table_.attributes.begin();
    return table_.columns[static_cast<std::size_t>(place)];
  }

  const PopulationTable& table_;
  const Cube& cube_;
  std::vector<std::uint32_t> misses_;
};

}  // namespace

void drop_redundant(std::vector<Literal>& literals, Cube& cube, const Population& population) {
  for (std::size_t number = 0; number < population.tables().size(); ++number) {
    std::vector<std::pair<std::size_t, std::size_t>> own;  // rows that satisfy it, and the attribute
    TableRows rows(population.tables()[number], cube);
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
