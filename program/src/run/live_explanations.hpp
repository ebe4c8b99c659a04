// SPDX-License-Identifier: Apache-2.0
// What the failures of a run have in common so far, while it goes on.
//
// A thread of its own reads the store beside the run, at low priority and for a small share of the time, so the run is
// hardly slowed. Nothing that it finds goes into the store.
#pragma once

#include <condition_variable>
#include <filesystem>
#include <map>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

#include <smallscope/clustering/clusters.hpp>
#include <smallscope/runner/campaign.hpp>

namespace smallscope::program {

/// When an explanation is settled: if the store is complete; or if it was the same at least three times in a row, and
/// the number of tests has doubled meanwhile. Then the tests that could have refuted it are as many as those that led
/// to it.
class Settling {
 public:
  /// The cluster with this key was explained by `explanation` after so many tests; returns whether that is settled.
  bool seen(const std::string& key, const std::string& explanation, results::Ordinal tests, bool is_complete);

 private:
  struct Unchanged {
    std::string explanation;
    results::Ordinal since = 0;
    unsigned times = 0;
  };
  std::map<std::string, Unchanged> unchanged_;
};

struct LiveExplanation {
  std::string text;  ///< "" if none fits a line
  bool is_settled = false;
};

struct LiveFindings {
  std::map<std::string, LiveExplanation> explanations;  ///< by the key of the cluster
  std::string covered;                                  ///< "pairs covered 98.3%"; "" before it is known
  std::string obstacle;                                 ///< why there are no explanations
};

class LiveExplanations {
 public:
  /// Of the store in `file`, which is being written and has this campaign; clusters are those of these options, by
  /// messages. `strength` is that of combinations_covered().
  LiveExplanations(std::filesystem::path file, runner::Campaign campaign, clustering::Options options,
                   std::size_t strength);
  /// Gives up what is being looked for.
  ~LiveExplanations();
  LiveExplanations(const LiveExplanations&) = delete;
  LiveExplanations& operator=(const LiveExplanations&) = delete;
  /// May be called by any thread.
  LiveFindings latest() const;

 private:
  void keep_up();
  LiveFindings find(const results::Store& store, const results::Account& account);
  void explain(const results::Store& store, const results::Account& account, LiveFindings& findings);

  const std::filesystem::path file_;
  const runner::Campaign campaign_;
  const clustering::Options options_;
  const std::size_t strength_;
  Settling settling_;
  std::stop_source ending_;
  mutable std::mutex mutex_;  ///< of what follows
  std::condition_variable ended_;
  LiveFindings latest_;
  std::thread thread_;
};

}  // namespace smallscope::program
