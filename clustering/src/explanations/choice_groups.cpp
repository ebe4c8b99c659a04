// SPDX-License-Identifier: Apache-2.0
#include "explanations/choice_groups.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace smallscope::clustering {

namespace {

/// "arguments[2]/type" is item 2 of the list "arguments[]/type".
std::optional<std::string> list_of(std::string_view choice) {
  const std::size_t open = choice.rfind('[');
  const std::size_t close = open == std::string_view::npos ? open : choice.find(']', open);
  if (close == std::string_view::npos) return std::nullopt;
  return std::string(choice.substr(0, open + 1)).append(choice.substr(close));
}

std::string_view root_of(std::string_view choice) { return choice.substr(0, choice.find_first_of("/[")); }

/// Without the root, the last first.
std::vector<std::string_view> segments_of(std::string_view choice) {
  std::vector<std::string_view> segments;
  const std::size_t root = root_of(choice).size();
  while (choice.size() > root) {
    const std::string_view segment = last_segment(choice);
    if (segment.size() >= choice.size()) break;
    segments.push_back(segment);
    choice.remove_suffix(segment.size() + 1);
  }
  return segments;
}

/// "operands[2]" is one of "operands[]".
std::optional<std::string> without_number(std::string_view segment) {
  if (!segment.ends_with(']')) return std::nullopt;
  return list_of(segment);
}

bool is_below(std::string_view choice, std::string_view root) {
  return choice.size() > root.size() && choice.starts_with(root) && root_of(choice) == root;
}

constexpr std::string_view below = "//";
constexpr std::string_view anything = "*";
constexpr std::string_view below_it = "//*";

int vagueness(std::string_view group) {
  if (group.find(below) == std::string_view::npos) return 0;
  return group.ends_with(anything) ? 2 : 1;
}

}  // namespace

std::string_view last_segment(std::string_view choice) {
  std::size_t stroke = choice.rfind('/');
  while (stroke != std::string_view::npos && stroke > 0 && choice[stroke - 1] == ' ')
    stroke = choice.rfind('/', stroke - 1);
  return choice.substr(stroke + 1);
}

std::vector<ChoiceGroup> groups_of(const std::vector<Attribute>& attributes) {
  std::set<std::string_view> trees;
  for (const Attribute& attribute : attributes)
    if (std::ranges::count(attribute.name, '/') > 1) trees.insert(root_of(attribute.name));
  std::map<std::string, std::vector<std::size_t>> members;
  std::map<std::string, std::set<std::ptrdiff_t>> depths;  // of each group of equal ends
  std::set<std::string> recursive;
  for (std::size_t number = 0; number < attributes.size(); ++number) {
    const Attribute& attribute = attributes[number];
    if (attribute.are_statements || is_computed(attribute)) continue;
    if (const auto list = list_of(attribute.name)) members[*list].push_back(number);
    const std::string_view root = root_of(attribute.name);
    if (!trees.contains(root)) continue;
    const std::string tree = std::string(root).append(below);
    members[tree + std::string(anything)].push_back(number);
    if (attribute.name == root) continue;
    const std::string_view segment = last_segment(attribute.name);
    members[tree + std::string(segment)].push_back(number);
    std::set<std::ptrdiff_t>& known = depths[tree + std::string(segment)];
    known.insert(std::ranges::count(attribute.name, '/'));
    if (known.size() > 1) recursive.insert(tree + std::string(anything));
    if (const auto items = without_number(segment)) members[tree + *items].push_back(number);
  }
  std::vector<ChoiceGroup> groups;
  for (auto& [name, of_group] : members)
    if (of_group.size() > 1) groups.push_back({name, std::move(of_group), recursive.contains(name)});
  // Of two names for the same choices, the one that says most.
  std::ranges::stable_sort(groups, {}, [](const ChoiceGroup& group) { return vagueness(group.name); });
  std::map<std::vector<std::size_t>, std::size_t> places;  // of different groups, by their members
  std::vector<ChoiceGroup> different;
  for (ChoiceGroup& group : groups) {
    const auto [place, is_new] = places.try_emplace(group.members, different.size());
    if (is_new)
      different.push_back(std::move(group));
    else
      different[place->second].is_tree |= group.is_tree;
  }
  return different;
}

std::vector<ChoiceGroup> parts_of_tree(const ChoiceGroup& tree, const std::vector<Attribute>& attributes) {
  std::map<std::string, std::set<std::size_t>> members;
  for (const std::size_t number : tree.members) {
    const std::string& name = attributes[number].name;
    const std::string root = std::string(root_of(name)).append(below);
    bool is_last = true;
    for (const std::string_view segment : segments_of(name)) {
      for (const std::string& called : {std::string(segment), without_number(segment).value_or("")}) {
        if (called.empty()) continue;
        if (is_last) members[root + called].insert(number);
        members[root + called + std::string(below_it)].insert(number);
      }
      is_last = false;
    }
  }
  std::vector<ChoiceGroup> parts;
  for (const auto& [name, of_part] : members)
    if (of_part.size() > 1) parts.push_back({name, {of_part.begin(), of_part.end()}, false});
  return parts;
}

bool have_like_places(std::string_view a, std::string_view b) {
  const auto first = static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
  const std::size_t begin = first == 0 ? 0 : a.rfind('/', first - 1) + 1;  // of the segment in which they differ
  const auto segment_of = [&](std::string_view name) { return name.substr(begin, name.substr(begin).find('/')); };
  const std::string_view of_a = segment_of(a), of_b = segment_of(b);
  return a.substr(begin + of_a.size()) == b.substr(begin + of_b.size()) && without_number(of_a) == without_number(of_b);
}

std::vector<std::string> said_of(std::string_view group, std::string_view label) {
  return {fmt::format("no {} is `{}`", group, label), fmt::format("some {} is `{}`", group, label)};
}

std::vector<std::string> labels_of(const ChoiceGroup& group, const Population& population) {
  std::map<std::string, std::size_t> members;  // by label: how many can have it
  for (const std::size_t member : group.members)
    for (const std::string& label : population.attributes()[member].labels) ++members[label];
  members.erase("");
  for (const Attribute& constant : population.constants())
    if (is_in_group(constant.name, group.name))
      for (const std::string& label : constant.labels) members.erase(label);
  std::vector<std::string> labels;
  for (const auto& [label, number] : members)
    if (number > 1) labels.push_back(label);
  return labels;
}

bool is_group_name(std::string_view name) {
  return name.find("[]") != std::string_view::npos || name.find(below) != std::string_view::npos;
}

bool is_in_group(std::string_view choice, std::string_view group) {
  if (list_of(choice) == group) return true;
  const std::size_t place = group.find(below);
  if (place == std::string_view::npos) return false;
  const std::string_view root = group.substr(0, place), segment = group.substr(place + below.size());
  if (segment == anything) return choice == root || is_below(choice, root);
  if (segment.ends_with(below_it)) {
    const std::string_view called = segment.substr(0, segment.size() - below_it.size());
    return is_below(choice, root) && std::ranges::any_of(segments_of(choice), [&](std::string_view each) {
             return each == called || without_number(each) == called;
           });
  }
  return is_below(choice, root) && (last_segment(choice) == segment || without_number(last_segment(choice)) == segment);
}

}  // namespace smallscope::clustering
