// SPDX-License-Identifier: Apache-2.0
#include "explanations/relations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "explanations/choice_groups.hpp"
#include "explanations/literals.hpp"

namespace smallscope::clustering {

namespace {

std::size_t labels_in_common(const Attribute& a, const Attribute& b) {
  const std::set<std::string_view> known(a.labels.begin(), a.labels.end());
  return static_cast<std::size_t>(std::ranges::count_if(
      b.labels, [&](const std::string& label) { return !label.empty() && known.contains(label); }));
}

/// Present in every input, so that order means something.
bool are_numbers(const Attribute& attribute) {
  return is_numeric(attribute) && std::ranges::find(attribute.labels, "") == attribute.labels.end();
}

DerivedAttribute equality(const std::vector<Attribute>& attributes, std::size_t left, std::size_t right) {
  const Attribute &a = attributes[left], &b = attributes[right];
  return {.name = fmt::format("{} = {}", a.name, b.name),
          .labels = {fmt::format("{} differs from {}", a.name, b.name), fmt::format("{} = {}", a.name, b.name)},
          .from = {left, right},
          .value = [first = a.labels, second = b.labels](
                       std::span<const Value> values) { return Value{first[values[0]] == second[values[1]]}; },
          .kind = DerivedAttribute::Kind::equality,
          .of = {a.name, b.name}};
}

DerivedAttribute order(const std::vector<Attribute>& attributes, std::size_t left, std::size_t right) {
  const auto numbers_of = [](const Attribute& attribute) {
    std::vector<long long> numbers;
    for (const std::string& label : attribute.labels) numbers.push_back(*number_of(label));
    return numbers;
  };
  const Attribute &a = attributes[left], &b = attributes[right];
  return {.name = fmt::format("{} against {}", a.name, b.name),
          .labels = {fmt::format("{} < {}", a.name, b.name), fmt::format("{} = {}", a.name, b.name),
                     fmt::format("{} > {}", a.name, b.name)},
          .from = {left, right},
          .value =
              [first = numbers_of(a), second = numbers_of(b)](std::span<const Value> values) {
                const long long x = first[values[0]], y = second[values[1]];
                return x < y ? Value{0} : x == y ? Value{1} : Value{2};
              },
          .kind = DerivedAttribute::Kind::order,
          .of = {a.name, b.name}};
}

DerivedAttribute some_item(const std::vector<Attribute>& attributes, const ChoiceGroup& group,
                           const std::string& label) {
  std::vector<std::optional<Value>> wanted;  // by item: the value that has the label
  for (const std::size_t item : group.members) {
    const auto& labels = attributes[item].labels;
    const auto place = std::ranges::find(labels, label);
    wanted.push_back(place == labels.end() ? std::nullopt : std::optional(static_cast<Value>(place - labels.begin())));
  }
  return {.name = said_of(group.name, label)[1],
          .labels = said_of(group.name, label),
          .from = group.members,
          .value =
              [wanted](std::span<const Value> values) {
                for (std::size_t i = 0; i < values.size(); ++i)
                  if (wanted[i] == values[i]) return Value{1};
                return Value{0};
              },
          .kind = DerivedAttribute::Kind::some_item,
          .of = {group.name, label}};
}

}  // namespace

std::vector<DerivedAttribute> relations_of(const Population& population) {
  const std::vector<Attribute>& attributes = population.attributes();
  const std::vector<ChoiceGroup> groups = groups_of(attributes);
  std::vector<bool> is_node(attributes.size());
  for (const ChoiceGroup& group : groups)
    for (const std::size_t member : group.members) is_node[member] = is_node[member] || group.is_tree;
  const auto may_compare = [&](std::size_t left, std::size_t right) {
    return is_node[left] && is_node[right] ? have_like_places(attributes[left].name, attributes[right].name) : true;
  };
  std::vector<DerivedAttribute> relations;
  for (std::size_t left = 0; left < attributes.size(); ++left) {
    if (attributes[left].are_statements) continue;
    for (std::size_t right = left + 1; right < attributes.size(); ++right) {
      if (attributes[right].are_statements || !may_compare(left, right)) continue;
      if (are_numbers(attributes[left]) && are_numbers(attributes[right]))
        relations.push_back(order(attributes, left, right));
      else if (labels_in_common(attributes[left], attributes[right]) >= 2)
        relations.push_back(equality(attributes, left, right));
    }
  }
  for (const ChoiceGroup& group : groups)
    for (const std::string& label : labels_of(group, population))
      relations.push_back(some_item(attributes, group, label));
  return relations;
}

}  // namespace smallscope::clustering
