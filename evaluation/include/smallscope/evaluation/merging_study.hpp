// SPDX-License-Identifier: Apache-2.0
// The merging study: what merged levels and taking apart find before the first input of level 0 is executed by itself.
//
// Reads the store of a complete `run --ladder`. Counts clusters of level 0 (M0) and labelled faults. Pure functions,
// for any thread. Example: study_merging(store, options).missed names the clusters that only level 0 shows.
#pragma once

#include <optional>
#include <smallscope/evaluation/labelled_failures.hpp>
#include <string>
#include <vector>

namespace smallscope::evaluation {

/// One merged level. "Masked" counts the clusters of M0 that the level does not show.
struct MergedLevelStudy {
  results::LevelAccount account;
  double seconds = 0;               ///< wall time of the level's pass, without taking apart
  std::size_t signatures = 0;       ///< clusters of the merged inputs as they failed
  std::size_t masked_merged = 0;    ///< M0 clusters that no failing input of the level shows with all their messages
  std::size_t masked_unmerged = 0;  ///< M0 clusters for which this level's un-merging found no part
  std::size_t found_so_far = 0;     ///< M0 clusters for which this level or a higher one found a part
  /// Labelled faults of M0 for which this level found no part. Merged inputs themselves have no labels: rules on
  /// choices cannot recognise them.
  std::size_t faults_masked = 0;
  std::size_t faults_so_far = 0;  ///< labelled faults of M0 for which this level or a higher one found a part
};

/// A cluster of M0 that neither merged levels nor un-merging found.
struct MissedCluster {
  std::string name;
  std::size_t members = 0;
  Ordinal first = 0;  ///< its least ordinal
  /// The highest level at which a failing merged input shows all its messages, but was not taken apart to it.
  std::optional<int> shown_at;
};

struct MergingStudy {
  std::string campaign;
  Ordinal inputs = 0, failing = 0;       ///< of M0
  std::size_t clusters = 0;              ///< of M0
  double seconds = 0;                    ///< wall time of the pass over M0
  std::vector<MergedLevelStudy> levels;  ///< the highest first
  std::vector<MissedCluster> missed;
  std::vector<std::string> faults;         ///< labelled faults that inputs of M0 show
  std::vector<std::string> missed_faults;  ///< those of them found neither by merged levels nor by un-merging

  /// Wall time of the merged levels and of taking apart.
  double merged_seconds() const;
  /// How often the subject was executed in that time: merged inputs and probes.
  Ordinal merged_executions() const;
  std::size_t found() const { return clusters - missed.size(); }
};

/// The time of taking apart is summed over jobs, but the time of passes is wall time: compare them for a run with
/// `--jobs 1`. Throws EvaluationError for a store in which an input of level 0 or of a merged level has no verdict, and
/// for one without merged levels. O(cases log cases + cases x clusters).
MergingStudy study_merging(const results::Store& store, const clustering::Options& options,
                           const clustering::Faults& faults = {});

}  // namespace smallscope::evaluation
