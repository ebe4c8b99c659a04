// SPDX-License-Identifier: Apache-2.0
#include <smallscope/clustering/compared_clusters.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <stdexcept>
#include <tuple>

namespace smallscope::clustering {

namespace {

using Kind = Standing::Kind;

constexpr std::array by_urgency{Change::appeared, Change::appeared_unknown, Change::changed,      Change::failing,
                                Change::refused,  Change::not_judged,       Change::not_executed, Change::fixed};

/// The cluster of each failing input of a store.
class ClusterOf {
 public:
  explicit ClusterOf(const std::vector<Cluster>& clusters) {
    for (std::size_t cluster = 0; cluster < clusters.size(); ++cluster)
      for (const InputKey& member : clusters[cluster].members) clusters_.emplace_back(member, cluster);
    std::ranges::sort(clusters_);
  }
  std::size_t operator()(const InputKey& input) const {
    const auto found = std::ranges::lower_bound(clusters_, input, {}, &std::pair<InputKey, std::size_t>::first);
    if (found == clusters_.end() || found->first != input)
      throw std::invalid_argument(
          fmt::format("the failing input {} of level {} is in no cluster", input.second, input.first));
    return found->second;
  }

 private:
  std::vector<std::pair<InputKey, std::size_t>> clusters_;
};

bool fails(const ComparedGroup& group, std::size_t store) { return group.standings[store].kind == Kind::fails; }

bool is_known(const Standing& standing) { return standing.kind != Kind::not_executed && standing.kind != Kind::open; }

template <typename Item>
void most_inputs_first(std::vector<Item>& items) {
  std::ranges::stable_sort(items, std::greater<>(), [](const Item& item) { return item.inputs.size(); });
}

/// What is equal in the inputs of a way: kind, flakiness and change of each store.
using WayKey = std::vector<std::tuple<Kind, bool, Change>>;

WayKey way_key(const ComparedGroup& group) {
  WayKey key;
  for (const Standing& standing : group.standings)
    key.emplace_back(standing.kind, standing.flaky, change(group.standings.front(), standing));
  return key;
}

bool fails_before(const Way& way, std::size_t store) {
  const auto before = std::span(way.standings).first(store);
  return std::ranges::any_of(before, [](const Standing& standing) { return standing.kind == Kind::fails; });
}

std::vector<Way> ways_of(std::map<WayKey, std::vector<InputKey>> grouped) {
  std::vector<Way> ways;
  for (auto& [key, inputs] : grouped) {
    Way& way = ways.emplace_back();
    for (const auto& [kind, flaky, change] : key) {
      way.standings.push_back({.kind = kind, .flaky = flaky});
      way.changes.push_back(change);
    }
    std::ranges::sort(inputs);
    way.inputs = std::move(inputs);
  }
  most_inputs_first(ways);
  return ways;
}

}  // namespace

std::vector<ClusterChange> changes(const StoreComparison& comparison, std::span<const std::vector<Cluster>> clusters,
                                   std::size_t store) {
  const ClusterOf cluster_before(clusters.front()), cluster_now(clusters[store]);
  struct Inputs {
    std::map<std::size_t, std::size_t> now;
    std::vector<InputKey> inputs;
  };
  std::map<std::pair<std::size_t, ComparedCluster>, Inputs> sorted;
  for (const ComparedGroup& group : comparison.groups) {
    const Change change = clustering::change(group.standings.front(), group.standings[store]);
    const auto urgency = std::ranges::find(by_urgency, change);
    if (urgency == by_urgency.end()) continue;  // another store has a failure there
    for (const InputKey& input : group.inputs) {
      const ComparedCluster named =
          fails(group, 0) ? ComparedCluster{0, cluster_before(input)} : ComparedCluster{store, cluster_now(input)};
      Inputs& entry = sorted[{static_cast<std::size_t>(urgency - by_urgency.begin()), named}];
      if (fails(group, store)) ++entry.now[cluster_now(input)];
      entry.inputs.push_back(input);
    }
  }
  std::vector<ClusterChange> changes;
  for (auto& [key, entry] : sorted) {
    ClusterChange& made = changes.emplace_back();
    made.change = by_urgency[key.first];
    made.cluster = key.second;
    made.now.assign(entry.now.begin(), entry.now.end());
    std::ranges::stable_sort(made.now, std::greater<>(), &std::pair<std::size_t, std::size_t>::second);
    std::ranges::sort(entry.inputs);
    made.inputs = std::move(entry.inputs);
  }
  const auto urgency = [](const ClusterChange& made) { return std::ranges::find(by_urgency, made.change); };
  std::ranges::stable_sort(changes, [&](const ClusterChange& a, const ClusterChange& b) {
    return std::pair(urgency(a), b.inputs.size()) < std::pair(urgency(b), a.inputs.size());
  });
  return changes;
}

std::vector<Split> splits(const StoreComparison& comparison, std::span<const std::vector<Cluster>> clusters) {
  const std::vector<ClusterOf> cluster_of(clusters.begin(), clusters.end());
  std::map<ComparedCluster, std::map<WayKey, std::vector<InputKey>>> ways;
  for (const ComparedGroup& group : comparison.groups) {
    if (!std::ranges::all_of(group.standings, is_known)) continue;
    const WayKey key = way_key(group);
    for (std::size_t store = 0; store < clusters.size(); ++store)
      if (fails(group, store))
        for (const InputKey& input : group.inputs) ways[{store, cluster_of[store](input)}][key].push_back(input);
  }
  std::vector<Split> splits;
  for (auto& [cluster, grouped] : ways) {
    if (grouped.size() < 2) continue;
    std::vector<Way> found = ways_of(std::move(grouped));
    // What failed so before is asked about as a cluster of the store before.
    const auto is_new = [&](const Way& way) {
      return !fails_before(way, cluster.store) || way.changes[cluster.store] == Change::changed;
    };
    if (std::ranges::any_of(found, is_new)) splits.push_back({cluster, std::move(found)});
  }
  const auto inputs = [](const Split& split) {
    std::size_t number = 0;
    for (const Way& way : split.ways) number += way.inputs.size();
    return number;
  };
  std::ranges::stable_sort(splits, [&](const Split& a, const Split& b) {
    return std::pair(a.cluster.store, inputs(b)) < std::pair(b.cluster.store, inputs(a));
  });
  return splits;
}

Explanation distinction(const Split& split, std::size_t way, const Population::ChoicesOf& choices) {
  std::vector<std::pair<results::Ordinal, bool>> inputs;  // with whether it is of the way
  for (std::size_t i = 0; i < split.ways.size(); ++i)
    for (const auto& [level, ordinal] : split.ways[i].inputs)
      if (level == 0) inputs.emplace_back(ordinal, i == way);
  std::ranges::sort(inputs);
  std::vector<Ordinal> members;
  for (std::size_t i = 0; i < inputs.size(); ++i)
    if (inputs[i].second) members.push_back(i);
  Population population({inputs.size()}, [&](Ordinal place) { return choices(inputs[place].first); });
  return Explainer(std::move(population), members, {}).explain(members);
}

}  // namespace smallscope::clustering
