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

std::uint64_t fnv1a(std::string_view text) {
  generators::Fnv1a hash;
  hash.add(text);
  return hash.value();
}

}  // namespace

bool Condition::holds(std::string_view label) const {
  return std::find(labels.begin(), labels.end(), label) != labels.end();
}

void throw_unknown_hole(std::size_t line, const std::string& path, const std::string& name, const HoleTable& holes) {
  if (std::find(holes.inner.begin(), holes.inner.end(), name) != holes.inner.end())
    throw Mistake(line, fmt::format("`{}` names the hole `{}`, which only values of other holes have; name the value "
                                    "of a hole that a template or a command has",
                                    path, name));
  throw Mistake(line, fmt::format("`{}` names the unknown hole `{}`; {}", path, name, suggestion(name, holes.names())));
}

std::vector<Condition> conditions_of(const Value& table, const HoleTable& holes) {
  if (!table.is_table() || table.entries.empty()) wrong_type(table, "a table such as { op = \"<<\", value = \"-1\" }");
  std::vector<Condition> conditions;
  for (const Entry& entry : table.entries) {
    const std::size_t hole = holes.index(entry.key);
    if (hole == HoleTable::npos) throw_unknown_hole(entry.line, table.path, entry.key, holes);
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
    const std::size_t width = table.holes.size();
    Combinations combinations(std::move(table.holes), width, digest);
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
