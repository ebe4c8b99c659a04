// SPDX-License-Identifier: Apache-2.0
#include "explanations/necessary.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include "explanations/literals.hpp"

namespace smallscope::clustering {

namespace {

/// The values that covered rows have.
Cube hull_of(const std::vector<Attribute>& attributes, const CoverRows& rows) {
  Cube hull(attributes.size());
  for (std::size_t attribute = 0; attribute < hull.size(); ++attribute) {
    hull[attribute].resize(attributes[attribute].labels.size());
    for (std::size_t row = 0; row < rows.roles.size(); ++row)
      if (rows.roles[row] == Role::covered) hull[attribute][rows.columns[attribute][row]] = 1;
  }
  return hull;
}

/// The inputs that match the conditions chosen so far. A condition concerns one table, and tables are independent, so
/// it leaves the same part of the inputs as of the rows of its table.
class Left {
 public:
  explicit Left(const Population& population) : population_(population), rows_(population.tables().size()) {
    for (std::size_t table = 0; table < rows_.size(); ++table) {
      rows_[table].resize(population.tables()[table].rows);
      std::iota(rows_[table].begin(), rows_[table].end(), std::size_t{0});
    }
  }

  /// How many rows of the literal's table would be left, and how many there are now.
  std::pair<std::size_t, std::size_t> with(const Literal& literal) const {
    const std::vector<std::size_t>& rows = rows_[population_.table_of(literal.attribute)];
    return {static_cast<std::size_t>(std::ranges::count_if(rows, holds(literal))), rows.size()};
  }
  void choose(const Literal& literal) {
    std::erase_if(rows_[population_.table_of(literal.attribute)], std::not_fn(holds(literal)));
  }

 private:
  /// Of a row of its table.
  std::function<bool(std::size_t)> holds(const Literal& literal) const {
    const PopulationTable& table = population_.tables()[population_.table_of(literal.attribute)];
    const auto place =
        static_cast<std::size_t>(std::ranges::find(table.attributes, literal.attribute) - table.attributes.begin());
    return [&column = table.columns[place], allowed = allowed_by(literal, population_.attributes()[literal.attribute])](
               std::size_t row) { return allowed[column[row]] != 0; };
  }

  const Population& population_;
  std::vector<std::vector<std::size_t>> rows_;  ///< by table
};

std::vector<Literal> most_telling(const Population& population, std::vector<Literal> candidates) {
  std::vector<Literal> chosen;
  Left left(population);
  while (!candidates.empty()) {
    std::pair<std::size_t, std::size_t> least{1, 1};
    std::size_t best = 0;
    for (std::size_t i = 0; i < candidates.size(); ++i)
      if (const auto part = left.with(candidates[i]); part.first * least.second < least.first * part.second)
        least = part, best = i;
    if (2 * least.first > least.second) break;
    left.choose(candidates[best]);
    chosen.push_back(std::move(candidates[best]));
    candidates.erase(candidates.begin() + static_cast<std::ptrdiff_t>(best));
  }
  return chosen;
}

}  // namespace

Term necessary_term(const Population& population, const CoverRows& rows) {
  const std::vector<Attribute>& attributes = population.attributes();
  Cube ignored;
  Term term{most_telling(population, literals_of(hull_of(attributes, rows), rows, attributes, ignored)), {}};
  if (term.literals.empty()) return term;
  Cube cube(attributes.size());
  for (std::size_t attribute = 0; attribute < cube.size(); ++attribute)
    cube[attribute].resize(attributes[attribute].labels.size(), 1);
  for (const Literal& literal : term.literals)
    cube[literal.attribute] = allowed_by(literal, attributes[literal.attribute]);
  term.matches = matches_of(population, rows, cube, rows_in(rows, cube));
  return term;
}

}  // namespace smallscope::clustering
