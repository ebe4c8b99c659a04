// SPDX-License-Identifier: Apache-2.0
#include "explanations/answer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <optional>
#include <set>
#include <tuple>

#include "explanations/literals.hpp"
#include "explanations/redundancy.hpp"
#include "explanations/relations.hpp"

namespace smallscope::clustering {

double bits_of_others(const Matches& matches) {
  if (matches.others == 0) return 0;
  return static_cast<double>(matches.others) * std::log2(static_cast<double>(matches.members + matches.others));
}

bool is_better(const Explanation& a, const Explanation& b) {
  return std::tuple(a.unexplained, a.bits) < std::tuple(b.unexplained, b.bits);
}

namespace {

/// The terms that cover the question's rows.
Explanation answer(const Question& question, bool others_are_free, const ExplainOptions& options) {
  Explanation explanation{.attributes = question.population->attributes(), .derived = question.derived};
  const CoverRows& rows = question.rows;
  std::vector<std::uint8_t> matched(rows.roles.size());
  for (const Cube& cube : cover(*question.population, rows, others_are_free, options)) {
    Cube chosen;
    Term term{conditions_of(cube, rows, *question.population, chosen), {}};
    name_what_decides(term.literals, chosen, *question.population);
    const std::vector<std::uint8_t> in = rows_in(rows, chosen);
    term.matches = matches_of(*question.population, rows, chosen, in);
    for (std::size_t row = 0; row < in.size(); ++row) matched[row] |= in[row];
    explanation.bits += bits_of(term, explanation.attributes);
    explanation.terms.push_back(std::move(term));
  }
  std::ranges::stable_sort(explanation.terms, std::greater{}, [](const Term& term) { return term.matches.members; });
  for (std::size_t row = 0; row < matched.size(); ++row) {
    if (matched[row])
      count(explanation.matches, rows.roles[row]);
    else
      explanation.unexplained += rows.roles[row] == Role::covered;
  }
  Matches& all = explanation.matches;
  all.inputs = all.members + all.others + all.unjudged + all.undecided;
  explanation.bits += bits_of_others(all);
  return explanation;
}

/// The shorter of two: other failures may match, or must not.
Explanation shorter_answer(const Question& question, const ExplainOptions& options) {
  if (std::ranges::find(question.rows.roles, Role::other) == question.rows.roles.end())
    return answer(question, false, options);
  Explanation loose = answer(question, true, options);
  if (loose.terms.size() == 1 && loose.matches.others == 0) return loose;
  // What cannot be said with others cannot be said without them.
  if (loose.unexplained > 0) return loose;
  // More terms than this would be longer.
  ExplainOptions bounded = options;
  bounded.most_terms =
      std::min(options.most_terms, static_cast<std::size_t>(loose.bits / fewest_bits(loose.attributes)) + 1);
  Explanation strict = answer(question, false, bounded);
  return is_better(strict, loose) ? strict : loose;
}

using Marks = std::vector<std::uint8_t>;  // by row

Marks covered_rows(const CoverRows& rows) {
  Marks covered(rows.roles.size());
  for (std::size_t row = 0; row < covered.size(); ++row) covered[row] = rows.roles[row] == Role::covered;
  return covered;
}

/// The rows to be covered that the largest term does not match.
Marks rest_of(const Question& question, const Explanation& explanation) {
  const Marks matched = rows_with(question.rows, explanation.terms.front().literals, explanation.attributes);
  Marks rest = covered_rows(question.rows);
  for (std::size_t row = 0; row < rest.size(); ++row) rest[row] &= matched[row] ^ 1;
  return rest;
}

/// How many rows have each value of the attribute. Two choices of different tables are independent, so their
/// rows need no joined table.
std::vector<double> rows_by_value(const Population& population, const DerivedAttribute& derived) {
  const auto counts_of = [&](std::size_t attribute) {
    return population.column_of(attribute).counts(population.attributes()[attribute].labels.size());
  };
  std::vector<double> rows(derived.labels.size());
  if (derived.from.size() != 2 || population.table_of(derived.from[0]) == population.table_of(derived.from[1])) {
    std::ranges::copy(population.column(derived).counts(rows.size()), rows.begin());
    return rows;
  }
  const std::vector<std::size_t> first = counts_of(derived.from[0]), second = counts_of(derived.from[1]);
  for (Value a = 0; a < first.size(); ++a)
    for (Value b = 0; b < second.size(); ++b)
      rows[derived.value(std::array{a, b})] += static_cast<double>(first[a]) * static_cast<double>(second[b]);
  return rows;
}

/// The part of the population that has each value of the attribute.
std::vector<double> shares_of(const Population& population, const DerivedAttribute& derived) {
  std::vector<double> shares = rows_by_value(population, derived);
  const double all = std::accumulate(shares.begin(), shares.end(), 0.0);
  for (double& share : shares) share /= all;
  return shares;
}

/// By how many bits the marked rows have a value of the column oftener than is expected.
double surprise(const Column& column, const Marks& marked, const std::vector<double>& expected) {
  const auto members = static_cast<std::size_t>(std::ranges::count(marked, std::uint8_t{1}));
  const std::vector<std::size_t> counts = column.counts_in(marked, members, expected.size());
  double most = 0;
  for (std::size_t value = 0; value < counts.size(); ++value) {
    const auto found = static_cast<double>(counts[value]);
    if (found > 0) most = std::max(most, found * std::log2(found / static_cast<double>(members) / expected[value]));
  }
  return most;
}

/// The relations that surprise most: in all rows to be covered, and in those that the largest term leaves, which may
/// have another reason.
std::vector<DerivedAttribute> promising_relations(const Question& question, const Explanation& best,
                                                  const ExplainOptions& options) {
  struct Candidate {
    Relation relation;
    std::array<double, 2> bits;
    bool chosen = false;
  };
  const std::array<Marks, 2> marks{covered_rows(question.rows), rest_of(question, best)};
  std::vector<Candidate> candidates;
  const Attributes& known = question.population->attributes();
  std::set<std::string_view> names;
  for (const Attribute& attribute : known) names.insert(attribute.name);
  const PossibleRelations relations(*question.population);
  for (const Relation& relation : relations.all()) {
    if (options.stop.stop_requested()) break;
    const DerivedAttribute derived = relations.derived(relation);
    if (names.contains(derived.name) || question.population->rows_with(derived) > most_rows_of_a_relation) continue;
    const Column column = column_of(question, derived);
    const std::vector<double> expected = shares_of(*question.population, derived);
    const std::array bits{surprise(column, marks[0], expected), surprise(column, marks[1], expected)};
    if (std::max(bits[0], bits[1]) > 0) candidates.push_back({relation, bits});
  }
  std::vector<DerivedAttribute> promising;
  for (std::size_t i = 0; i < marks.size(); ++i) {
    std::ranges::stable_sort(candidates, std::greater{}, [&](const Candidate& candidate) { return candidate.bits[i]; });
    for (std::size_t place = 0; place < std::min(candidates.size(), options.relations); ++place) {
      Candidate& candidate = candidates[place];
      if (candidate.chosen || candidate.bits[i] <= 0) continue;
      candidate.chosen = true;
      promising.push_back(relations.derived(candidate.relation));
    }
  }
  return promising;
}

constexpr std::size_t terms_that_need_no_relation = 2;

/// The first terms of an answer. They are quick, and a relation that does not make them better is not tried further.
Explanation first_terms(const Question& question, ExplainOptions options) {
  options.most_terms = std::min(options.most_terms, terms_that_need_no_relation);
  return answer(question, true, options);
}

}  // namespace

Explanation answer_with_relations(Question question, const ExplainOptions& options) {
  Explanation best = shorter_answer(question, options);
  bool shorter = question.rows.roles.size() <= options.most_inputs_for_relations;
  while (shorter && best.terms.size() > terms_that_need_no_relation) {
    shorter = false;
    std::optional<Question> chosen;
    const Explanation first = first_terms(question, options);
    for (const DerivedAttribute& relation : promising_relations(question, best, options)) {
      Question more = with(question, relation);
      if (!is_better(first_terms(more, options), first)) continue;
      Explanation found = shorter_answer(more, options);
      if (options.stop.stop_requested()) return best;
      if (!is_better(found, best)) continue;
      best = std::move(found);
      chosen = std::move(more);
      shorter = true;
    }
    if (chosen) question = *std::move(chosen);
  }
  return best;
}

}  // namespace smallscope::clustering
