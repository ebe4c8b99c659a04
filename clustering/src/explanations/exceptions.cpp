// SPDX-License-Identifier: Apache-2.0
#include "explanations/exceptions.hpp"

#include <algorithm>
#include <functional>

#include "explanations/answer.hpp"
#include "explanations/literals.hpp"

namespace smallscope::clustering {

namespace {

/// At most this many inputs are listed in order to say which of them pass.
constexpr Ordinal most_exceptions = 1'000'000;
/// What it takes to say that terms are exceptions.
constexpr double bits_of_form = 1;

/// The inputs that match a scope and are no members.
struct Rest {
  Question question;        ///< about the inputs of the scope, as a population of their own
  std::vector<bool> fails;  ///< by row: in another way
};

/// By table: the rows that match.
std::vector<std::vector<std::size_t>> rows_in_scope(const Population& population, const Term& scope) {
  std::vector<std::vector<std::size_t>> rows;
  for (std::size_t number = 0; number < population.tables().size(); ++number) {
    std::vector<std::uint8_t> in(population.tables()[number].rows, 1);
    for (const Literal& literal : scope.literals)
      if (population.table_of(literal.attribute) == number)
        restrict_to(population.column_of(literal.attribute),
                    allowed_by(literal, population.attributes()[literal.attribute]), in);
    std::vector<std::size_t>& matching = rows.emplace_back();
    for (std::size_t row = 0; row < in.size(); ++row)
      if (in[row]) matching.push_back(row);
  }
  return rows;
}

Rest rest_of_scope(const Question& question, const Term& scope, std::span<const Ordinal> members,
                   const RoleOf& role_of) {
  const std::vector<std::vector<std::size_t>> in_scope = rows_in_scope(*question.population, scope);
  Rest rest{{std::make_shared<Population>(question.population->with_rows(in_scope)), question.derived, {}}, {}};
  const Population& part = *rest.question.population;
  std::vector<Ordinal> ordinals;  // of the part
  std::vector<std::size_t> rows;
  for (Ordinal ordinal = 0; ordinal < part.size(); ++ordinal) {
    part.rows(ordinal, rows);
    for (std::size_t table = 0; table < rows.size(); ++table) rows[table] = in_scope[table][rows[table]];
    const Ordinal of_all = question.population->ordinal(rows);
    if (contains(members, of_all)) continue;
    const std::optional<Role> role = role_of(of_all);
    ordinals.push_back(ordinal);
    rest.question.rows.roles.push_back(role.value_or(Role::covered));
    rest.fails.push_back(role == Role::other);
  }
  rest.question.rows.columns = columns_of(part, ordinals);
  return rest;
}

/// Counts the matches of the terms anew, by what the rows are. Returns which rows match a term.
std::vector<std::uint8_t> count_excepted(Explanation& answer, Question question) {
  for (std::size_t i = question.derived.size(); i < answer.derived.size(); ++i)
    question = with(question, answer.derived[i]);
  std::vector<std::uint8_t> excepted(question.rows.roles.size());
  for (Term& term : answer.terms) {
    const std::vector<std::uint8_t> in = rows_with(question.rows, term.literals, answer.attributes);
    term.matches = {};
    for (std::size_t row = 0; row < in.size(); ++row) {
      if (!in[row]) continue;
      excepted[row] = 1;
      ++term.matches.inputs;
      count(term.matches, question.rows.roles[row]);
    }
  }
  std::ranges::stable_sort(answer.terms, std::greater{},
                           [](const Term& term) { return term.matches.members + term.matches.others; });
  return excepted;
}

double bits_of_scope(const Term& scope, const std::vector<Attribute>& attributes) {
  return scope.literals.empty() ? 0 : bits_of_form + bits_of(scope, attributes);
}

/// `others` is what inputs that fail in another way are to the terms.
Explanation answer_as(Role others, Question question, const Rest& rest, const Term& scope, std::size_t members,
                      const ExplainOptions& options) {
  for (std::size_t row = 0; row < rest.fails.size(); ++row)
    if (rest.fails[row]) question.rows.roles[row] = others;
  Explanation answer = answer_with_relations(question, options);
  const std::vector<std::uint8_t> is_excepted = count_excepted(answer, rest.question);
  answer.exceptions = true;
  answer.scope = scope;
  // What matches the explanation is what matches no exception.
  Matches all{.members = members};
  for (std::size_t row = 0; row < is_excepted.size(); ++row) {
    if (is_excepted[row]) continue;
    const Role role = rest.question.rows.roles[row];
    role == Role::covered ? void(++all.passing) : count(all, role);
  }
  all.inputs = all.members + all.others + all.unjudged + all.passing + all.undecided;
  answer.matches = all;
  answer.unexplained = all.passing;
  answer.bits = bits_of_others(all) + bits_of_scope(scope, answer.attributes);
  for (const Term& term : answer.terms) answer.bits += bits_of(term, answer.attributes);
  return answer;
}

/// The same in the fewest words.
double bits_said_once(const Explanation& explanation) {
  const Term common{common_literals(explanation), {}};
  if (common.literals.empty()) return explanation.bits;
  double bits = explanation.bits + bits_of(common, explanation.attributes);
  for (const Literal& literal : common.literals)
    bits -= static_cast<double>(explanation.terms.size()) * bits_of(literal, explanation.attributes);
  return bits;
}

}  // namespace

std::optional<Explanation> exceptions_if_better(const Question& question, const Term& scope,
                                                std::span<const Ordinal> members, const RoleOf& role_of,
                                                const Explanation& terms, const ExplainOptions& options) {
  const Ordinal passing = scope.matches.passing;
  if (passing >= members.size() || passing > most_exceptions) return std::nullopt;
  Explanation best = terms;
  best.bits = bits_said_once(terms);
  ExplainOptions bounded = options;
  const Rest rest = rest_of_scope(question, scope, members, role_of);
  for (const Role others : {Role::unjudged, Role::covered}) {
    if (best.unexplained == 0) bounded.most_bits = best.bits - bits_of_scope(scope, question.population->attributes());
    Explanation found = answer_as(others, rest.question, rest, scope, members.size(), bounded);
    const bool leaves_others = found.matches.others > 0;
    if (!found.terms.empty() && is_better(found, best)) best = std::move(found);
    if (!leaves_others) break;
  }
  return best.exceptions ? std::optional(std::move(best)) : std::nullopt;
}

}  // namespace smallscope::clustering
