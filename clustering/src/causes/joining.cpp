// SPDX-License-Identifier: Apache-2.0
#include "causes/joining.hpp"

#include <algorithm>
#include <numeric>
#include <queue>
#include <set>
#include <tuple>

namespace smallscope::clustering {

void list_kinds(CauseGroup& group, std::span<const std::uint32_t> kinds) {
  std::ranges::sort(group.members);
  std::set<std::uint32_t> found;
  for (const std::size_t member : group.members) found.insert(kinds[member]);
  group.kinds.assign(found.begin(), found.end());
}

Joining::Side Joining::side_of(const CauseGroup& group) const {
  Side side{RowSet(description_.rows()), {}, 0};
  for (const std::size_t member : group.members) side.rows.insert(description_.row_of(member));
  const DecidingChoices choices(explainer_, kinds_);
  const MarkedMembers members(group.members, explainer_, kinds_);
  for (std::size_t attribute = 0; attribute < explainer_.population().attributes().size(); ++attribute)
    side.values.push_back(choices.values_of(members, attribute));
  side.bits = description_.bits(side.rows);
  return side;
}

/// How much shorter describing two groups together is, as a share of the shorter description.
double Joining::shared(const Side& a, const Side& b, double joined) const {
  const double shorter = std::min(a.bits, b.bits);
  return shorter > 0 ? (a.bits + b.bits - joined) / shorter : 0;
}

/// An attribute of which neither side has a value of the other.
std::optional<std::size_t> Joining::deciding(const Side& a, const Side& b, const std::vector<bool>& echoes) const {
  for (std::size_t attribute = 0; attribute < a.values.size(); ++attribute)
    if (!echoes[attribute] && (a.values[attribute] & b.values[attribute]).empty()) return attribute;
  return std::nullopt;
}

/// Whether they differ in an attribute that messages echo.
bool Joining::is_echo(const Side& a, const Side& b, const std::vector<bool>& echoes) const {
  for (std::size_t attribute = 0; attribute < a.values.size(); ++attribute)
    if (echoes[attribute] && (a.values[attribute] & b.values[attribute]).empty()) return true;
  return false;
}

bool Joining::may_join(const CauseGroup& a, const Side& of_a, const CauseGroup& b, const Side& of_b,
                       const std::vector<bool>& echoes) const {
  if (!messages_tell_ || std::ranges::find_first_of(a.kinds, b.kinds) != a.kinds.end()) return true;
  // Nothing but its choices speaks for a failure with a message of its own, unless the message says what they are.
  if (a.members.size() == 1 || b.members.size() == 1) return is_echo(of_a, of_b, echoes);
  return !deciding(of_a, of_b, echoes);
}

/// By attribute: whether its values are in more than two classes, so that messages say which value it is.
std::vector<bool> Joining::echoed_by(std::span<const std::size_t> of) const {
  std::vector<bool> echoes;
  const DecidingChoices choices(explainer_, kinds_);
  const MarkedMembers members(of, explainer_, kinds_);
  for (std::size_t attribute = 0; attribute < explainer_.population().attributes().size(); ++attribute)
    echoes.push_back(choices.classes(members, attribute).size() > 2);
  return echoes;
}

GroupComparison Joining::compare(const CauseGroup& a, const CauseGroup& b) const {
  const Side of_a = side_of(a), of_b = side_of(b);
  GroupComparison comparison{.shared = shared(of_a, of_b, description_.bits(of_a.rows | of_b.rows))};
  if (!messages_tell_ || std::ranges::find_first_of(a.kinds, b.kinds) != a.kinds.end()) return comparison;
  comparison.is_lone = a.members.size() == 1 || b.members.size() == 1;
  comparison.deciding = deciding(of_a, of_b, std::vector<bool>(of_a.values.size()));
  return comparison;
}

void Joining::join(std::vector<CauseGroup>& groups, std::size_t tried, double least_shared) const {
  struct Pair {
    double shared = 0, joined = 0;
    std::size_t a = 0, b = 0, version_a = 0, version_b = 0;
    bool operator<(const Pair& other) const {
      return std::tuple(shared, other.a, other.b) < std::tuple(other.shared, a, b);
    }
  };
  std::vector<Side> sides;
  for (std::size_t group = 0; group < tried; ++group) {
    sides.push_back(side_of(groups[group]));
    groups[group].bits = groups[group].bits_apart = sides.back().bits;
  }
  std::vector<std::size_t> versions(tried), neighbourhood(tried);
  std::iota(neighbourhood.begin(), neighbourhood.end(), std::size_t{0});
  std::vector<Pair> found;
  const auto compare = [&](std::size_t a, std::size_t b) {
    if (verdicts_[groups[a].members.front()] != verdicts_[groups[b].members.front()]) return;
    const double joined = description_.bits(sides[a].rows | sides[b].rows);
    const double share = shared(sides[a], sides[b], joined);
    if (share >= least_shared) found.push_back({share, joined, a, b, versions[a], versions[b]});
  };
  for (std::size_t a = 0; a < tried; ++a)
    for (std::size_t b = a + 1; b < tried; ++b) compare(a, b);
  for (const Pair& pair : found)
    if (neighbourhood[pair.a] != neighbourhood[pair.b])
      std::ranges::replace(neighbourhood, std::size_t{neighbourhood[pair.b]}, std::size_t{neighbourhood[pair.a]});
  std::vector<std::vector<bool>> echoes(tried);  // by neighbourhood
  for (std::size_t group = 0; group < tried; ++group) {
    std::vector<std::size_t> members;
    for (std::size_t other = 0; other < tried; ++other)
      if (neighbourhood[other] == group)
        members.insert(members.end(), groups[other].members.begin(), groups[other].members.end());
    echoes[group] = echoed_by(members);
  }
  std::priority_queue<Pair> pairs;
  const auto consider_found = [&] {
    for (const Pair& pair : found)
      if (may_join(groups[pair.a], sides[pair.a], groups[pair.b], sides[pair.b], echoes[neighbourhood[pair.a]]))
        pairs.push(pair);
    found.clear();
  };
  consider_found();
  while (!pairs.empty()) {
    const Pair best = pairs.top();
    pairs.pop();
    if (versions[best.a] != best.version_a || versions[best.b] != best.version_b) continue;
    CauseGroup &into = groups[best.a], &from = groups[best.b];
    into.members.insert(into.members.end(), from.members.begin(), from.members.end());
    into.bits = best.joined;
    into.bits_apart += from.bits_apart;
    from.members.clear();
    list_kinds(into, kinds_);
    sides[best.a].rows |= sides[best.b].rows;
    sides[best.a].bits = best.joined;
    for (std::size_t attribute = 0; attribute < sides[best.a].values.size(); ++attribute)
      sides[best.a].values[attribute] |= sides[best.b].values[attribute];
    ++versions[best.a], ++versions[best.b];
    for (std::size_t other = 0; other < tried; ++other)
      if (other != best.a && !groups[other].members.empty()) compare(std::min(best.a, other), std::max(best.a, other));
    consider_found();
  }
}

}  // namespace smallscope::clustering
