// SPDX-License-Identifier: Apache-2.0
// How holes that depend on others are read.
#include <fmt/format.h>

#include <algorithm>

#include "levels.hpp"

namespace smallscope::program::specification {
namespace {

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

}  // namespace

bool is_dependent(const Value& value) {
  return value.is_table() && (value.find("depends") != nullptr || value.find("cases") != nullptr);
}

std::size_t Levels::parent_of(std::size_t hole, const Value& name) const {
  const Entry& entry = choices_->entries[hole];
  const std::size_t parent = this->hole(string_of(name));
  if (parent != no_hole && parent < hole) return parent;
  if (const std::string cycle = cycle_from(entry.key, *choices_); !cycle.empty())
    throw Mistake(name.line, fmt::format("`{}` is a cycle: {}; let one of the holes depend on none", name.path, cycle));
  if (parent != no_hole)
    throw Mistake(name.line,
                  fmt::format("`{}` is `{}`, which {}; move `{}` before `{}` (the first "
                              "hole is the outermost)",
                              name.path, name.text, parent == hole ? "is the hole itself" : "stands after it",
                              name.text, entry.key));
  std::vector<std::string> others;
  for (const std::string& other : names_)
    if (other != entry.key) others.push_back(other);
  throw Mistake(name.line, fmt::format("`{}` names the unknown hole `{}`; {}", name.path, name.text,
                                       suggestion(name.text, others)));
}

std::vector<std::size_t> Levels::parents_of(std::size_t hole) const {
  const Value& table = choices_->entries[hole].value;
  std::set<std::size_t> parents;
  if (const Value* depends = table.find("depends")) {
    constexpr std::string_view expected = "the name of a hole, or a list of names such as [\"type\", \"operator\"]";
    if (!depends->is_list()) {
      if (!depends->is_string()) wrong_type(*depends, expected);
      return {parent_of(hole, *depends)};
    }
    if (depends->items.empty()) wrong_type(*depends, expected);
    for (const Value& name : depends->items) parents.insert(parent_of(hole, name));
  } else {
    throw Mistake(table.line,
                  fmt::format("`{}` has `cases`, but does not say of what; add depends = \"HOLE\"", table.path));
  }
  return {parents.begin(), parents.end()};
}

Levels::Built Levels::build_dependent(std::size_t hole, const Around& around) const {
  const Value& value = choices_->entries[hole].value;
  const Section section(value, fmt::format("`{}`", value.path), {"depends", "cases", "otherwise"});
  Built made;
  Selector& selector = made.selector.emplace();
  selector.parents = parents_of(hole);
  const Around all{std::vector<bool>(text_names_.size(), true), {}};
  const Value& cases = section.require("cases", "cases = { VALUE = [...], ... }");
  selector.cases = &cases;
  const auto add = [&](const Value& values, const std::string& label) {
    Alternatives alternatives = alternatives_of(values, {*this, around});
    made.description += fmt::format("case {} {}\n", label, alternatives.description);
    made.cases.push_back(std::move(alternatives.values));
    return static_cast<std::uint32_t>(made.cases.size() - 1);
  };
  const auto require_label = [&](std::size_t parent, const std::string& label, std::size_t line,
                                 const std::string& path) {
    const Hole shown{names_[parent], 0, built(parent, all).cases, {}};
    if (!has_label(shown, label))
      throw Mistake(line, fmt::format("`{}` is not a value of `{}`; {}", path, names_[parent],
                                      suggestion(label, labels_of(shown))));
  };
  if (cases.is_list()) {
    for (const Value& row : cases.items) {
      const Section one(row, fmt::format("`{}`", cases.path), {"when", "values"});
      const Value& when = one.require("when", "the values that it is for: when = { type = \"int\" }");
      const Value& values = one.require("values", "what the hole holds then: values = [0, 1]");
      if (!when.is_table() || when.entries.empty()) wrong_type(when, "a table such as { type = \"int\" }");
      CaseRow made_row{std::vector<std::vector<std::string>>(selector.parents.size()), 0};
      std::string label;
      for (const Entry& entry : when.entries) {
        const auto parent = std::find(selector.parents.begin(), selector.parents.end(), this->hole(entry.key));
        if (parent == selector.parents.end())
          throw Mistake(entry.line, fmt::format("`{}` names `{}`, on which the hole does not depend; add it to "
                                                "`depends`",
                                                when.path, entry.key));
        std::vector<std::string>& labels = made_row.labels[static_cast<std::size_t>(parent - selector.parents.begin())];
        const std::vector<Value> single{entry.value};
        for (const Value& item : entry.value.is_list() ? entry.value.items : single) {
          if (!item.is_scalar()) wrong_type(item, "a value of the hole, or a list of such");
          require_label(*parent, item.text, item.line, item.text);
          labels.push_back(item.text);
          describe(label, entry.key);
          describe(label, item.text);
        }
        if (labels.empty())
          throw Mistake(entry.line,
                        fmt::format("`{}` is an empty list, which no input matches; name a value", entry.value.path));
      }
      made_row.which = add(values, label);
      selector.rows.push_back(std::move(made_row));
    }
  } else {
    if (selector.parents.size() != 1)
      wrong_type(cases,
                 "a list such as [{ when = { type = \"int\", op = \"<<\" }, values = [0, 1] }], because the "
                 "hole depends on several");
    const std::size_t parent = selector.parents.front();
    if (!cases.is_table()) wrong_type(cases, fmt::format("a table with a case for each value of `{}`", names_[parent]));
    for (const Entry& entry : cases.entries) {
      require_label(parent, entry.key, entry.line, entry.value.path);
      selector.rows.push_back({{{entry.key}}, add(entry.value, entry.key)});
    }
  }
  if (const Value* otherwise = section.find("otherwise")) selector.otherwise = add(*otherwise, "otherwise");
  std::string parents;
  for (const std::size_t parent : selector.parents) parents += (parents.empty() ? "" : ", ") + names_[parent];
  made.description = "depends " + parents + "\n" + made.description;
  return made;
}

}  // namespace smallscope::program::specification
