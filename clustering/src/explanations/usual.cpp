// SPDX-License-Identifier: Apache-2.0
#include "explanations/usual.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

#include "explanations/literals.hpp"

namespace smallscope::clustering {

namespace {

constexpr std::size_t most_literals = 3;

/// Rows, of which some are left.
struct SomeRows {
  std::vector<std::uint8_t> marked;
  std::size_t number = 0;

  explicit SomeRows(std::vector<std::uint8_t> rows) : marked(std::move(rows)) { count(); }
  void count() { number = static_cast<std::size_t>(std::ranges::count(marked, std::uint8_t{1})); }
};

SomeRows rows_with(const CoverRows& rows, std::initializer_list<Role> roles) {
  std::vector<std::uint8_t> marked;
  for (const Role role : rows.roles) marked.push_back(std::ranges::find(roles, role) != roles.end());
  return SomeRows(std::move(marked));
}

/// What a set of values of an attribute tells of the inputs that are left.
struct Told {
  std::size_t attribute = 0;
  std::vector<std::uint8_t> allowed;
  Ordinal members = 0, judged = 0;  ///< that have one of the values
};

class Usual {
 public:
  Usual(const Population& population, const CoverRows& rows, bool most_at_once)
      : population_(population),
        rows_(rows),
        most_at_once_(most_at_once),
        members_(rows_with(rows, {Role::covered})),
        unjudged_(rows_with(rows, {Role::unjudged, Role::undecided})),
        all_(members_.number) {
    for (const PopulationTable& table : population.tables())
      tables_.emplace_back(std::vector<std::uint8_t>(table.rows, 1));
  }

  /// No literals if what they tell is not true of most. `most_at_once` asks that of each literal.
  std::vector<Literal> find() {
    std::vector<Literal> literals;
    Told told;
    while (literals.size() < most_literals) {
      std::optional<Told> best = best_of_all();
      if (!best) break;
      if (!literals.empty() && (2 * wrong_of(*best) > wrong_of(told) ||
                                bits_of_literal(*best) > bits_of_list(wrong_of(told) - wrong_of(*best), population_)))
        break;
      told = *std::move(best);
      literals.push_back(literal_of(told));
      restrict_to(rows_.columns[told.attribute], told.allowed, members_.marked);
      restrict_to(rows_.columns[told.attribute], told.allowed, unjudged_.marked);
      SomeRows& table = tables_[population_.table_of(told.attribute)];
      restrict_to(population_.column_of(told.attribute), told.allowed, table.marked);
      for (SomeRows* some : {&members_, &unjudged_, &table}) some->count();
    }
    return is_of_most(told) ? literals : std::vector<Literal>();
  }

 private:
  /// Members that are left out, and other inputs that are not.
  Ordinal wrong_of(const Told& told) const { return all_ - told.members + told.judged - told.members; }
  bool is_of_most(const Told& told) const { return 2 * told.members > all_ && 2 * told.members > told.judged; }
  /// F1 is twice a / b of these.
  std::pair<Ordinal, Ordinal> parts_of_f1(const Told& told) const { return {told.members, all_ + told.judged}; }
  bool is_better(const Told& one, const Told& other) const {
    const auto [a, b] = parts_of_f1(one);
    const auto [c, d] = parts_of_f1(other);
    return static_cast<double>(a) * static_cast<double>(d) > static_cast<double>(c) * static_cast<double>(b);
  }

  double bits_of_literal(const Told& told) const { return bits_of(literal_of(told), population_.attributes()); }
  Literal literal_of(const Told& told) const {
    return shortest(told.attribute, population_.attributes(), told.allowed, told.allowed);
  }

  /// The best that is shorter than a list of the members, so that no long list of values fits by chance.
  std::optional<Told> best_of_all() const {
    std::optional<Told> best;
    for (std::size_t attribute = 0; attribute < population_.attributes().size(); ++attribute) {
      Told told = best_of(attribute);
      const bool tells = std::ranges::find(told.allowed, std::uint8_t{0}) != told.allowed.end();
      if (!tells || told.members == 0 || (best && !is_better(told, *best))) continue;
      if (bits_of_literal(told) < bits_of_list(told.members, population_)) best = std::move(told);
    }
    return best;
  }

  /// Inputs that are left, by value of the attribute.
  std::vector<Ordinal> judged_by(std::size_t attribute) const {
    const std::size_t own = population_.table_of(attribute), labels = population_.attributes()[attribute].labels.size();
    Ordinal others = 1;
    for (std::size_t table = 0; table < tables_.size(); ++table)
      if (table != own) others *= tables_[table].number;
    std::vector<Ordinal> judged;
    for (const std::size_t rows :
         population_.column_of(attribute).counts_in(tables_[own].marked, tables_[own].number, labels))
      judged.push_back(rows * others);
    const std::vector<std::size_t> unjudged =
        rows_.columns[attribute].counts_in(unjudged_.marked, unjudged_.number, labels);
    for (std::size_t value = 0; value < labels; ++value) judged[value] -= unjudged[value];
    return judged;
  }

  Told best_of(std::size_t attribute) const {
    const std::vector<Ordinal> judged = judged_by(attribute);
    const std::vector<std::size_t> members =
        rows_.columns[attribute].counts_in(members_.marked, members_.number, judged.size());
    std::vector<std::size_t> order;  // of the values that members have
    for (std::size_t value = 0; value < judged.size(); ++value)
      if (members[value] > 0) order.push_back(value);
    std::ranges::stable_sort(order, std::greater{}, [&](std::size_t value) {
      return static_cast<double>(members[value]) / static_cast<double>(judged[value]);
    });
    Told best{attribute, std::vector<std::uint8_t>(judged.size())}, told = best;
    for (const std::size_t value : order) {
      told.allowed[value] = 1;
      told.members += members[value];
      told.judged += judged[value];
      if ((!most_at_once_ || is_of_most(told)) && is_better(told, best)) best = told;
    }
    return best;
  }

  const Population& population_;
  const CoverRows& rows_;
  const bool most_at_once_;
  SomeRows members_, unjudged_;
  std::vector<SomeRows> tables_;
  const Ordinal all_;
};

}  // namespace

Term usual_term(const Population& population, const CoverRows& rows) {
  Term term{Usual(population, rows, false).find(), {}};
  if (term.literals.empty()) term.literals = Usual(population, rows, true).find();
  if (term.literals.empty()) return term;
  Cube cube(offsets_of(population.attributes()), 1);
  for (const Literal& literal : term.literals) {
    const std::vector<std::uint8_t> allowed = allowed_by(literal, population.attributes()[literal.attribute]);
    for (std::size_t value = 0; value < allowed.size(); ++value) cube[literal.attribute][value] &= allowed[value];
  }
  term.matches = matches_of(population, rows, cube, rows_in(rows, cube));
  return term;
}

}  // namespace smallscope::clustering
