// SPDX-License-Identifier: Apache-2.0
#include <smallscope/clustering/faults.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include <algorithm>
#include <optional>
#include <smallscope/clustering/known_faults/fault_text.hpp>
#include <smallscope/clustering/known_faults/ordinal_text.hpp>
#include <smallscope/clustering/known_faults/toml_nesting.hpp>
#include <smallscope/oracles/pattern.hpp>
#include <stdexcept>

#include "explanations/choice_groups.hpp"
#include "known_faults/decision_reader.hpp"

namespace smallscope::clustering {

namespace {

using OptionalPattern = std::optional<oracles::Pattern>;

/// What a failing case must have; an absent part holds for every case.
struct Condition {
  OptionalPattern messages, input;
  std::optional<std::vector<generators::Ordinal>> ordinals;  ///< ascending
  std::vector<std::pair<std::string, oracles::Pattern>> observed;
  std::vector<std::pair<std::string, std::vector<std::string>>> choices;  ///< name, labels
  bool empty() const { return !messages && !input && !ordinals && observed.empty() && choices.empty(); }
};

/// The rules of one fault: its own condition, one of `any` unless there are none, none of `unless`.
struct FaultRule {
  Condition own;
  std::vector<Condition> any, unless;
  bool empty() const { return own.empty() && any.empty(); }
};

constexpr std::string_view rule_keys = "messages, input, observed.NAME, choices.NAME, ordinals";
constexpr std::size_t most_ordinals = 1'000'000;  // of one rule

bool holds(const OptionalPattern& pattern, const std::string& text) { return !pattern || pattern->occurs_in(text); }

/// Whether one character more, less or other, or two exchanged, make the same word of both.
bool is_slip_of(std::string_view word, std::string_view known) {
  const auto [a, b] = std::ranges::mismatch(word, known);
  const auto from = static_cast<std::size_t>(a - word.begin());
  std::string_view left = word.substr(from), right = known.substr(from);
  while (!left.empty() && !right.empty() && left.back() == right.back()) {
    left.remove_suffix(1);
    right.remove_suffix(1);
  }
  return (left.size() <= 1 && right.size() <= 1) ||
         (left.size() == 2 && right.size() == 2 && left[0] == right[1] && left[1] == right[0]);
}

/// Reads one table [[fault]].
class Reader {
 public:
  Reader(const TomlFields& fields, DecisionReader& decisions, const toml::table& table)
      : fields_(fields), decisions_(decisions), table_(table) {}

  std::pair<Fault, FaultRule> read() {
    Fault fault;
    FaultRule rule;
    for (const auto& [key, node] : table_) {
      const std::string name(key.str());
      if (name == "campaign")
        fault.campaigns = fields_.texts(name, node);
      else if (name == "name")
        fault.name = fields_.text(name, node);
      else if (name == "program")
        fault.program = fields_.text(name, node);
      else if (name == "why")
        fault.why = fields_.text(name, node);
      else if (name == "note")
        fault.note = fields_.text(name, node);
      else if (name == "any")
        rule.any = conditions(name, node);
      else if (name == "unless")
        rule.unless = conditions(name, node);
      else if (!read_into(rule.own, name, node) && !decisions_.read_into(fault.decision, name, node))
        refuse_slip(name, node);
    }
    if (fault.name.empty()) refuse(table_, "a fault has no name; give it one");
    if (fault.campaigns.empty())
      refuse(table_, fmt::format("the fault '{}' has no campaign; name the campaign that shows it", fault.name));
    if (rule.empty() && fault.decision.keys.empty())
      refuse(table_, fmt::format("the fault '{}' has no rule; give it {}, any or keys", fault.name, rule_keys));
    decisions_.check(fault.decision, fault.campaigns.size(), table_);
    return {std::move(fault), std::move(rule)};
  }

