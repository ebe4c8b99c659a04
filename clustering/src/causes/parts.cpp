// SPDX-License-Identifier: Apache-2.0
// Causes of failures that are in parts already.
#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <numeric>

#include <smallscope/clustering/causes/causes.hpp>

#include "causes/joining.hpp"

namespace smallscope::clustering {

namespace {

using Numbers = std::span<const std::uint32_t>;

std::vector<std::uint32_t> some_of(Numbers numbers, const std::vector<std::size_t>& places) {
  std::vector<std::uint32_t> some;
  for (const std::size_t place : places) some.push_back(numbers[place]);
  return some;
}

bool are_equal(const std::vector<std::uint32_t>& numbers) {
  return std::ranges::all_of(numbers, [&](std::uint32_t each) { return each == numbers.front(); });
}

void join(CauseGroup& into, const CauseGroup& from) {
  into.causes.insert(into.causes.end(), from.causes.begin(), from.causes.end());
  into.deciding.insert(into.deciding.end(), from.deciding.begin(), from.deciding.end());
  into.bits = into.bits_apart = 0;
  std::vector<std::uint32_t> kinds;
  std::ranges::set_union(into.kinds, from.kinds, std::back_inserter(kinds));
  into.kinds = std::move(kinds);
  into.members.insert(into.members.end(), from.members.begin(), from.members.end());
  std::ranges::sort(into.members);
}

/// One group for each kind of message and verdict.
std::vector<CauseGroup> by_kind(const std::vector<std::size_t>& members, Numbers kinds, Numbers verdicts) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, CauseGroup> groups;
  for (const std::size_t member : members) groups[{verdicts[member], kinds[member]}].members.push_back(member);
  std::vector<CauseGroup> result;
  for (auto& [kind, group] : groups) {
    list_kinds(group, kinds);
    result.push_back(std::move(group));
  }
  return result;
}

/// Groups of one verdict that have a kind of message in common become one, which may have common kinds with further
/// ones.
std::vector<CauseGroup> joined_by_kind(std::vector<CauseGroup> groups, Numbers verdicts) {
  const auto are_one = [&](const CauseGroup& a, const CauseGroup& b) {
    return verdicts[a.members.front()] == verdicts[b.members.front()] &&
           std::ranges::find_first_of(a.kinds, b.kinds) != a.kinds.end();
  };
  std::vector<CauseGroup> result;
  for (CauseGroup& group : groups) {
    for (std::size_t i = 0; i < result.size();) {
      if (!are_one(result[i], group)) {
        ++i;
        continue;
      }
      CauseGroup joined = std::move(result[i]);
      result.erase(result.begin() + static_cast<std::ptrdiff_t>(i));
      join(joined, group);
      group = std::move(joined);
    }
    result.push_back(std::move(group));
  }
  return result;
}

/// The groups by their first member.
Causes ordered(std::vector<CauseGroup> groups, std::size_t failing, std::size_t left_apart) {
  Causes result{.groups = std::move(groups), .group_of = std::vector<std::size_t>(failing), .left_apart = left_apart};
  std::ranges::sort(result.groups, {}, [](const CauseGroup& group) { return group.members.front(); });
  for (std::size_t group = 0; group < result.groups.size(); ++group)
    for (const std::size_t member : result.groups[group].members) result.group_of[member] = group;
  return result;
}

}  // namespace

Causes find_causes_in_parts(const Explainer* explainer, Numbers kinds, Numbers verdicts, Numbers part_of,
                            const CauseOptions& options) {
  std::map<std::uint32_t, std::vector<std::size_t>> parts;
  for (std::size_t failing = 0; failing < part_of.size(); ++failing) parts[part_of[failing]].push_back(failing);
  Causes result;
  for (const auto& [part, members] : parts) {
    const std::vector<std::uint32_t> own_kinds = some_of(kinds, members), own_verdicts = some_of(verdicts, members);
    std::vector<CauseGroup> groups;
    if (!explainer || are_equal(own_kinds)) {
      groups = by_kind(members, kinds, verdicts);
    } else {
      Causes found = find_causes(explainer->among(members), own_kinds, own_verdicts, options);
      result.left_apart += found.left_apart;
      groups = std::move(found.groups);
      for (CauseGroup& group : groups)
        for (std::size_t& member : group.members) member = members[member];
      groups = joined_by_kind(std::move(groups), verdicts);
    }
    for (CauseGroup& group : groups) {
      group.part = part;
      result.groups.push_back(std::move(group));
    }
  }
  return ordered(std::move(result.groups), part_of.size(), result.left_apart);
}

Causes divided_by_code(Causes causes, Numbers kinds, std::vector<CodeElement>& elements,
                       const std::function<CodeParts(std::span<const std::size_t> members)>& parts_of,
                       const Divides& divides) {
  std::vector<CauseGroup> groups;
  std::vector<std::size_t> order(causes.groups.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater{},
                           [&](std::size_t number) { return causes.groups[number].members.size(); });
  for (const std::size_t number : order) {
    CauseGroup& group = causes.groups[number];
    const CodeParts parts = parts_of(group.members);
    const auto first = static_cast<std::uint32_t>(elements.size());
    const auto none = static_cast<std::uint32_t>(parts.elements.size());
    elements.insert(elements.end(), parts.elements.begin(), parts.elements.end());
    // What no element divides stays together, and belongs to the element of most of its members.
    std::map<std::uint32_t, CauseGroup> divided;
    std::map<std::uint32_t, std::size_t> others;
    for (std::size_t i = 0; i < group.members.size(); ++i) {
      const std::uint32_t element = parts.element_of[i];
      const bool is_apart = element != none && divides(parts.elements[element], kinds[group.members[i]]);
      divided[is_apart ? element : none].members.push_back(group.members[i]);
      if (!is_apart) ++others[element];
    }
    for (auto& [element, part] : divided) {
      const std::uint32_t responsible =
          element != none ? element
                          : std::ranges::max_element(others, {}, [](const auto& each) { return each.second; })->first;
      if (divided.size() == 1) {
        part = std::move(group);
      } else {
        part.causes = group.causes;
        part.deciding = group.deciding;
        part.divided = number;
        list_kinds(part, kinds);
      }
      if (responsible != none) part.part = first + responsible;
      groups.push_back(std::move(part));
    }
  }
  return ordered(std::move(groups), causes.group_of.size(), causes.left_apart);
}

GroupComparison compare_in_part(const Explainer& explainer, Numbers kinds, const Causes& causes, const CauseGroup& a,
                                const CauseGroup& b) {
  std::vector<std::size_t> members;
  for (const CauseGroup& group : causes.groups)
    if (group.part == a.part) members.insert(members.end(), group.members.begin(), group.members.end());
  std::ranges::sort(members);
  const auto within = [&](CauseGroup group) {
    for (std::size_t& member : group.members)
      member = static_cast<std::size_t>(std::ranges::lower_bound(members, member) - members.begin());
    return group;
  };
  return compare_groups(explainer.among(members), some_of(kinds, members), {}, within(a), within(b));
}

}  // namespace smallscope::clustering
