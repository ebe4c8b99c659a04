// SPDX-License-Identifier: Apache-2.0
#include <smallscope/clustering/explanations/explanation.hpp>

#include <algorithm>
#include <cmath>

#include "explanations/literals.hpp"

namespace smallscope::clustering {

double least_share_of_failures(const Matches& matches) {
  return matches.undecided == 0 ? 1 : least_share_of_undecided(matches);
}

double least_share_of_undecided(const Matches& matches) {
  constexpr double doubt = 0.05;
  if (matches.passing > 0) return 0;
  const Ordinal executed = matches.members + matches.others;
  return executed == 0 ? 0 : std::pow(doubt, 1 / static_cast<double>(executed));
}

double f1(const Matches& matches, Ordinal members) {
  const Ordinal judged = matches.members + matches.others + matches.passing;
  return members + judged == 0 ? 0 : 2 * static_cast<double>(matches.members) / static_cast<double>(members + judged);
}

double bits_of_list(std::size_t inputs, const Population& population) {
  return static_cast<double>(inputs) * std::log2(static_cast<double>(population.size()));
}

bool is_numeric(const Attribute& attribute) {
  const auto is_number = [](const std::string& label) { return number_of(label).has_value(); };
  return !attribute.are_statements && std::ranges::any_of(attribute.labels, is_number) &&
         std::ranges::all_of(attribute.labels,
                             [&](const std::string& label) { return label.empty() || is_number(label); });
}

std::vector<Literal> common_literals(const Explanation& explanation) {
  if (explanation.terms.size() < 2) return {};
  std::vector<Literal> common = explanation.terms.front().literals;
  for (const Term& term : explanation.terms)
    std::erase_if(common, [&](const Literal& literal) {
      return std::ranges::find(term.literals, literal) == term.literals.end();
    });
  return common;
}

std::vector<Term> witnessed_terms(const Explanation& explanation, std::size_t most_terms) {
  std::vector<Term> terms;
  if (!explanation.scope.literals.empty()) terms.push_back(explanation.scope);
  const std::size_t number = std::min(most_terms, explanation.terms.size());
  terms.insert(terms.end(), explanation.terms.begin(), explanation.terms.begin() + static_cast<std::ptrdiff_t>(number));
  return terms;
}

namespace {

/// Of the input in these rows.
Value value_of(const Explanation& explanation, std::size_t attribute, const Population& population,
               std::span<const std::size_t> rows) {
  const std::size_t known = population.attributes().size();
  if (attribute < known) return population.value(attribute, rows);
  const DerivedAttribute& derived = explanation.derived[attribute - known];
  std::vector<Value> read;
  for (const std::size_t each : derived.from) read.push_back(value_of(explanation, each, population, rows));
  return derived.value(read);
}

bool allows(const Explanation& explanation, const Literal& literal, Value value) {
  return allowed_by(literal, explanation.attributes[literal.attribute])[value] != 0;
}

}  // namespace

bool holds(const Explanation& explanation, const Literal& literal, std::span<const Value> values) {
  return allows(explanation, literal, values[literal.attribute]);
}

bool holds(const Explanation& explanation, const Literal& literal, const Population& population, Ordinal ordinal) {
  std::vector<std::size_t> rows;
  population.rows(ordinal, rows);
  return allows(explanation, literal, value_of(explanation, literal.attribute, population, rows));
}

bool matches(const Explanation& explanation, const Term& term, const Population& population, Ordinal ordinal) {
  return std::ranges::all_of(term.literals,
                             [&](const Literal& literal) { return holds(explanation, literal, population, ordinal); });
}

bool matches(const Explanation& explanation, const Term& term, std::span<const Value> values) {
  return std::ranges::all_of(term.literals,
                             [&](const Literal& literal) { return holds(explanation, literal, values); });
}

bool matches(const Explanation& explanation, std::span<const Value> values) {
  const bool is_told =
      std::ranges::any_of(explanation.terms, [&](const Term& term) { return matches(explanation, term, values); });
  return matches(explanation, explanation.scope, values) && is_told != explanation.exceptions;
}

std::vector<Value> values_of(const Explanation& explanation, const Population& population, Ordinal ordinal) {
  std::vector<Value> values;
  population.values(ordinal, values);
  for (const DerivedAttribute& derived : explanation.derived) {
    std::vector<Value> read;
    for (const std::size_t attribute : derived.from) read.push_back(values[attribute]);
    values.push_back(derived.value(read));
  }
  return values;
}

}  // namespace smallscope::clustering
