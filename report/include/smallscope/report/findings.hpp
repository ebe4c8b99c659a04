// SPDX-License-Identifier: Apache-2.0
// A store as people and tools read it: its clusters, and what is known of each of them.
//
// The report page (page/page.hpp) and the formats of `export` (formats.hpp) are made of it, so all of them say the
// same. It works on values, so on a store written last week and on any clustering. A Findings refers to what its caller
// keeps; functions without state, for any thread. Example: Findings{.store = store, .clusters = clusters}.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <smallscope/clustering/clusters.hpp>
#include <smallscope/clustering/explanations/explainer.hpp>
#include <smallscope/clustering/known_faults/undecided.hpp>
#include <smallscope/results/store.hpp>

namespace smallscope::report {

/// The clusters beside the known faults.
struct KnownClusters {
  const clustering::Faults& faults;
  const clustering::FaultComparison& comparison;
  std::span<const clustering::ClusterState> states;       ///< of each cluster
  std::span<const clustering::Undecided> questions = {};  ///< what is left to decide
};

struct Findings {
  const results::Store& store;
  std::span<const clustering::Cluster> clusters;
  /// What the failures of a cluster have in common: "cause", "message", "concrete", "oracle".
  std::string by = "message";
  /// What made each cluster one (causes_text()), in their order; "" or none where that is its message.
  std::span<const std::string> causes = {};
  /// Of each cluster, in their order, at least of the first ones; those without terms and members say nothing. Empty:
  /// there are none.
  std::span<const clustering::Explanation> explanations = {};
  /// Why there are none, for the reader; empty if there are.
  std::string unexplained = {};
  /// With which the explanations were found: gives witnesses.
  const clustering::Explainer* explainer = nullptr;
  std::optional<KnownClusters> known = {};
  /// Values of choices with which nothing was judged, and why, a line each.
  std::span<const std::string> unjudged = {};
  /// The command that executes an input again, without its ordinal.
  std::string replay = {};
};

/// The explanation of a cluster, or null.
const clustering::Explanation* explanation_of(const Findings& findings, std::size_t cluster);
/// What made the cluster one, or "".
std::string_view causes_of(const Findings& findings, std::size_t cluster);
/// The smallest input of a cluster that needs a decision, or else the smallest of all; and which of the two it is, in
/// words: "the smallest", "the smallest that needs a decision".
struct Smallest {
  std::pair<int, results::Ordinal> input;
  std::string_view text;
};
Smallest smallest_of(const Findings& findings, std::size_t cluster);
/// Whether nobody needs to look at a cluster: known faults account for its failures. False without known faults.
bool is_settled(const Findings& findings, std::size_t cluster);
/// How the failures of a cluster are known, in words to choose clusters by: "new", "grown", "expired", or "known" for
/// one that is settled. Empty without known faults.
std::vector<std::string> known_words(const Findings& findings, std::size_t cluster);

/// A name of each cluster that no other one has, and that knows no rank: its key, or, if several clusters have that,
/// the key and the least of the cluster's failing inputs.
std::vector<std::string> stable_names(std::span<const clustering::Cluster> clusters);

}  // namespace smallscope::report
