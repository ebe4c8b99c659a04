// SPDX-License-Identifier: Apache-2.0
#include "explanations/redundancy.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

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

/// The values of `deciding` in those rows of the table that are marked; none if another row has one of them, which the
/// first rows mostly show.
std::optional<std::vector<std::uint8_t>> only_where(const std::vector<std::uint8_t>& marked, const Column& deciding,
                                                    std::size_t values) {
  std::vector<std::uint8_t> with(values), without(values);
  for (std::size_t row = 0; row < marked.size(); ++row) {
    const Value value = deciding[row];
    (marked[row] ? with : without)[value] = 1;
    if (with[value] && without[value]) return std::nullopt;
  }
  return with;
}

/// The choice that decides whether another one is made, and its values with which it is not; none if none does.
std::optional<std::pair<std::size_t, std::vector<std::uint8_t>>> what_decides(std::size_t made, Value absent,
                                                                              const Cube& cube,
                                                                              const Population& population) {
  constexpr std::size_t most_looked_at = 10'000'000;
  const PopulationTable& table = population.tables()[population.table_of(made)];
  if (table.rows * table.attributes.size() > most_looked_at) return std::nullopt;
  std::vector<std::uint8_t> is_absent(table.rows);
  population.column_of(made).for_each_of(absent, [&](std::size_t row) { is_absent[row] = 1; });
  std::optional<std::pair<std::size_t, std::vector<std::uint8_t>>> best;
  std::size_t fewest = 0;
  for (const std::size_t attribute : table.attributes) {
    const std::size_t values = cube[attribute].size();
    if (attribute == made || !cube.allows_all(attribute) || absent_value(population.attributes()[attribute])) continue;
    auto found = only_where(is_absent, population.column_of(attribute), values);
    if (!found) continue;
    const auto number = static_cast<std::size_t>(std::ranges::count(*found, std::uint8_t{1}));
    if (best && number >= fewest) continue;
    best = {attribute, *std::move(found)};
    fewest = number;
  }
  return best;
}

}  // namespace

void name_what_decides(std::vector<Literal>& literals, Cube& cube, const Population& population) {
  for (Literal& literal : literals) {
    const std::optional<Value> absent = absent_value(population.attributes()[literal.attribute]);
    if (!absent || literal.kind != Literal::Kind::in || literal.values != std::vector{*absent}) continue;
    const auto found = what_decides(literal.attribute, *absent, cube, population);
    if (!found) continue;
    const auto& [attribute, values] = *found;
    std::ranges::fill(cube[literal.attribute], std::uint8_t{1});
    std::ranges::copy(values, cube[attribute].begin());
    literal = shortest(attribute, population.attributes(), values, values);
  }
  std::ranges::stable_sort(literals, {}, &Literal::attribute);
}

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
