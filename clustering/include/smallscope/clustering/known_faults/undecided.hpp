// SPDX-License-Identifier: Apache-2.0
// What a tester still has to decide about a store: new failures, faults that have grown, decisions that have expired.
//
// One question for each cluster with such failures. `run` and `clusters` show them first, and `review` asks them.
// Functions without state, for any thread. Example: undecided(store, clusters, compare(...)).front().cluster.members.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <smallscope/clustering/known_faults/fault_states.hpp>

namespace smallscope::clustering {

struct Undecided {
  enum class Kind {
    unknown,  ///< no fault accounts for these failures
    grown,    ///< they belong to a fault, but lie outside what was recorded of it
    expired,  ///< they are inside a fault whose decision no longer holds
  };
  Kind kind = Kind::unknown;
  /// Of these failures only: its members, its representative and `first_test` are theirs. Id and signature are those of
  /// the cluster that they are in.
  Cluster cluster;
  std::size_t failures = 0;          ///< how many failures the whole cluster has
  std::vector<std::string> keys;     ///< of the messages of these failures, ascending
  std::optional<std::size_t> state;  ///< index in FaultComparison::faults; empty for new failures
};

/// By kind; then by fault, in the order of the file; then in the order of the clusters. O(failures x log failures), and
/// reads failures again where only some of a cluster are in question.
std::vector<Undecided> undecided(const results::Store& store, const std::vector<Cluster>& clusters,
                                 const FaultComparison& comparison);

/// How the failures of one cluster are known.
struct ClusterState {
  results::Ordinal unknown = 0;     ///< that belong to no fault
  results::Ordinal grown = 0;       ///< by which faults have grown
  bool has_expired = false;         ///< some are inside a fault whose decision no longer holds
  std::vector<std::size_t> states;  ///< indices in FaultComparison::faults: of the faults that its failures belong to
};
/// Whether nobody has to decide about the cluster: faults account for all its failures, and their decisions hold.
inline bool is_settled(const ClusterState& state) {
  return state.unknown == 0 && state.grown == 0 && !state.has_expired;
}
/// Of each cluster, in their order.
std::vector<ClusterState> cluster_states(const std::vector<Cluster>& clusters, const FaultComparison& comparison);

}  // namespace smallscope::clustering
