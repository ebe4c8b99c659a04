// SPDX-License-Identifier: Apache-2.0
#include "explanations/necessary.hpp"

#include <algorithm>
#include <utility>

#include "explanations/literals.hpp"

namespace smallscope::clustering {

namespace {

/// A literal beside the values that satisfy it, and those that do not.
struct Candidate {
  Literal literal;
  std::vector<std::uint8_t> allowed, excluded;
};

/// The inputs that match the conditions chosen so far. A condition concerns one table, and tables are independent, so
/// it leaves the same part of the inputs as of the rows of its table.
class Left {
 public:
  explicit Left(const Population& population) : population_(population) {
    for (const PopulationTable& table : population.tables()) {
      is_left_.emplace_back(table.rows, std::uint8_t{1});
      number_.push_back(table.rows);
    }
  }

  /// How many rows of the candidate's table would be left, and how many there are now.
  std::pair<std::size_t, std::size_t> with(const Candidate& candidate) const {
    const std::size_t table = population_.table_of(candidate.literal.attribute);
    const Column& column = population_.column_of(candidate.literal.attribute);
    const bool by_excluded = column.is_sparse() && candidate.allowed[column.common()];
    std::size_t rows = 0;
    column.for_each_with(by_excluded ? candidate.excluded : candidate.allowed,
                         [&](std::size_t row, Value) { rows += is_left_[table][row]; });
    return {by_excluded ? number_[table] - rows : rows, number_[table]};
  }
  void choose(const Candidate& candidate) {
    const std::size_t table = population_.table_of(candidate.literal.attribute);
    number_[table] = with(candidate).first;
    population_.column_of(candidate.literal.attribute).for_each_with(candidate.excluded, [&](std::size_t row, Value) {
      is_left_[table][row] = 0;
    });
  }

 private:
  const Population& population_;
  std::vector<std::vector<std::uint8_t>> is_left_;  ///< by table and row
  std::vector<std::size_t> number_;                 ///< by table
};

std::vector<Candidate> candidates_of(std::vector<Literal> literals, const std::vector<Attribute>& attributes) {
  std::vector<Candidate> candidates;
  for (Literal& literal : literals) {
    std::vector<std::uint8_t> allowed = allowed_by(literal, attributes[literal.attribute]);
    std::vector<std::uint8_t> excluded = excluded_by(allowed);
    candidates.push_back({std::move(literal), std::move(allowed), std::move(excluded)});
  }
  return candidates;
}

std::vector<Literal> most_telling(const Population& population, std::vector<Literal> literals) {
  std::vector<Candidate> candidates = candidates_of(std::move(literals), population.attributes());
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
    chosen.push_back(std::move(candidates[best].literal));
    candidates.erase(candidates.begin() + static_cast<std::ptrdiff_t>(best));
  }
  return chosen;
}

}  // namespace

Term necessary_term(const Population& population, const CoverRows& rows) {
  const std::vector<Attribute>& attributes = population.attributes();
  std::vector<std::uint8_t> covered;
  for (const Role role : rows.roles) covered.push_back(role == Role::covered);
  Cube ignored;
  Term term{most_telling(population, literals_of(hull_of(attributes, rows, covered), rows, attributes, ignored)), {}};
  if (term.literals.empty()) return term;
  Cube cube(offsets_of(attributes), 1);
  for (const Literal& literal : term.literals)
    std::ranges::copy(allowed_by(literal, attributes[literal.attribute]), cube[literal.attribute].begin());
  term.matches = matches_of(population, rows, cube, rows_in(rows, cube));
  return term;
}

}  // namespace smallscope::clustering
