// SPDX-License-Identifier: Apache-2.0
#include "holes.hpp"

#include <fmt/format.h>
#include <smallscope/generators/hash.hpp>

#include <algorithm>
#include <unordered_map>

#include "alternatives.hpp"
#include "section.hpp"

namespace smallscope::program::specification {
namespace {

constexpr std::size_t most_shown = 64;  // labels collected for a message

bool is_hole_name(std::string_view name) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  return !name.empty() && letter(name.front()) &&
         std::all_of(name.begin(), name.end(), [&](char c) { return letter(c) || (c >= '0' && c <= '9') || c == '-'; });
}

void check_name(const Entry& entry) {
  if (!is_hole_name(entry.key))
    throw Mistake(entry.line,
                  fmt::format("`{}` cannot name a hole; use letters, digits, _ and -, a letter first", entry.key));
  if (entry.key == "input" || entry.key == "scratch" || entry.key == "here")
    throw Mistake(entry.line, fmt::format("`{0}` cannot name a hole: {{{0}}} has a meaning of its own in commands; "
                                          "choose another name",
                                          entry.key));
}

/// "a -> b -> a" if the dependencies lead from hole `name` back to it, otherwise "".
std::string cycle_from(const std::string& name, const Value& choices) {
  std::string text = name;
  const Value* at = choices.find(name);
  for (std::size_t steps = 0; at != nullptr && steps <= choices.entries.size(); ++steps) {
    const Value* depends = at->is_table() ? at->find("depends") : nullptr;
    if (depends == nullptr || !depends->is_string()) return {};
    text += " -> " + depends->text;
    if (depends->text == name) return text;
    at = choices.find(depends->text);
  }
  return {};
}

std::size_t parent_of(const Entry& entry, const HoleTable& before, const Value& choices) {
  const Value& depends = *entry.value.find("depends");
  const std::string& name = string_of(depends);
  if (const std::size_t parent = before.index(name); parent != HoleTable::npos) return parent;
  if (const std::string cycle = cycle_from(entry.key, choices); !cycle.empty())
    throw Mistake(depends.line,
                  fmt::format("`{}` is a cycle: {}; let one of the holes depend on none", depends.path, cycle));
  if (choices.find(name) != nullptr)
    throw Mistake(depends.line, fmt::format("`{}` is `{}`, which stands after it; move `{}` before `{}` (the first "
                                            "hole is the outermost)",
                                            depends.path, name, name, entry.key));
  std::vector<std::string> others;
  for (const Entry& other : choices.entries)
    if (other.key != entry.key) others.push_back(other.key);
  throw Mistake(depends.line,
                fmt::format("`{}` names the unknown hole `{}`; {}", depends.path, name, suggestion(name, others)));
}

/// The case of a dependent hole for each value of the hole that it depends on.
class Cases {
 public:
  Cases(const Section& section, const Hole& parent, const std::filesystem::path& directory, Hole& hole,
        std::string& description)
      : section_(section), parent_(parent), hole_(hole) {
    const Value& cases = section.require("cases", "cases = { VALUE = [...], ... }");
    if (!cases.is_table()) wrong_type(cases, fmt::format("a table with a case for each value of `{}`", parent.name));
    for (const Entry& entry : cases.entries) {
      if (!has_label(parent, entry.key))
        throw Mistake(entry.line, fmt::format("`{}` is not a value of `{}`; {}", entry.value.path, parent.name,
                                              suggestion(entry.key, labels_of(parent))));
      add(entry.value, entry.key, directory, description);
      of_label_.emplace(entry.key, static_cast<std::uint32_t>(hole.cases.size() - 1));
    }
    if (const Value* otherwise = section.find("otherwise")) {
      add(*otherwise, "otherwise", directory, description);
      otherwise_ = static_cast<std::uint32_t>(hole.cases.size() - 1);
    }
    for (const HoleValues& values : parent.cases) hole.branches.push_back(branches(values));
  }

 private:
  void add(const Value& value, const std::string& label, const std::filesystem::path& directory,
           std::string& description) {
    Alternatives alternatives = alternatives_of(value, directory);
    description += fmt::format("case {} {}\n", label, alternatives.description);
    hole_.cases.push_back(std::move(alternatives.values));
  }
  std::vector<std::uint32_t> branches(const HoleValues& values) const {
    generators::require_bindable(values.size());
    std::vector<std::uint32_t> result;
    values.walk(0, values.size(), [&](generators::Ordinal, const HoleValue& value) {
      const auto found = of_label_.find(value.label());
      if (found == of_label_.end() && !otherwise_)
        throw Mistake(section_.find("cases")->line,
                      fmt::format("`{}` has no case for `{}` = `{}`; add one, or `otherwise`",
                                  section_.find("cases")->path, parent_.name, value.label()));
      result.push_back(found == of_label_.end() ? *otherwise_ : found->second);
      return true;
    });
    return result;
  }
  const Section& section_;
  const Hole& parent_;
  Hole& hole_;
  std::unordered_map<std::string, std::uint32_t> of_label_;
  std::optional<std::uint32_t> otherwise_;
};

std::uint64_t fnv1a(std::string_view text) {
  generators::Fnv1a hash;
  hash.add(text);
  return hash.value();
}

}  // namespace

std::vector<std::string> HoleTable::names() const {
  std::vector<std::string> names;
  for (const Hole& hole : holes) names.push_back(hole.name);
  return names;
}

