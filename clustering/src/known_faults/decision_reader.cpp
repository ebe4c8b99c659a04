// SPDX-License-Identifier: Apache-2.0
#include "known_faults/decision_reader.hpp"

#include <algorithm>
#include <smallscope/clustering/known_faults/ordinal_text.hpp>
#include <stdexcept>

#include "explanations/choice_groups.hpp"

namespace smallscope::clustering {

namespace {

constexpr std::string_view form_of_conditions =
    "write a label, a list of labels, or a table with one_of, not, from, to, some, no or a comparison such as "
    "less_than = \"other choice\"";

Evidence& evidence_of(Decision& decision) {
  if (!decision.evidence) decision.evidence.emplace();
  return *decision.evidence;
}

}  // namespace

const std::vector<std::string>& DecisionReader::keys() {
  static const std::vector<std::string> all{"keys",       "decision",   "reason",      "ticket",  "expires",
                                            "first_seen", "fails_when", "passes_when", "failing", "space"};
  return all;
}

bool DecisionReader::read_into(Decision& decision, const std::string& key, const toml::node& node) {
  if (key == "keys") {
    decision.keys = fields_.texts(key, node);
    if (decision.keys.empty()) fields_.refuse(node, "'keys' is empty; leave it out");
  } else if (key == "decision") {
    const auto kind = decision_named(fields_.text(key, node));
    if (!kind)
      fields_.refuse(node, fmt::format("'decision' is '{}'; write known, ignore or note", fields_.text(key, node)));
    decision.kind = *kind;
  } else if (key == "reason") {
    decision.reason = fields_.text(key, node);
  } else if (key == "ticket") {
    decision.ticket = fields_.text(key, node);
  } else if (key == "expires") {
    decision.expires = day(key, node);
  } else if (key == "first_seen") {
    decision.first_seen = day(key, node);
  } else if (key == "fails_when" || key == "passes_when") {
    if (!decision.explanation) decision.explanation.emplace();
    (key == "fails_when" ? decision.explanation->fails_when : decision.explanation->passes_when) = terms(key, node);
  } else if (key == "failing") {
    evidence_of(decision).failing = fields_.ordinals(key, node, ordinals_left_);
  } else if (key == "space") {
    evidence_of(decision).space = fields_.text(key, node);
  } else {
    return false;
  }
  return true;
}

void DecisionReader::check(const Decision& decision, std::size_t campaigns, const toml::table& fault) const {
  const auto field = [&](const char* key) -> const toml::node& { return *fault.get(key); };
  if (fault.contains("failing") && !fault.contains("space"))
    fields_.refuse(field("failing"),
                   "'failing' has ordinals without their space; add space = \"...\" from the same "
                   "record, or leave 'failing' out");
  if (fault.contains("space") && !fault.contains("failing"))
    fields_.refuse(field("space"),
                   "'space' says what the ordinals in 'failing' mean, which is missing; add it, or "
                   "leave 'space' out");
  if (decision.evidence && campaigns > 1)
    fields_.refuse(field("failing"),
                   "'failing' has the ordinals of one campaign, but the fault has several; give each "
                   "campaign a fault of its own");
}

Day DecisionReader::day(const std::string& key, const toml::node& node) const {
  if (const auto* const date = node.as_date())
    return {std::chrono::year(date->get().year), std::chrono::month(date->get().month),
            std::chrono::day(date->get().day)};
  fields_.refuse(node,
                 fmt::format("'{}' is not a day; write it without quotes and without a time, such as 2026-12-31", key));
}

std::vector<WrittenTerm> DecisionReader::terms(const std::string& key, const toml::node& node) const {
  const toml::array* const list = node.as_array();
  if (list == nullptr)
    fields_.refuse(node, fmt::format("'{}' is not a list of terms; write [ {{ CHOICE = [\"label\"] }}, ]", key));
  std::vector<WrittenTerm> result;
  for (const toml::node& element : *list) {
    const toml::table* const term = element.as_table();
    if (term == nullptr)
      fields_.refuse(element,
                     fmt::format("'{}' has a term that is not a table; write {{ CHOICE = [\"label\"] }}", key));
    WrittenTerm& conditions = result.emplace_back();
    for (const auto& [choice, value] : *term) conditions.push_back(condition(std::string(choice.str()), value));
  }
  return result;
}

ChoiceCondition DecisionReader::condition(const std::string& choice, const toml::node& node) const {
  ChoiceCondition result;
  result.choice = choice;
  const bool is_group = is_group_name(choice);
  const auto refuse_group = [&](const toml::node& place) {
    if (!is_group) return;
    fields_.refuse(place, fmt::format("'{}' is a list or a tree, which has no label of its own; write {{ some = "
                                      "[\"label\"] }} or {{ no = [\"label\"] }}",
                                      choice));
  };
  if (node.is_array() || node.is_string()) {
    refuse_group(node);
    result.one_of = fields_.texts(choice, node);
    return result;
  }
  const toml::table* const table = node.as_table();
  if (table == nullptr) fields_.refuse(node, fmt::format("'{}' is not a condition; {}", choice, form_of_conditions));
  for (const auto& [name, value] : *table) {
    const std::string key(name.str()), whole = fmt::format("{}.{}", choice, key);
    if (key != "some" && key != "no") refuse_group(value);
    if (key == "one_of") {
      result.one_of = fields_.texts(whole, value);
    } else if (key == "not") {
      result.none_of = fields_.texts(whole, value);
    } else if (key == "some" || key == "no") {
      if (!is_group)
        fields_.refuse(value,
                       fmt::format("'{}' is asked of a list or a tree, and '{}' is the name of one choice; write "
                                   "'LIST[]', 'TREE//*' or 'TREE//NAME'",
                                   key, choice));
      (key == "some" ? result.some : result.no) = fields_.texts(whole, value);
    } else if (key == "from" || key == "to") {
      const auto* const number = value.as_integer();
      if (number == nullptr) fields_.refuse(value, fmt::format("'{}' is not a whole number; write one", whole));
      (key == "from" ? result.from : result.to) = number->get();
    } else if (const auto comparison = comparison_named(key)) {
      for (std::string& other : fields_.texts(whole, value))
        result.compared.emplace_back(*comparison, std::move(other));
    } else {
      fields_.refuse(value,
                     fmt::format("unknown key '{}' in the condition on '{}'; {}", key, choice, form_of_conditions));
    }
  }
  return result;
}

}  // namespace smallscope::clustering
