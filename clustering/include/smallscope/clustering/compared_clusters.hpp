// SPDX-License-Identifier: Apache-2.0
// The clusters of several stores of one space, compared: what has become of each, and which behave in several ways.
//
// comparison.hpp compares stores input by input. Here the inputs are put together as people read them, by the clusters
// that each store has, whatever formed these (causes, code, messages). A cluster whose inputs have become different
// things is evidence for several faults, or for a fix that is not complete. Functions without state, for any thread.
// Example: changes(comparison, clusters, 1).front().cluster is the cluster with the most new failures.
#pragma once

#include <compare>
#include <span>
#include <utility>
#include <vector>

#include <smallscope/clustering/comparison.hpp>
#include <smallscope/clustering/explanations/explainer.hpp>

namespace smallscope::clustering {

/// A cluster of one of the compared stores; both are indices.
struct ComparedCluster {
  std::size_t store = 0;
  std::size_t cluster = 0;
  friend auto operator<=>(const ComparedCluster&, const ComparedCluster&) = default;
};

/// The inputs of one cluster that a store, compared with the first, has changed in one way.
struct ClusterChange {
  Change change = Change::none;
  ComparedCluster cluster;  ///< of the first store; of what does not fail there, of the other store
  /// Of what fails in the other store: the clusters there, and how many of the inputs each has, the most first.
  std::vector<std::pair<std::size_t, std::size_t>> now;
  std::vector<InputKey> inputs;  ///< ascending
};

/// What `store` has changed, the most urgent first: new, not known before, changed, still failing, refused, not judged,
/// not executed, fixed; of one urgency the most inputs first, then by cluster. `clusters` are those of each store, with
/// all failing inputs as members. Throws std::invalid_argument if a failing input has no cluster. O(n log n) in the
/// failing inputs.
std::vector<ClusterChange> changes(const StoreComparison& comparison, std::span<const std::vector<Cluster>> clusters,
                                   std::size_t store);

/// Inputs of a cluster that do the same in every store.
struct Way {
  std::vector<Standing> standings;  ///< by store, without keys
  std::vector<Change> changes;      ///< by store, from the first store to it
  std::vector<InputKey> inputs;     ///< ascending
};

/// A cluster whose inputs behave in several ways, not counting inputs that a store did not execute or judge.
struct Split {
  ComparedCluster cluster;
  std::vector<Way> ways;  ///< at least two, the most inputs first
};

/// The clusters of the first store, then those of the others that have inputs which fail in no store before, or fail
/// otherwise than in the first; of one store the most inputs first. Errors and complexity as of changes().
std::vector<Split> splits(const StoreComparison& comparison, std::span<const std::vector<Cluster>> clusters);

/// What tells the inputs of a way from the other inputs of its split, all of level 0: an explanation over these inputs
/// alone, in which `passing` counts others.
Explanation distinction(const Split& split, std::size_t way, const Population::ChoicesOf& choices);

}  // namespace smallscope::clustering