std::size_t HoleTable::index(std::string_view name) const {
  for (std::size_t i = 0; i < holes.size(); ++i)
    if (holes[i].name == name) return i;
  return npos;
}

std::vector<std::string> labels_of(const Hole& hole) {
  std::vector<std::string> labels;
  for (const HoleValues& values : hole.cases)
    for (std::string& label : labels_of(values, most_shown))
      if (std::find(labels.begin(), labels.end(), label) == labels.end()) labels.push_back(std::move(label));
  return labels;
}

bool has_label(const Hole& hole, std::string_view label) {
  return std::any_of(hole.cases.begin(), hole.cases.end(),
                     [&](const HoleValues& values) { return has_label(values, label); });
}

HoleTable holes_of(const Value* choices, const std::filesystem::path& directory) {
  HoleTable table;
  if (choices == nullptr) return table;
  if (!choices->is_table()) wrong_type(*choices, "a table of holes, such as type = [\"int\", \"long\"]");
  for (const Entry& entry : choices->entries) {
    check_name(entry);
    Hole hole{entry.key, {}, std::nullopt, {}};
    std::string description;
    if (entry.value.is_table() && entry.value.find("depends") != nullptr) {
      const Section section(entry.value, fmt::format("`{}`", entry.value.path), {"depends", "cases", "otherwise"});
      hole.parent = parent_of(entry, table, *choices);
      at_line_of(entry.value, [&] { Cases(section, table.holes[*hole.parent], directory, hole, description); });
      description = "depends " + table.holes[*hole.parent].name + "\n" + description;
    } else {
      Alternatives alternatives = alternatives_of(entry.value, directory);
      description = std::move(alternatives.description);
      hole.cases.push_back(std::move(alternatives.values));
    }
    table.holes.push_back(std::move(hole));
    table.values.push_back(&entry.value);
    table.descriptions.push_back(std::move(description));
  }
  return table;
}

bool Condition::holds(std::string_view label) const {
  return std::find(labels.begin(), labels.end(), label) != labels.end();
}

std::vector<Condition> conditions_of(const Value& table, const HoleTable& holes) {
  if (!table.is_table() || table.entries.empty()) wrong_type(table, "a table such as { op = \"<<\", value = \"-1\" }");
  std::vector<Condition> conditions;
  for (const Entry& entry : table.entries) {
    const std::size_t hole = holes.index(entry.key);
    if (hole == HoleTable::npos)
      throw Mistake(entry.line, fmt::format("`{}` names the unknown hole `{}`; {}", table.path, entry.key,
                                            suggestion(entry.key, holes.names())));
    Condition condition{hole, {}};
    const bool several = entry.value.is_list();
    const std::vector<Value> single = several ? std::vector<Value>{} : std::vector<Value>{entry.value};
    for (const Value& value : several ? entry.value.items : single) {
      if (!value.is_scalar()) wrong_type(value, "a value of the hole, or a list of such");
      if (!has_label(holes.holes[hole], value.text))
        throw Mistake(value.line, fmt::format("`{}` is not a value of `{}`; {}", value.text, entry.key,
                                              suggestion(value.text, labels_of(holes.holes[hole]))));
      condition.labels.push_back(value.text);
    }
    if (condition.labels.empty())
      throw Mistake(entry.line,
                    fmt::format("`{}` is an empty list, which no input matches; name a value", entry.value.path));
    conditions.push_back(std::move(condition));
  }
  return conditions;
}

Exclusions::Exclusions(const Value* exclude, const HoleTable& table) {
  if (exclude == nullptr) return;
  constexpr std::string_view expected = "a list of tables such as [{ op = \"<<\", value = [\"-1\", \"-2\"] }]";
  for (const Value& row : list_of(*exclude, expected)) {
    rows_.push_back(conditions_of(row, table));
    for (const Condition& condition : rows_.back())
      for (const std::string& label : condition.labels)
        description_ += fmt::format("{}={}:{},", table.holes[condition.hole].name, label.size(), label);
    description_ += '\n';
  }
}

bool Exclusions::excluded(const Combination& combination) const {
  return std::any_of(rows_.begin(), rows_.end(), [&](const std::vector<Condition>& row) {
    return std::all_of(row.begin(), row.end(), [&](const Condition& condition) {
      return condition.holds(combination[condition.hole].label());
    });
  });
}

generators::AnyGenerator<Combination> combinations_of(HoleTable table, Exclusions exclusions, const Value& inputs) {
  std::string content = exclusions.description();
  for (std::size_t i = 0; i < table.holes.size(); ++i)
    content += fmt::format("\n{} {}", table.holes[i].name, table.descriptions[i]);
  const std::string digest = fmt::format("{:016x}", fnv1a(content));
  const Value* choices = inputs.find("choices");
  std::optional<generators::AnyGenerator<Combination>> result;
  at_line_of(choices != nullptr ? *choices : inputs, [&] {
    Combinations combinations(std::move(table.holes), digest);
    if (exclusions.empty())
      result.emplace(std::move(combinations));
    else
      result.emplace(generators::filter(std::move(combinations),
                                        [exclusions = std::move(exclusions)](const Combination& combination) {
                                          return !exclusions.excluded(combination);
                                        }));
  });
  return *result;
}

}  // namespace smallscope::program::specification
