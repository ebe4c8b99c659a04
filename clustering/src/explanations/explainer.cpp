// SPDX-License-Identifier: Apache-2.0
#include <smallscope/clustering/explanations/explainer.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "explanations/cover.hpp"
#include "explanations/literals.hpp"
#include "explanations/relations.hpp"

namespace smallscope::clustering {

namespace {

/// A question for a cover: which inputs are to be told from which.
struct Question {
  Population population;
  std::vector<DerivedAttribute> derived;
  std::vector<Ordinal> ordinals;  ///< of the rows
  CoverRows rows;
};

/// Fills the columns with the attributes of the inputs.
void read_columns(Question& question) {
  const Population& population = question.population;
  question.rows.columns.assign(population.attributes().size(), {});
  for (auto& column : question.rows.columns) column.reserve(question.ordinals.size());
  std::vector<Value> values;
  for (const Ordinal ordinal : question.ordinals) {
    population.values(ordinal, values);
    for (std::size_t attribute = 0; attribute < values.size(); ++attribute)
      question.rows.columns[attribute].push_back(values[attribute]);
  }
}

Question with(const Question& question, const DerivedAttribute& derived) {
  Question more{question.population.with(derived), question.derived, question.ordinals, question.rows};
  more.derived.push_back(derived);
  auto& column = more.rows.columns.emplace_back(question.ordinals.size());
  std::vector<Value> values(derived.from.size());
  for (std::size_t row = 0; row < column.size(); ++row) {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = question.rows.columns[derived.from[i]][row];
    column[row] = derived.value(values);
  }
  return more;
}

void count(Matches& matches, Role role) {
  ++(role == Role::covered ? matches.members : role == Role::other ? matches.others : matches.unjudged);
}

/// log2 of the number of ways to choose which `part` of `all` inputs are meant.
double bits_of_choice(Ordinal all, Ordinal part) {
  const auto n = static_cast<double>(all), k = static_cast<double>(part);
  return (std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1)) / std::log(2.0);
}

/// The terms that cover the question's rows.
Explanation answer(const Question& question, bool others_are_free, const ExplainOptions& options) {
  Explanation explanation{.attributes = question.population.attributes(), .derived = question.derived};
  const CoverRows& rows = question.rows;
  std::vector<std::uint8_t> matched(rows.roles.size());
  for (const Cube& cube : cover(question.population, rows, others_are_free, options)) {
    Cube chosen;
    Term term{literals_of(cube, rows, explanation.attributes, chosen), {}};
    const std::vector<std::uint8_t> in = rows_in(rows, chosen);
    for (std::size_t row = 0; row < in.size(); ++row) {
      if (in[row]) count(term.matches, rows.roles[row]);
      matched[row] |= in[row];
    }
    term.matches.inputs = inputs_in(question.population, chosen);
    term.matches.passing = term.matches.inputs - term.matches.members - term.matches.others - term.matches.unjudged;
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
  all.inputs = all.members + all.others + all.unjudged;
  explanation.bits += bits_of_choice(all.members + all.others, all.others);
  return explanation;
}

bool is_better(const Explanation& a, const Explanation& b) {
  return std::tuple(a.unexplained, a.bits) < std::tuple(b.unexplained, b.bits);
}

/// The shorter of two: other failures must not match, or may.
Explanation shorter_answer(const Question& question, const ExplainOptions& options) {
  Explanation strict = answer(question, false, options);
  if (std::ranges::find(question.rows.roles, Role::other) == question.rows.roles.end()) return strict;
  Explanation loose = answer(question, true, options);
  return is_better(loose, strict) ? loose : strict;
}

/// By how many bits the rows to be covered have a value of the attribute oftener than the population has.
double surprise(const Question& question, const DerivedAttribute& derived) {
  const Question more = with(question, derived);
  const PopulationTable& table = more.population.tables().back();
  std::vector<double> expected(derived.labels.size()), found(derived.labels.size());
  for (const Value value : table.columns.back()) expected[value] += 1.0 / static_cast<double>(table.rows);
  double members = 0;
  for (std::size_t row = 0; row < more.rows.roles.size(); ++row) {
    if (more.rows.roles[row] != Role::covered) continue;
    ++found[more.rows.columns.back()[row]];
    ++members;
  }
  double most = 0;
  for (std::size_t value = 0; value < found.size(); ++value)
    if (found[value] > 0) most = std::max(most, found[value] * std::log2(found[value] / members / expected[value]));
  return most;
}

constexpr Ordinal most_rows_of_a_relation = Ordinal{1} << 20;
constexpr std::size_t terms_that_need_no_relation = 2;

/// Explains with one more relation, and again, as long as that makes it shorter.
Explanation answer_with_relations(Question question, const ExplainOptions& options) {
  Explanation best = shorter_answer(question, options);
  bool shorter = true;
  while (shorter && best.terms.size() > terms_that_need_no_relation) {
    shorter = false;
    std::vector<std::pair<double, DerivedAttribute>> candidates;
    for (DerivedAttribute& relation : relations_of(question.population.attributes())) {
      const auto& known = question.population.attributes();
      const bool is_known = std::ranges::find(known, relation.name, &Attribute::name) != known.end();
      if (is_known || question.population.rows_with(relation) > most_rows_of_a_relation) continue;
      if (const double bits = surprise(question, relation); bits > 0)
        candidates.emplace_back(bits, std::move(relation));
    }
    std::ranges::stable_sort(candidates, std::greater{}, [](const auto& candidate) { return candidate.first; });
    candidates.resize(std::min(candidates.size(), options.relations));
    std::optional<Question> chosen;
    for (const auto& [bits, relation] : candidates) {
      Question more = with(question, relation);
      Explanation found = shorter_answer(more, options);
      if (!is_better(found, best)) continue;
      best = std::move(found);
      chosen = std::move(more);
      shorter = true;
    }
    if (chosen) question = *std::move(chosen);
  }
  return best;
}

bool contains(const std::vector<Ordinal>& sorted, Ordinal ordinal) {
  return std::ranges::binary_search(sorted, ordinal);
}

/// At most this many inputs are listed in order to say which of them pass.
constexpr Ordinal most_exceptions = 1'000'000;

}  // namespace

Explainer::Explainer(Population population, std::vector<Ordinal> failing, std::vector<Ordinal> unjudged,
                     const ExplainOptions& options)
    : population_(std::move(population)),
      failing_(std::move(failing)),
      unjudged_(std::move(unjudged)),
      options_(options) {}

Explanation Explainer::explain(std::span<const Ordinal> members) const {
  for (const Ordinal member : members)
    if (!contains(failing_, member)) throw std::out_of_range(fmt::format("input {} did not fail", member));
  Question question{population_, {}, failing_, {}};
  for (const Ordinal ordinal : failing_)
    question.rows.roles.push_back(std::ranges::binary_search(members, ordinal) ? Role::covered : Role::other);
  question.ordinals.insert(question.ordinals.end(), unjudged_.begin(), unjudged_.end());
  question.rows.roles.resize(question.ordinals.size(), Role::unjudged);
  read_columns(question);
  Explanation best = answer_with_relations(question, options_);

  const Ordinal passing = population_.size() - failing_.size() - unjudged_.size();
  if (passing >= members.size() || passing > most_exceptions) return best;
  Question exceptions{population_, {}, {}, {}};
  for (Ordinal ordinal = 0; ordinal < population_.size(); ++ordinal) {
    if (std::ranges::binary_search(members, ordinal)) continue;
    exceptions.ordinals.push_back(ordinal);
    exceptions.rows.roles.push_back(contains(unjudged_, ordinal)  ? Role::unjudged
                                    : contains(failing_, ordinal) ? Role::other
                                                                  : Role::covered);
  }
  read_columns(exceptions);
  Explanation inverse = answer_with_relations(std::move(exceptions), options_);
  inverse.exceptions = true;
  // What matches the explanation is what matches no exception.
  const Matches& left_out = inverse.matches;
  Matches all{.members = members.size(),
              .others = failing_.size() - members.size() - left_out.others,
              .unjudged = unjudged_.size() - left_out.unjudged,
              .passing = inverse.unexplained};
  all.inputs = all.members + all.others + all.unjudged + all.passing;
  inverse.matches = all;
  return is_better(inverse, best) ? inverse : best;
}

std::optional<Witness> Explainer::witness(const Explanation& explanation, const Term& term, const Literal& literal,
                                          std::span<const Ordinal> members) const {
  constexpr std::size_t most_members = 16;
  constexpr std::size_t most_neighbours = 1'000'000;
  // A relation has no table of its own here: its witness differs in what it compares.
  const std::vector<Attribute>& known = population_.attributes();
  std::optional<Witness> best;
  std::size_t looked_at = 0, neighbours = 0;
  std::vector<std::size_t> rows;
  for (const Ordinal member : members) {
    if (!matches(explanation, term, values_of(explanation, population_, member))) continue;
    if (++looked_at > most_members || neighbours > most_neighbours || (best && best->differing.size() == 1)) break;
    population_.rows(member, rows);
    for (std::size_t table = 0; table < population_.tables().size(); ++table) {
      const PopulationTable& of = population_.tables()[table];
      if (literal.attribute < known.size() && population_.table_of(literal.attribute) != table) continue;
      const std::size_t own = rows[table];
      for (std::size_t row = 0; row < of.rows; ++row, ++neighbours) {
        std::vector<std::size_t> differing;
        for (std::size_t place = 0; place < of.attributes.size(); ++place)
          if (of.columns[place][row] != of.columns[place][own]) differing.push_back(of.attributes[place]);
        if (differing.empty() || (best && differing.size() >= best->differing.size())) continue;
        rows[table] = row;
        const Ordinal other = population_.ordinal(rows);
        if (!contains(failing_, other) && !contains(unjudged_, other) &&
            !holds(explanation, literal, values_of(explanation, population_, other)))
          best = Witness{member, other, std::move(differing)};
      }
      rows[table] = own;
    }
  }
  return best;
}

}  // namespace smallscope::clustering
