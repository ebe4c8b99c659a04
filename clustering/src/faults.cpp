// SPDX-License-Identifier: Apache-2.0
#include <smallscope/clustering/faults.hpp>

#include <fmt/format.h>
#include <toml++/toml.h>

#include <optional>
#include <smallscope/oracles/pattern.hpp>
#include <sstream>
#include <stdexcept>

namespace smallscope::clustering {

namespace {

using OptionalPattern = std::optional<oracles::Pattern>;

/// The rules of one fault; an absent rule holds for every case.
struct FaultRule {
  OptionalPattern messages, input;
  std::vector<std::pair<std::string, oracles::Pattern>> observed;
  bool empty() const { return !messages && !input && observed.empty(); }
};

bool holds(const OptionalPattern& pattern, const std::string& text) { return !pattern || pattern->occurs_in(text); }

/// Reads one table [[fault]].
class Reader {
 public:
  Reader(const std::filesystem::path& file, const toml::table& table) : file_(file), table_(table) {}

  std::pair<Fault, FaultRule> read() {
    Fault fault;
    FaultRule rule;
    for (const auto& [key, node] : table_) {
      const std::string name(key.str());
      if (name == "campaign")
        fault.campaigns = texts(name, node);
      else if (name == "name")
        fault.name = text(name, node);
      else if (name == "program")
        fault.program = text(name, node);
      else if (name == "why")
        fault.why = text(name, node);
      else if (name == "note")
        fault.note = text(name, node);
      else if (name == "messages")
        rule.messages = pattern(name, node);
      else if (name == "input")
        rule.input = pattern(name, node);
      else if (name == "observed")
        rule.observed = observed(node);
      else
        refuse(node,
               fmt::format("unknown key '{}'; a fault has campaign, name, messages, input, observed, program, why "
                           "and note",
                           name));
    }
    if (fault.name.empty()) refuse(table_, "a fault has no name; give it one");
    if (fault.campaigns.empty())
      refuse(table_, fmt::format("the fault '{}' has no campaign; name the campaign that shows it", fault.name));
    if (rule.empty())
      refuse(table_, fmt::format("the fault '{}' has no rule; give it messages, input or observed.NAME, a regular "
                                 "expression each",
                                 fault.name));
    return {std::move(fault), std::move(rule)};
  }

 private:
  [[noreturn]] void refuse(const toml::node& node, const std::string& problem) const {
    throw FaultsError(fmt::format("{}:{}: {}", file_.string(), node.source().begin.line, problem));
  }
  std::string text(const std::string& key, const toml::node& node) const {
    if (!node.is_string()) refuse(node, fmt::format("'{}' is not a text; write it in quotes", key));
    return **node.as_string();
  }
  std::vector<std::string> texts(const std::string& key, const toml::node& node) const {
    if (!node.is_array()) return {text(key, node)};
    std::vector<std::string> all;
    for (const toml::node& element : *node.as_array()) all.push_back(text(key, element));
    return all;
  }
  oracles::Pattern pattern(const std::string& key, const toml::node& node) const {
    const std::string expression = text(key, node);
    try {
      return oracles::Pattern(expression);
    } catch (const std::invalid_argument& error) {
      refuse(node, fmt::format("'{}' is not a regular expression: {} ({})", key, expression, error.what()));
    }
  }
  std::vector<std::pair<std::string, oracles::Pattern>> observed(const toml::node& node) const {
    if (!node.is_table())
      refuse(node, "'observed' is not a table; write observed.NAME = 'regular expression', such as observed.after");
    std::vector<std::pair<std::string, oracles::Pattern>> all;
    for (const auto& [name, expression] : *node.as_table())
      all.emplace_back(std::string(name.str()), pattern(fmt::format("observed.{}", name.str()), expression));
    return all;
  }

  const std::filesystem::path& file_;
  const toml::table& table_;
};

std::vector<std::pair<Fault, FaultRule>> faults_in(const std::filesystem::path& file) {
  std::vector<std::pair<Fault, FaultRule>> faults;
  try {
    const toml::table document = toml::parse_file(file.string());
    for (const auto& [key, node] : document) {
      const toml::array* const tables = node.as_array();
      if (key.str() != "fault" || tables == nullptr || !tables->is_array_of_tables())
        throw FaultsError(fmt::format("{}:{}: '{}' is not an array of tables [[fault]]", file.string(),
                                      node.source().begin.line, key.str()));
      for (const toml::node& table : *tables) faults.push_back(Reader(file, *table.as_table()).read());
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

}  // namespace

struct Faults::Rules {
  std::vector<Fault> faults;
  std::vector<FaultRule> rules;
};

Faults::Faults() : rules_(std::make_shared<Rules>()) {}

Faults Faults::read(const std::vector<std::filesystem::path>& files) {
  auto rules = std::make_shared<Rules>();
  for (const std::filesystem::path& file : files) {
    for (auto& [fault, rule] : faults_in(file)) {
      rules->faults.push_back(std::move(fault));
      rules->rules.push_back(std::move(rule));
    }
  }
  Faults faults;
  faults.rules_ = std::move(rules);
  return faults;
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
  const FaultRule& rule = rules_->rules.at(fault);
  if (!holds(rule.messages, joined(messages(found.judgements, options)))) return false;
  if (rule.input) {
    std::string files;
    for (const subjects::NamedText& text : found.input.files) files += text.text + "\n";
    if (!holds(rule.input, files)) return false;
  }
  for (const auto& [name, pattern] : rule.observed) {
    const std::string* const text = subjects::find(found.observed, name);
    if (text == nullptr || !pattern.occurs_in(*text)) return false;
  }
  return true;
}

}  // namespace smallscope::clustering
