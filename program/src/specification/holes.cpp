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

void throw_unknown_hole(std::size_t line, const std::string& path, const std::string& name, const HoleTable& holes,
                        const std::string& example) {
  if (std::find(holes.inner.begin(), holes.inner.end(), name) != holes.inner.end())
    throw Mistake(line,
                  fmt::format("`{}` names the hole `{}`, which only values of other holes have; name {}", path, name,
                              example.empty() ? "the value of a hole that a template or a command has"
                                              : fmt::format("a choice of it, such as \"{}\"", example)));
  throw Mistake(line, fmt::format("`{}` names the unknown hole `{}`; {}", path, name, suggestion(name, holes.names())));
}

Operand operand_of(std::size_t line, const std::string& path, const std::string& name, const InnerChoices& holes) {
  if (const std::size_t hole = holes.table().index(name); hole != HoleTable::npos) return {hole};
  const std::size_t around = holes.hole_of(name);
  if (around == HoleTable::npos) throw_unknown_hole(line, path, name, holes.table(), holes.example_of(name));
  const HoleChoices& choices = holes.of(around);
  if (choices.labels.contains(name)) return {around, name};
  std::vector<std::string> known;
  for (const auto& [choice, labels] : choices.labels) known.push_back(choice);
  throw Mistake(line, fmt::format("`{}` names the choice `{}`, which no value of `{}` {}makes; {}", path, name,
                                  holes.table().holes[around].name, choices.is_complete ? "" : "that was looked at ",
                                  suggestion(name, known)));
}

std::vector<Condition> conditions_of(const Value& table, const InnerChoices& holes) {
  if (!table.is_table() || table.entries.empty()) wrong_type(table, "a table such as { op = \"<<\", value = \"-1\" }");
  std::vector<Condition> conditions;
  for (const Entry& entry : table.entries) {
    Condition condition{operand_of(entry.line, table.path, entry.key, holes), {}};
    const auto& [hole, choice] = condition.operand;
    const Hole& named = holes.table().holes[hole];
    const bool several = entry.value.is_list();
    const std::vector<Value> single = several ? std::vector<Value>{} : std::vector<Value>{entry.value};
    for (const Value& value : several ? entry.value.items : single) {
      if (!value.is_scalar()) wrong_type(value, "a value of the hole, or a list of such");
      if (choice.empty() ? !has_label(named, value.text) : !holes.has_label(hole, choice, value.text)) {
        std::vector<std::string> known = choice.empty() ? labels_of(named) : std::vector<std::string>();
        if (!choice.empty())
          known.assign(holes.of(hole).labels.at(choice).begin(), holes.of(hole).labels.at(choice).end());
        throw Mistake(value.line, fmt::format("`{}` is not a value of `{}`; {}", value.text, entry.key,
                                              suggestion(value.text, known)));
      }
      condition.labels.push_back(value.text);
    }
    if (condition.labels.empty())
      throw Mistake(entry.line,
                    fmt::format("`{}` is an empty list, which no input matches; name a value", entry.value.path));
    conditions.push_back(std::move(condition));
  }
  return conditions;
}

namespace {

/// Whether a value of `child` is possible beside one of `parent`, its only parent, which depends on nothing.
bool is_possible(const Hole& parent, const Condition& of_parent, const Hole& child, const Condition& of_child) {
  const HoleValues& values = parent.cases.front();
  for (generators::Ordinal each = 0; each < values.alternatives(); ++each) {
    if (!of_parent.holds(values.label_of(each))) continue;
    const HoleValues& possible = child.cases[child.links.cases[child.links.classes[0][0][each]]];
    if (std::ranges::any_of(of_child.labels, [&](const std::string& label) { return has_label(possible, label); }))
      return true;
  }
  return false;
}

/// Why no combination agrees with the row; "" if one may.
std::string obstacle_to(const Value& row, const std::vector<Condition>& conditions, const std::vector<Hole>& holes) {
  for (const Condition& of_child : conditions) {
    const Hole& child = holes[of_child.operand.hole];
    if (!of_child.operand.choice.empty() || child.links.parents.size() != 1) continue;
    const std::size_t number = child.links.parents.front();
    const Hole& parent = holes[number];
    const auto of_parent = std::ranges::find_if(conditions, [&](const Condition& condition) {
      return condition.operand.hole == number && condition.operand.choice.empty();
    });
    if (of_parent == conditions.end() || !parent.links.parents.empty()) continue;
    if (!is_possible(parent, *of_parent, child, of_child))
      return fmt::format("line {}: a row of `{}` excludes nothing: `{}` is never `{}` with that value of `{}`",
                         row.line, row.path, child.name, of_child.labels.front(), parent.name);
  }
  return {};
}

}  // namespace

