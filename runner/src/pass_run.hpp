// SPDX-License-Identifier: Apache-2.0
// One pass of a run: its planner, its lanes' work, its committer. Everything that belongs to one pass lives here.
#pragma once

#include <shared_mutex>
#include <unordered_set>

#include "campaign_run.hpp"
#include "pass_committer.hpp"
#include "pass_planner.hpp"
#include "portion_task.hpp"

namespace smallscope::runner {

class PassRun {
 public:
  PassRun(CampaignRun& run, std::size_t index);
  /// Executes the pass from its current position to its end or a reason to stop. Throws what generators, lanes or the
  /// store throw, after committing everything before that.
  void run();

 private:
  // Called on the lanes' threads.
  void try_to_execute(PortionTask& task) const;
  void execute(PortionTask& task) const;
  /// Whether positions of the portion are suspected of ending the process.
  bool is_suspect(const PortionTask& task) const;
  /// Executes a suspected portion input by input, and no other one at the same time.
  PortionResult execute_singly(const PortionTask& task, Lane& lane) const;
  /// Executes a portion, and inputs that do not end in time once more, alone.
  PortionResult execute_patiently(const PortionTask& task, Lane& lane) const;
  /// Executes the input with this index with more time, while nothing else is executed.
  PortionResult execute_alone(const Portion& portion, Ordinal index, Lane& lane) const;
  /// The portion's outcomes as cases, attempts and discards.
  void digest(PortionTask& task) const;
  void digest_filtered(PortionTask& task) const;
  /// Records an input that neither passed nor failed; false for one that is a case.
  bool set_aside(Ordinal ordinal, const Outcome& outcome, PortionTask& task) const;
  void adjust_portion_size(Ordinal tests, double seconds) const;

  CampaignRun& run_;
  const int pass_;  ///< its id
  const int level_;
  const bool repeats_;
  const bool keeps_coverage_of_repeats_;           ///< the caller has named them
  const std::unordered_set<Ordinal> known_cases_;  ///< non-passing ordinals before a repeating pass
  mutable std::shared_mutex alone_;  ///< held by all that is executed, exclusively by what has to be alone
  PassPlanner planner_;
  PassCommitter committer_;
};

}  // namespace smallscope::runner