 private:
  [[noreturn]] void refuse(const toml::node& node, const std::string& problem) const { fields_.refuse(node, problem); }
  /// Other programs may have fields of their own in a fault, but a rule with a slip would not be obeyed.
  void refuse_slip(const std::string& name, const toml::node& node) const {
    std::vector<std::string> known{"campaign", "name",     "program", "why",      "note",    "any",
                                   "unless",   "messages", "input",   "observed", "choices", "ordinals"};
    known.insert(known.end(), DecisionReader::keys().begin(), DecisionReader::keys().end());
    for (const std::string& key : known)
      if (is_slip_of(name, key))
        refuse(node,
               fmt::format("unknown key '{}'; did you mean '{}'? A fault has {}", name, key, fmt::join(known, ", ")));
  }
  oracles::Pattern pattern(const std::string& key, const toml::node& node) const {
    const std::string expression = fields_.text(key, node);
    try {
      return oracles::Pattern(expression);
    } catch (const std::invalid_argument& error) {
      refuse(node, fmt::format("'{}' is not a regular expression: {} ({})", key, expression, error.what()));
    }
  }
  const toml::table& named(const std::string& key, const toml::node& node, std::string_view value) const {
    if (!node.is_table()) refuse(node, fmt::format("'{0}' is not a table; write {0}.NAME = {1}", key, value));
    return *node.as_table();
  }
  /// Whether the key is one of those of a condition.
  bool read_into(Condition& condition, const std::string& key, const toml::node& node) const {
    if (key == "messages") {
      condition.messages = pattern(key, node);
    } else if (key == "input") {
      condition.input = pattern(key, node);
    } else if (key == "observed") {
      for (const auto& [name, value] : named(key, node, "'regular expression', such as observed.after"))
        condition.observed.emplace_back(std::string(name.str()),
                                        pattern(fmt::format("observed.{}", name.str()), value));
    } else if (key == "choices") {
      for (const auto& [name, value] : named(key, node, "'label' or a list of labels"))
        condition.choices.emplace_back(std::string(name.str()),
                                       fields_.texts(fmt::format("choices.{}", name.str()), value));
    } else if (key == "ordinals") {
      std::size_t left = most_ordinals;
      condition.ordinals = fields_.ordinals(key, node, left);
    } else {
      return false;
    }
    return true;
  }
  /// A table, or a list of tables.
  std::vector<Condition> conditions(const std::string& key, const toml::node& node) const {
    std::vector<Condition> all;
    const auto add = [&](const toml::node& element) {
      if (!element.is_table()) refuse(element, fmt::format("'{}' is not a table of rules or a list of them", key));
      Condition& condition = all.emplace_back();
      for (const auto& [name, value] : *element.as_table())
        if (!read_into(condition, std::string(name.str()), value))
          refuse(value, fmt::format("unknown key '{}' in '{}'; it has {}", name.str(), key, rule_keys));
      if (condition.empty()) refuse(element, fmt::format("'{}' has a table without rules; it has {}", key, rule_keys));
    };
    if (const toml::array* const list = node.as_array()) {
      if (list->empty()) refuse(node, fmt::format("'{}' is empty; leave it out", key));
      for (const toml::node& element : *list) add(element);
    } else {
      add(node);
    }
    return all;
  }

