// SPDX-License-Identifier: Apache-2.0
#include <smallscope/clustering/known_faults/written_explanation.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "explanations/choice_groups.hpp"
#include "explanations/literals.hpp"

namespace smallscope::clustering {

namespace {

using generators::Choice;
using generators::Choices;

constexpr std::array<std::pair<Comparison, std::string_view>, 6> comparisons{
    {{Comparison::less_than, "less_than"},
     {Comparison::at_most, "at_most"},
     {Comparison::equals, "equals"},
     {Comparison::differs_from, "differs_from"},
     {Comparison::at_least, "at_least"},
     {Comparison::more_than, "more_than"}}};

const Choice* find(const Choices& choices, std::string_view name) {
  const auto found = std::ranges::find(choices, name, &Choice::name);
  return found == choices.end() ? nullptr : &*found;
}

/// A null choice is that of an input which does not make it.
bool has_label(const Choice* choice, const std::string& label) {
  if (choice == nullptr) return label.empty();
  return label == choice->label || label == fmt::format("{} #{}", choice->label, choice->index);
}

bool has_one_of(const Choice* choice, const std::vector<std::string>& labels) {
  return std::ranges::any_of(labels, [&](const std::string& label) { return has_label(choice, label); });
}

bool compares(Comparison comparison, const Choice* left, const Choice* right) {
  const std::string a = left == nullptr ? "" : left->label, b = right == nullptr ? "" : right->label;
  const auto x = number_of(a), y = number_of(b);
  const bool are_numbers = x && y;
  const bool equal = are_numbers ? *x == *y : a == b;
  const bool less = are_numbers && *x < *y, more = are_numbers && *x > *y;
  switch (comparison) {
    case Comparison::less_than:
      return less;
    case Comparison::at_most:
      return less || (are_numbers && equal);
    case Comparison::equals:
      return equal;
    case Comparison::differs_from:
      return !equal;
    case Comparison::at_least:
      return more || (are_numbers && equal);
    case Comparison::more_than:
      return more;
  }
  return false;
}

bool some_item_is(const Choices& choices, const std::string& group, const std::string& label) {
  return std::ranges::any_of(
      choices, [&](const Choice& choice) { return has_label(&choice, label) && is_in_group(choice.name, group); });
}

/// The condition on this choice in the term, made if there is none.
ChoiceCondition& on(WrittenTerm& term, const std::string& choice) {
  const auto found = std::ranges::find(term, choice, &ChoiceCondition::choice);
  if (found != term.end()) return *found;
  term.emplace_back().choice = choice;
  return term.back();
}

/// The comparison that holds for the marked ones of less, equal and more.
std::optional<Comparison> comparison_of(bool less, bool equal, bool more) {
  if (less && more) return equal ? std::nullopt : std::optional(Comparison::differs_from);
  if (less) return equal ? Comparison::at_most : Comparison::less_than;
  if (more) return equal ? Comparison::at_least : Comparison::more_than;
  return equal ? std::optional(Comparison::equals) : std::nullopt;
}

/// Adds a condition on a relation; false if it has no written form.
bool add_relation(WrittenTerm& term, const DerivedAttribute& relation, const std::vector<std::uint8_t>& allowed) {
  using Kind = DerivedAttribute::Kind;
  std::optional<Comparison> comparison;
  switch (relation.kind) {
    case Kind::equality:
      comparison = comparison_of(allowed[0], allowed[1], allowed[0]);
      break;
    case Kind::order:
      comparison = comparison_of(allowed[0], allowed[1], allowed[2]);
      break;
    case Kind::some_item:
      (allowed[1] ? on(term, relation.of[0]).some : on(term, relation.of[0]).no).push_back(relation.of[1]);
      return true;
    case Kind::other:
      break;
  }
  if (comparison) on(term, relation.of[0]).compared.emplace_back(*comparison, relation.of[1]);
  return comparison.has_value();
}

void add_interval(ChoiceCondition& condition, const Literal& literal, const Attribute& attribute) {
  const long long first = *number_of(attribute.labels[literal.values.front()]);
  const long long last = *number_of(attribute.labels[literal.values.back()]);
  const auto some_label = [&](const auto& is_beyond) {
    return std::ranges::any_of(attribute.labels, [&](const auto& label) {
      const auto number = number_of(label);  // none where the choice is absent
      return number && is_beyond(*number);
    });
  };
  // As in the words of an explanation, an end of the whole range is not said.
  if (some_label([&](long long number) { return number < first; })) condition.from = first;
  if (some_label([&](long long number) { return number > last; })) condition.to = last;
}

/// Whether the attribute, or one that it is derived from, is not a choice: the text of a fault knows choices only.
bool reads_declared(const Explanation& explanation, std::size_t attribute) {
  const std::size_t choices = explanation.attributes.size() - explanation.derived.size();
  if (attribute < choices) return explanation.attributes[attribute].is_declared;
  return std::ranges::any_of(explanation.derived[attribute - choices].from,
                             [&](std::size_t read) { return reads_declared(explanation, read); });
}

/// Whether the condition would be read as one on a group though it is one on a choice: a campaign may call it so.
bool is_misread(const ChoiceCondition& condition) {
  return is_group_name(condition.choice) && (condition.one_of || !condition.none_of.empty() || condition.from ||
                                             condition.to || !condition.compared.empty());
}

std::optional<WrittenTerm> written(const Explanation& explanation, const Term& term) {
  WrittenTerm result;
  const std::size_t choices = explanation.attributes.size() - explanation.derived.size();
  for (const Literal& literal : term.literals) {
    const Attribute& attribute = explanation.attributes[literal.attribute];
    if (reads_declared(explanation, literal.attribute)) return std::nullopt;
    if (literal.attribute >= choices) {
      if (!add_relation(result, explanation.derived[literal.attribute - choices], allowed_by(literal, attribute)))
        return std::nullopt;
      continue;
    }
    if (attribute.in_tree) {
      ChoiceCondition& of_tree = on(result, attribute.in_tree->tree);
      (allowed_by(literal, attribute)[1] ? of_tree.some : of_tree.no).push_back(attribute.in_tree->label);
      continue;
    }
    ChoiceCondition& condition = on(result, attribute.name);
    std::vector<std::string> labels;
    for (const Value value : literal.values) labels.push_back(attribute.labels[value]);
    if (literal.kind == Literal::Kind::between)
      add_interval(condition, literal, attribute);
    else if (literal.kind == Literal::Kind::in)
      condition.one_of = std::move(labels);
    else
      condition.none_of = std::move(labels);
  }
  if (std::ranges::any_of(result, is_misread)) return std::nullopt;
  return result;
}

}  // namespace

std::string_view name(Comparison comparison) {
  return std::ranges::find(comparisons, comparison, &std::pair<Comparison, std::string_view>::first)->second;
}

std::optional<Comparison> comparison_named(std::string_view name) {
  for (const auto& [comparison, known] : comparisons)
    if (known == name) return comparison;
  return std::nullopt;
}

bool holds(const ChoiceCondition& condition, const Choices& choices) {
  const Choice* const choice = find(choices, condition.choice);
  if (condition.one_of && !has_one_of(choice, *condition.one_of)) return false;
  if (has_one_of(choice, condition.none_of)) return false;
  if (condition.from || condition.to) {
    const auto number = choice == nullptr ? std::nullopt : number_of(choice->label);
    if (!number || (condition.from && *number < *condition.from) || (condition.to && *number > *condition.to))
      return false;
  }
  for (const auto& [comparison, other] : condition.compared)
    if (!compares(comparison, choice, find(choices, other))) return false;
  const auto is_there = [&](const std::string& label) { return some_item_is(choices, condition.choice, label); };
  return std::ranges::all_of(condition.some, is_there) && std::ranges::none_of(condition.no, is_there);
}

bool matches(const WrittenExplanation& explanation, const Choices& choices) {
  const auto matches_one_of = [&](const std::vector<WrittenTerm>& terms) {
    return std::ranges::any_of(terms, [&](const WrittenTerm& term) {
      return std::ranges::all_of(term, [&](const ChoiceCondition& condition) { return holds(condition, choices); });
    });
  };
  if (explanation.fails_when && !matches_one_of(*explanation.fails_when)) return false;
  return !explanation.passes_when || !matches_one_of(*explanation.passes_when);
}

std::optional<WrittenExplanation> written(const Explanation& explanation) {
  if (explanation.unexplained > 0 || !is_compact(explanation)) return std::nullopt;
  const auto words_of = [&](const std::vector<Term>& terms) -> std::optional<std::vector<WrittenTerm>> {
    std::vector<WrittenTerm> all;
    for (const Term& term : terms) {
      auto words = written(explanation, term);
      if (!words) return std::nullopt;
      all.push_back(*std::move(words));
    }
    return all;
  };
  auto terms = words_of(explanation.terms), scope = words_of({explanation.scope});
  if (!terms || !scope) return std::nullopt;
  if (!explanation.exceptions) return WrittenExplanation{std::move(terms), std::nullopt};
  if (explanation.scope.literals.empty()) return WrittenExplanation{std::nullopt, std::move(terms)};
  return WrittenExplanation{std::move(scope), std::move(terms)};
}

}  // namespace smallscope::clustering
