// SPDX-License-Identifier: Apache-2.0
// Which failing inputs to look at, if there is time for so many only.
//
// A cluster may hide a second fault, so looking at the smallest input of each is a start, not an end. Works on any
// clusters of a store, complete or not; reads the failures once. Functions without state, for any thread.
// Example: inspection_order(store, options, clusters, 10) names ten inputs.
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include <smallscope/clustering/clusters.hpp>

namespace smallscope::clustering {

/// One failing input to look at.
struct Inspection {
  std::pair<int, results::Ordinal> input;    ///< (level, ordinal)
  std::size_t cluster = 0;                   ///< index of its cluster
  bool represents = false;                   ///< it is the representative of its cluster
  std::pair<int, results::Ordinal> nearest;  ///< of the inputs before, the one most like it; the first: itself
  std::size_t differing = 0;                 ///< the choices in which the two differ
  bool other_kind = false;                   ///< the two give different kinds of messages
  bool other_term = false;                   ///< terms match it, and none of them an input before
  friend bool operator==(const Inspection&, const Inspection&) = default;
};

/// At most `budget` of the clusters' members: first the representative of each cluster, in the order of the clusters;
/// then inputs that terms match of which none matches an input before, as long as there are some; then the others. Of
/// these always the input is next that is furthest from all before it (Gonzalez, "Clustering to minimize the maximum
/// intercluster distance", Theoretical Computer Science 38, 1985). The distance of two inputs is the share of their
/// choices that differ, and one more if they give different kinds of messages; of equal ones, the first input is
/// taken. `terms` has the inputs of level 0 that each term matches, as members_by_term() gives them. Deterministic.
/// O(failures x ((choices + terms that match it) x budget + log failures)); memory: 8 bytes for each failure and
/// choice, or term that matches it.
std::vector<Inspection> inspection_order(const results::Store& store, const Options& options,
                                         std::span<const Cluster> clusters, std::size_t budget,
                                         std::span<const std::vector<results::Ordinal>> terms = {});

}  // namespace smallscope::clustering
