// SPDX-License-Identifier: Apache-2.0
// How well clusters match faults that a person labelled, for each way to cluster.
//
// Reads the complete store of a campaign and its labelled faults; counts the failing inputs of level 0 that show one.
// Pure functions, for any thread. Example: study_clustering(store, options, faults).rows.front() is the clustering that
// users see.
#pragma once

#include <smallscope/clustering/causes/stored.hpp>
#include <smallscope/evaluation/labelled_failures.hpp>
#include <smallscope/evaluation/order_study.hpp>
#include <span>
#include <string>
#include <vector>

namespace smallscope::evaluation {

/// The faults that each failing input shows, as ascending indices; an input may show several.
using FaultsOfInputs = std::vector<std::vector<std::size_t>>;
/// Clusters in the order in which a person sees them: indices of failing inputs; each input is in one cluster. The
/// first member of a cluster is the one that is shown.
using Partition = std::vector<std::vector<std::size_t>>;

/// The measures of one clustering of a campaign's failing inputs.
struct ClusteringRow {
  std::string clustering;
  std::size_t clusters = 0;
  std::size_t pure = 0;        ///< clusters with a fault that all their members show
  double rand_index = 0;       ///< adjusted_rand_index()
  double expected_faults = 0;  ///< expected_faults()
  SampleMean sampled_faults;   ///< the same from random picks
  std::size_t seen = 0;        ///< faults that the shown member of each cluster shows
  /// [k]: faults that the first k + 1 inputs of clustering::inspection_order() show, for k < 20; shorter if fewer fail.
  std::vector<std::size_t> inspected;
};

/// What a cluster has of each fault.
struct ClusterFaults {
  std::string id;                                           ///< "C1"
  std::size_t labelled = 0;                                 ///< members that show a labelled fault
  std::vector<std::pair<std::size_t, std::size_t>> faults;  ///< which, and how many members show it, the most first
  bool smallest_alone = false;  ///< the representative shows the first of these, and no other
  bool clearer_alone = false;   ///< so does the member of clustering::clearer_members(); without one, the smallest
};

struct ClusteringStudy {
  std::string campaign;
  Ordinal executed = 0, inputs = 0;  ///< of level 0
  std::vector<std::string> faults;   ///< labelled faults that a failing input shows
  std::size_t labelled = 0;          ///< failing inputs that show one: all figures are about these
  std::vector<Ordinal> unlabelled;   ///< failing inputs that show none
  /// cause (with an explainer), message, concrete, oracle, random (as many groups as message has); none if no input
  /// fails.
  std::vector<ClusteringRow> rows;
  std::vector<ClusterFaults> clusters;  ///< of the first row, those with labelled members
};

/// Agreement of clusters with faults over all pairs of inputs: 1 if two inputs are in one cluster exactly if they have
/// a fault in common, 0 on average for random clusters of these sizes. This is the index of Hubert and Arabie (1985),
/// with "have a fault in common" in the place of "are in one class", so that inputs may show several faults. 1 if all
/// pairs or none belong together on both sides. O(inputs + clusters x s^2) for s distinct sets of faults in a cluster.
double adjusted_rand_index(const Partition& clusters, const FaultsOfInputs& faults);
/// The clusters whose members all have some fault in common. O(inputs).
std::size_t pure_clusters(const Partition& clusters, const FaultsOfInputs& faults);
/// How many faults one sees, on average, in one member of each cluster chosen at random. Exact: the sum over faults of
/// 1 - product over clusters of the share of members that do not show it. O(inputs).
double expected_faults(const Partition& clusters, const FaultsOfInputs& faults);

/// `picks` random selections for ClusteringRow::sampled_faults. Of a store that is not complete, the study is about
/// what was executed. Throws EvaluationError if inputs fail but none shows a labelled fault. O(cases x (faults +
/// picks)). With an explainer of the store, clusters by causes are compared, too; with what gives the parts of its
/// failures, clusters by code.
ClusteringStudy study_clustering(const results::Store& store, const clustering::Options& options,
                                 const clustering::Faults& faults, std::size_t picks = 1000,
                                 const clustering::Explainer* explainer = nullptr,
                                 const clustering::PartsOf& parts_of_failures = {});
/// The same of failures that were labelled by other options. Decisions have keys, which depend on the store's rules.
ClusteringStudy study_clustering(const results::Store& store, const clustering::Options& options,
                                 LabelledFailures labelled, std::size_t picks = 1000,
                                 const clustering::Explainer* explainer = nullptr,
                                 const clustering::PartsOf& parts_of_failures = {});

/// One clustering over several campaigns.
struct ClusteringTotal {
  std::string clustering;
  std::size_t clusters = 0, pure = 0, faults = 0;
  double rand_index = 0;  ///< the mean over campaigns with failures
  double expected_faults = 0;
  std::size_t seen = 0;
  std::vector<std::size_t> inspected;  ///< [k]: faults seen after k + 1 inspections in each campaign
};
/// One total for each clustering that every study with failures has.
std::vector<ClusteringTotal> totals(std::span<const ClusteringStudy> studies);

}  // namespace smallscope::evaluation
