// SPDX-License-Identifier: Apache-2.0
// A second input of a cluster, where the smallest may show the fault of another cluster, too.
//
// What is shortest is often what fails elsewhere: of 38 clusters of a refactoring of Perl, 20 had a smallest input with
// two faults (docs/evaluation-trials.md). Works on any clusters of a store, complete or not; reads the failures once,
// and no passing input. Functions without state, for any thread.
// Example: if (const auto& clearer = clearer_members(store, clusters)[0]) show(clearer->input);
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <smallscope/clustering/clusters.hpp>

namespace smallscope::clustering {

/// A member that is likelier than the representative to show the fault of its cluster alone.
struct ClearerMember {
  std::pair<int, results::Ordinal> input;
  std::size_t other = 0;            ///< index of a cluster whose inputs all have the choices below
  generators::Choices shared = {};  ///< that the representative has, but not all inputs of its cluster
};

/// For each cluster, a member that has less in common with other clusters than its representative; none where there is
/// no such member. Foreign to a cluster is a choice that not all of its members have, but all of another one, which has
/// two members or more. How much a member has in common with others is the number of failing inputs in the clusters to
/// which each of its choices is foreign, added up. The member with the least is taken, of several the smallest, of
/// these the first. `other` is the cluster to which most choices of the representative are foreign, of several the
/// first, and `shared` these choices. If most failing inputs that have these are in other clusters than that and the
/// member's own, they are no sign of that cluster's fault, and there is no member. Clusters without members
/// (Members::counted) have none. Deterministic. O(failures x choices x different `shared`); memory: 4 bytes for each
/// failure and choice.
std::vector<std::optional<ClearerMember>> clearer_members(const results::Store& store,
                                                          std::span<const Cluster> clusters);

}  // namespace smallscope::clustering
