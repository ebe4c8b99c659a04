// SPDX-License-Identifier: Apache-2.0
#include "explanations/relations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "explanations/literals.hpp"

namespace smallscope::clustering {

namespace {

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

/// By attribute: the numbers of its labels, ascending, without that of absence; equal labels have equal numbers.
std::vector<std::vector<std::uint32_t>> numbered_labels(const std::vector<Attribute>& attributes) {
  std::unordered_map<std::string_view, std::uint32_t> numbers;
  std::vector<std::vector<std::uint32_t>> labels;
  for (const Attribute& attribute : attributes) {
    std::vector<std::uint32_t>& own = labels.emplace_back();
    for (const std::string& label : attribute.labels)
      if (!label.empty()) own.push_back(numbers.try_emplace(label, numbers.size()).first->second);
    std::ranges::sort(own);
  }
  return labels;
}

bool have_two_in_common(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b) {
  std::size_t common = 0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size() && common < 2;)
    if (a[i] == b[j])
      ++common, ++i, ++j;
    else
      a[i] < b[j] ? ++i : ++j;
  return common == 2;
}

/// The pairs of nodes in like places: those whose names are the same but for one segment.
std::vector<std::pair<std::size_t, std::size_t>> like_nodes(const std::vector<Attribute>& attributes,
                                                            const std::vector<bool>& is_node) {
  std::unordered_map<std::string, std::vector<std::size_t>> alike;  // by the rest of the name
  for (std::size_t node = 0; node < attributes.size(); ++node) {
    if (!is_node[node]) continue;
    const std::string_view name = attributes[node].name;
    for (std::size_t begin = 0; begin <= name.size();) {
      const std::size_t end = std::min(name.find('/', begin), name.size());
      alike[fmt::format("{}\n{}", name.substr(0, begin), name.substr(end))].push_back(node);
      begin = end + 1;
    }
  }
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (const auto& [rest, nodes] : alike)
    for (std::size_t i = 0; i < nodes.size(); ++i)
      for (std::size_t j = i + 1; j < nodes.size(); ++j)
        if (have_like_places(attributes[nodes[i]].name, attributes[nodes[j]].name))
          pairs.emplace_back(nodes[i], nodes[j]);
  std::ranges::sort(pairs);
  pairs.erase(std::ranges::unique(pairs).begin(), pairs.end());
  return pairs;
}

}  // namespace

PossibleRelations::PossibleRelations(const Population& population)
    : attributes_(population.attributes()), groups_(groups_of(attributes_)) {
  std::vector<bool> is_node(attributes_.size());
  for (const ChoiceGroup& group : groups_)
    for (const std::size_t member : group.members) is_node[member] = is_node[member] || group.is_tree;
  std::vector<std::pair<std::size_t, std::size_t>> pairs = like_nodes(attributes_, is_node);
  for (std::size_t choice = 0; choice < attributes_.size(); ++choice)
    for (std::size_t other = 0; other < attributes_.size() && !is_node[choice]; ++other)
      if (choice < other || (is_node[other] && other < choice)) pairs.emplace_back(std::minmax(choice, other));
  std::ranges::sort(pairs);
  const std::vector<std::vector<std::uint32_t>> labels = numbered_labels(attributes_);
  std::vector<bool> are_numbers_of(attributes_.size());
  for (std::size_t i = 0; i < attributes_.size(); ++i) are_numbers_of[i] = are_numbers(attributes_[i]);
  for (const auto& [left, right] : pairs) {
    if (attributes_[left].are_statements || attributes_[right].are_statements) continue;
    if (are_numbers_of[left] && are_numbers_of[right])
      all_.push_back({DerivedAttribute::Kind::order, left, right});
    else if (have_two_in_common(labels[left], labels[right]))
      all_.push_back({DerivedAttribute::Kind::equality, left, right});
  }
  for (std::size_t group = 0; group < groups_.size(); ++group) {
    labels_.push_back(labels_of(groups_[group], population));
    for (std::size_t label = 0; label < labels_.back().size(); ++label)
      all_.push_back({DerivedAttribute::Kind::some_item, group, label});
  }
}

DerivedAttribute PossibleRelations::derived(const Relation& relation) const {
  const auto& [kind, first, second] = relation;
  if (kind == DerivedAttribute::Kind::some_item) return some_item(attributes_, groups_[first], labels_[first][second]);
  return kind == DerivedAttribute::Kind::order ? order(attributes_, first, second)
                                               : equality(attributes_, first, second);
}

}  // namespace smallscope::clustering
