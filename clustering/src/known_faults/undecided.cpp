// SPDX-License-Identifier: Apache-2.0
#include <smallscope/clustering/known_faults/undecided.hpp>

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>

namespace smallscope::clustering {

namespace {

using InputId = std::pair<int, results::Ordinal>;  // level, ordinal

/// Where each failure is clustered.
std::map<InputId, std::size_t> places_of(const std::vector<Cluster>& clusters) {
  std::map<InputId, std::size_t> places;
  for (std::size_t i = 0; i < clusters.size(); ++i)
    for (const InputId& member : clusters[i].members) places.emplace_hint(places.end(), member, i);
  return places;
}

/// Adds the failures, one question for each cluster that they are in.
void add(std::vector<Undecided>& all, Undecided::Kind kind, std::optional<std::size_t> state,
         const std::vector<FailingInput>& failures, const std::vector<Cluster>& clusters,
         const std::map<InputId, std::size_t>& places) {
  std::map<std::size_t, Undecided> by_cluster;
  for (const FailingInput& failure : failures) {
    const InputId id(failure.level, failure.ordinal);
    const auto place = places.find(id);
    if (place == places.end()) continue;  // clusters of other failures
    auto [found, added] = by_cluster.try_emplace(place->second);
    Undecided& question = found->second;
    if (added) {
      question = {kind, clusters[place->second], clusters[place->second].members.size(), {}, state};
      question.cluster.members.clear();
    }
    question.cluster.members.push_back(id);
    question.keys.push_back(failure.key);
  }
  for (auto& [place, question] : by_cluster) {
    std::ranges::sort(question.keys);
    question.keys.erase(std::unique(question.keys.begin(), question.keys.end()), question.keys.end());
    all.push_back(std::move(question));
  }
}

/// The representative of some members of a cluster.
void represent(Cluster& cluster, const results::Store& store) {
  std::size_t smallest = std::numeric_limits<std::size_t>::max();
  cluster.first_test = std::numeric_limits<results::Ordinal>::max();
  for (const auto& [level, ordinal] : cluster.members) {
    const auto failing = store.find_failure(level, ordinal);
    if (!failing) continue;
    cluster.first_test = std::min(cluster.first_test, failing->test);
    if (const std::size_t size = text_size(failing->input); size < smallest) {
      smallest = size;
      cluster.representative = {level, ordinal};
    }
  }
}

}  // namespace

std::vector<Undecided> undecided(const results::Store& store, const std::vector<Cluster>& clusters,
                                 const FaultComparison& comparison) {
  const std::map<InputId, std::size_t> places = places_of(clusters);
  std::vector<Undecided> all;
  add(all, Undecided::Kind::unknown, std::nullopt, comparison.unknown, clusters, places);
  for (std::size_t state = 0; state < comparison.faults.size(); ++state)
    add(all, Undecided::Kind::grown, state, comparison.faults[state].grown, clusters, places);
  for (std::size_t state = 0; state < comparison.faults.size(); ++state)
    if (comparison.faults[state].expired)
      add(all, Undecided::Kind::expired, state, comparison.faults[state].inside, clusters, places);
  for (Undecided& question : all)
    if (question.cluster.members.size() < question.failures) represent(question.cluster, store);
  return all;
}

std::vector<ClusterState> cluster_states(const std::vector<Cluster>& clusters, const FaultComparison& comparison) {
  const std::map<InputId, std::size_t> places = places_of(clusters);
  std::vector<ClusterState> states(clusters.size());
  const auto each = [&](const std::vector<FailingInput>& failures, const auto& visit) {
    for (const FailingInput& failure : failures)
      if (const auto place = places.find({failure.level, failure.ordinal}); place != places.end())
        visit(states[place->second]);
  };
  each(comparison.unknown, [](ClusterState& state) { ++state.unknown; });
  for (std::size_t fault = 0; fault < comparison.faults.size(); ++fault) {
    const FaultState& of = comparison.faults[fault];
    const auto belongs = [&](ClusterState& state) {
      if (state.states.empty() || state.states.back() != fault) state.states.push_back(fault);
    };
    each(of.grown, [&](ClusterState& state) {
      ++state.grown;
      belongs(state);
    });
    each(of.inside, [&](ClusterState& state) {
      state.has_expired |= of.expired;
      belongs(state);
    });
  }
  return states;
}

}  // namespace smallscope::clustering
