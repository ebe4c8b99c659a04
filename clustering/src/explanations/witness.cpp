// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>

#include <smallscope/clustering/explanations/explainer.hpp>

#include "explanations/expansion.hpp"
#include "explanations/neighbours.hpp"
#include "explanations/question.hpp"

namespace smallscope::clustering {

namespace {

constexpr std::size_t most_members = 16;
constexpr std::size_t most_neighbours = 1'000'000;
/// Of all members, not only the first: so many, in a table with so many rows.
constexpr std::size_t most_changed = 10'000;
constexpr std::size_t most_rows = 200'000;

/// What the two inputs of a witness are.
struct Sought {
  const Explanation& explanation;
  const Term& term;
  const Literal& literal;
  const Population& population;
  bool is_exception;

  /// Whether a search can begin with the member. `alone`: of an exception, it lacks nothing but the literal.
  bool is_failing(Ordinal member, bool alone) const {
    if (!is_exception) return matches(explanation, term, population, member);
    return !holds(explanation, literal, population, member) &&
           (!alone || std::ranges::all_of(term.literals, [&](const Literal& other) {
             return other == literal || holds(explanation, other, population, member);
           }));
  }
  bool is_without(Ordinal other) const {
    if (!is_exception) return !holds(explanation, literal, population, other);
    return matches(explanation, explanation.scope, population, other) && matches(explanation, term, population, other);
  }
};

}  // namespace

std::optional<Witness> Explainer::witness(const Explanation& explanation, const Term& term, const Literal& literal,
                                          std::span<const Ordinal> members) const {
  if (members.empty()) return std::nullopt;
  // A member matches the scope and no exception.
  const bool is_exception = explanation.exceptions && !matches(explanation, term, *population_, members.front());
  const Sought sought{explanation, term, literal, *population_, is_exception};
  // A relation has no table of its own here: its witness differs in what it compares.
  const Attributes& known = population_->attributes();
  std::optional<Witness> best;
  const auto is_better_than_best = [&](std::size_t differing, bool passes) {
    return !best || std::pair(differing, !passes) < std::pair(best->differing.size(), !best->passes);
  };
  std::size_t neighbours = 0;
  std::vector<std::size_t> rows;
  const auto look_around = [&](Ordinal member) {
    population_->rows(member, rows);
    for (std::size_t table = 0; table < population_->tables().size(); ++table) {
      const PopulationTable& of = population_->tables()[table];
      if (literal.attribute < known.size() && population_->table_of(literal.attribute) != table) continue;
      const std::size_t own = rows[table];
      std::vector<std::size_t> choices;
      for (const std::size_t attribute : of.attributes)
        if (!is_computed(known[attribute])) choices.push_back(attribute);
      // How many choices each row makes otherwise.
      Outside other_choices(std::make_shared<ModalRows>(
          of.rows, choices, [&](std::size_t each) -> const Column& { return population_->column_of(each); }));
      other_choices.start([&](std::size_t each) { return population_->column_of(each)[own]; });
      for (std::size_t row = 0; row < of.rows; ++row, ++neighbours) {
        const std::size_t differing = other_choices[row].attributes;
        if (differing == 0 || !is_better_than_best(differing, true)) continue;
        rows[table] = row;
        const Ordinal other = population_->ordinal(rows);
        const bool passes = !contains(failing_, other);
        if (contains(unjudged_, other) || contains(undecided_, other) || contains(members, other) ||
            !is_better_than_best(differing, passes) || !sought.is_without(other))
          continue;
        best = Witness{member, other, is_exception, passes, {}};
        for (const std::size_t choice : choices)
          if (population_->column_of(choice)[row] != population_->column_of(choice)[own])
            best->differing.push_back(choice);
      }
      rows[table] = own;
    }
  };
  std::size_t looked_at = 0;
  for (const bool alone : {true, false}) {
    if (looked_at > 0) break;
    for (const Ordinal member : members) {
      if (!sought.is_failing(member, alone)) continue;
      if (++looked_at > most_members || neighbours > most_neighbours || !is_better_than_best(1, true)) break;
      look_around(member);
    }
  }
  // Of all members, some may have a neighbour that differs in this choice alone.
  if (literal.attribute >= known.size() || is_computed(known[literal.attribute]) || !is_better_than_best(1, true) ||
      population_->tables()[population_->table_of(literal.attribute)].rows > most_rows)
    return best;
  Neighbours(*population_, members.first(std::min(members.size(), most_changed)))
      .for_each(literal.attribute, [&](Ordinal member, Ordinal other) {
        const bool passes = !contains(failing_, other);
        if (is_better_than_best(1, passes) && !contains(unjudged_, other) && !contains(undecided_, other) &&
            !contains(members, other) && sought.is_failing(member, false) && sought.is_without(other))
          best = Witness{member, other, is_exception, passes, {literal.attribute}};
        return is_better_than_best(1, true);
      });
  return best;
}

}  // namespace smallscope::clustering