std::vector<std::string> idle_exclusions(const Value* exclude, const InnerChoices& holes) {
  std::vector<std::string> doubts;
  if (exclude == nullptr) return doubts;
  for (const Value& row : exclude->items)
    if (std::string doubt = obstacle_to(row, conditions_of(row, holes), holes.table().holes); !doubt.empty())
      doubts.push_back(std::move(doubt));
  return doubts;
}

Exclusions::Exclusions(const Value* exclude, const InnerChoices& holes) {
  if (exclude == nullptr) return;
  constexpr std::string_view expected = "a list of tables such as [{ op = \"<<\", value = [\"-1\", \"-2\"] }]";
  for (const Value& row : list_of(*exclude, expected)) {
    rows_.push_back(conditions_of(row, holes));
    for (const auto& [operand, labels] : rows_.back()) {
      reads_choices_ = reads_choices_ || !operand.choice.empty();
      const std::string& name = operand.choice.empty() ? holes.table().holes[operand.hole].name : operand.choice;
      for (const std::string& label : labels) description_ += fmt::format("{}={}:{},", name, label.size(), label);
    }
    description_ += '\n';
  }
}

bool Exclusions::excluded(const Combination& combination, const std::function<generators::Choices()>& choices) const {
  std::optional<generators::Choices> made;
  const auto holds_of_value = [&](const Condition& condition) {
    return !condition.operand.choice.empty() || condition.holds(combination[condition.operand.hole].label());
  };
  const auto holds_of_choice = [&](const Condition& condition) {
    if (condition.operand.choice.empty()) return true;
    if (!made) made = choices();
    const auto found = std::ranges::find(*made, condition.operand.choice, &generators::Choice::name);
    return found != made->end() && condition.holds(found->label);
  };
  return std::ranges::any_of(rows_, [&](const std::vector<Condition>& row) {
    return std::ranges::all_of(row, holds_of_value) && std::ranges::all_of(row, holds_of_choice);
  });
}

namespace {

/// Combinations without those that are excluded by what was chosen within values. As generators::filter(), which sees
/// values only.
class WithoutExcluded : public generators::Fluent<WithoutExcluded> {
 public:
  using value_type = Combination;
  using Ordinal = generators::Ordinal;
  static constexpr bool can_discard = true;

  WithoutExcluded(Combinations all, Exclusions exclusions)
      : all_(std::move(all)), exclusions_(std::make_shared<const Exclusions>(std::move(exclusions))) {}
  Ordinal size() const { return all_.size(); }
  std::optional<Combination> at(Ordinal ordinal) const {
    std::optional<Combination> combination = all_.at(ordinal);
    if (combination && is_excluded(ordinal, *combination)) combination.reset();
    return combination;
  }
  template <class Sink>
  bool walk(Ordinal first, Ordinal last, Sink&& sink) const {
    return all_.walk(first, last, [&](Ordinal ordinal, const Combination& combination) {
      return is_excluded(ordinal, combination) || sink(ordinal, combination);
    });
  }
  void write_choices(Ordinal ordinal, generators::ChoiceWriter& writer) const { all_.write_choices(ordinal, writer); }
  Ordinal read_choices(generators::ChoiceReader& reader) const { return all_.read_choices(reader); }
  generators::Structure structure() const {
    return {"filter", "", size(), {all_.structure()}, generators::Contribution::child};
  }

 private:
  bool is_excluded(Ordinal ordinal, const Combination& combination) const {
    return exclusions_->excluded(combination, [&] { return generators::choices(all_, ordinal); });
  }
  Combinations all_;
  std::shared_ptr<const Exclusions> exclusions_;
};

}  // namespace

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
    else if (exclusions.reads_choices())
      result.emplace(WithoutExcluded(std::move(combinations), std::move(exclusions)));
    else
      result.emplace(generators::filter(std::move(combinations),
                                        [exclusions = std::move(exclusions)](const Combination& combination) {
                                          return !exclusions.excluded(combination, {});
                                        }));
  });
  return *result;
}

}  // namespace smallscope::program::specification