  const TomlFields& fields_;
  DecisionReader& decisions_;
  const toml::table& table_;
};

std::vector<std::pair<Fault, FaultRule>> faults_in(std::string_view text, const std::filesystem::path& file) {
  std::vector<std::pair<Fault, FaultRule>> faults;
  const TomlFields fields(file);
  DecisionReader decisions(fields);
  try {
    if (const auto line = too_deep_line(text))
      throw FaultsError(fmt::format("{}:{}: nested more than {} deep; write shorter keys", file.string(), *line,
                                    greatest_toml_depth));
    const toml::table document = toml::parse(text);
    for (const auto& [key, node] : document) {
      const toml::array* const tables = node.as_array();
      if (key.str() != "fault" || tables == nullptr || !tables->is_array_of_tables())
        throw FaultsError(fmt::format("{}:{}: '{}' is not an array of tables [[fault]]", file.string(),
                                      node.source().begin.line, key.str()));
      for (const toml::node& table : *tables) faults.push_back(Reader(fields, decisions, *table.as_table()).read());
    }
  } catch (const toml::parse_error& error) {
    throw FaultsError(
        fmt::format("{}:{}: {}", file.string(), error.source().begin.line, std::string(error.description())));
  }
  return faults;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

/// Whether the choice of that name, or some choice of the group of that name, has one of the labels.
bool has_choice(const generators::Choices& choices, const std::string& name, const std::vector<std::string>& labels) {
  const bool is_group = is_group_name(name);
  return std::ranges::any_of(choices, [&](const generators::Choice& choice) {
    return (choice.name == name || (is_group && is_in_group(choice.name, name))) &&
           std::ranges::find(labels, choice.label) != labels.end();
  });
}

bool holds(const Condition& condition, const results::Case& found, const Options& options) {
  if (condition.ordinals && (found.level != 0 || !std::ranges::binary_search(*condition.ordinals, found.ordinal)))
    return false;
  for (const auto& [name, labels] : condition.choices)
    if (!has_choice(found.choices, name, labels)) return false;
  for (const auto& [name, pattern] : condition.observed) {
    const std::string* const text = subjects::find(found.observed, name);
    if (text == nullptr || !pattern.occurs_in(*text)) return false;
  }
  if (condition.input) {
    std::string files;
    for (const subjects::NamedText& text : found.input.files) files += text.text + "\n";
    if (!holds(condition.input, files)) return false;
  }
  return !condition.messages || holds(condition.messages, joined(messages(found.judgements, options)));
}

}  // namespace

std::string message_key(const results::Case& found, const Options& options) {
  return key(signature(found.verdict, found.judgements, Options{.rules = options.rules}));
}

struct Faults::Rules {
  std::vector<Fault> faults;
  std::vector<FaultRule> rules;
  void add(std::vector<std::pair<Fault, FaultRule>>&& more) {
    for (auto& [fault, rule] : more) {
      faults.push_back(std::move(fault));
      rules.push_back(std::move(rule));
    }
  }
};

Faults::Faults() : rules_(std::make_shared<Rules>()) {}

Faults Faults::read(const std::vector<std::filesystem::path>& files) {
  auto rules = std::make_shared<Rules>();
  for (const std::filesystem::path& file : files) rules->add(faults_in(text_of(file), file));
  return Faults(std::move(rules));
}

Faults Faults::parse(std::string_view text, const std::filesystem::path& file) {
  auto rules = std::make_shared<Rules>();
  rules->add(faults_in(text, file));
  return Faults(std::move(rules));
}

const std::vector<Fault>& Faults::all() const { return rules_->faults; }

std::vector<std::size_t> Faults::of_campaign(std::string_view campaign) const {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < all().size(); ++i)
    for (const std::string& name : all()[i].campaigns)
      if (name == campaign) places.push_back(i);
  return places;
}

bool Faults::shows(std::size_t fault, const results::Case& found, const Options& options) const {
  const std::vector<std::string>& keys = all().at(fault).decision.keys;
  return (!keys.empty() && std::ranges::find(keys, message_key(found, options)) != keys.end()) ||
         rules_hold(fault, found, options);
}

bool Faults::has_rules(std::size_t fault) const { return !rules_->rules.at(fault).empty(); }

bool Faults::rules_hold(std::size_t fault, const results::Case& found, const Options& options) const {
  const FaultRule& rule = rules_->rules.at(fault);
  if (rule.empty()) return false;
  const auto holds_here = [&](const Condition& condition) { return holds(condition, found, options); };
  return holds_here(rule.own) && (rule.any.empty() || std::ranges::any_of(rule.any, holds_here)) &&
         std::ranges::none_of(rule.unless, holds_here);
}

}  // namespace smallscope::clustering
