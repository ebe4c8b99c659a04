// SPDX-License-Identifier: Apache-2.0
// What fails in a space, by cluster: all that a study of orders needs from a complete store.
//
// A study never executes anything: it replays the verdicts of a store in which every input of level 0 has one. These
// are plain values; a table may be shared by threads. Example: failures_of(store, options).failing() is the F of
// (N+1)/(F+1).
#pragma once

#include <smallscope/clustering/clusters.hpp>
#include <smallscope/results/store.hpp>
#include <stdexcept>
#include <string>
#include <vector>

namespace smallscope::evaluation {

using generators::Ordinal;

/// A store that a study cannot use. The message says what is missing and how to get it.
struct EvaluationError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The failing inputs that count as one fault.
struct FailureGroup {
  std::string name;              ///< of a cluster its abstract messages, of a labelled fault its name
  std::vector<Ordinal> members;  ///< ascending, at least one
};

struct FailureTable {
  std::string space;  ///< the campaign, or the factors of the synthetic space
  Ordinal inputs = 0;
  std::vector<FailureGroup> groups;  ///< an input is in one cluster, but may show several labelled faults

  /// How many inputs are in a group. O(failing log failing).
  Ordinal failing() const;
};

/// The failing inputs of level 0 by cluster, the largest cluster first. Throws EvaluationError for a store in which an
/// input of level 0 has no verdict, and for one without failures. O(cases log cases).
FailureTable failures_of(const results::Store& store, const clustering::Options& options);

/// The clusters of the cases of level 0 alone, whatever merged levels found.
std::vector<clustering::Cluster> unmerged_clusters(const results::Store& store, const clustering::Options& options);

/// Throws EvaluationError unless every input of level 0 has a verdict.
void require_complete(const results::Store& store);

}  // namespace smallscope::evaluation
