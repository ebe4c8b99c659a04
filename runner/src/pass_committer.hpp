// SPDX-License-Identifier: Apache-2.0
// The committer's side of a pass: takes portions in sequence, assigns their test numbers, hands them to the writer.
#pragma once

#include <exception>
#include <memory>
#include <optional>

#include <smallscope/results/writer.hpp>

#include "campaign_run.hpp"
#include "portion_task.hpp"

namespace smallscope::runner {

/// Belongs to the thread that commits, except for what the writer's thread calls.
class PassCommitter {
 public:
  /// The pass is as the schedule has it. Its time does not include taking the level above apart.
  PassCommitter(CampaignRun& run, std::size_t index);
  void commit(PortionTask& task);
  /// Waits until everything is in the store and the schedule knows how far the pass is. Throws what a portion threw.
  void finish();

 private:
  /// Moves the results of the portion's first inputs to the pending batch. Returns whether one of its cases fails.
  bool take(PortionTask& task);
  /// Before its results are moved.
  void count_unjudged(const PortionTask& task);
  void submit_pending();
  /// Called by the writer's thread.
  void committed(const results::Batch& batch);

  CampaignRun& run_;
  ScheduledPass& scheduled_;

  Ordinal tests_;                   ///< before the next one
  Ordinal unjudged_ = 0;            ///< inputs since the last portion of which one was judged
  std::optional<Ordinal> counted_;  ///< the size of the search, once planning has reached its end

  // What has not been handed to the writer yet.
  results::Batch pending_;
  bool pending_any_ = false;
  bool closed_ = false;  ///< nothing further may be committed
  std::exception_ptr
      error_;  ///< of the first portion with an exception: ends the run when those before it are committed
  double submitted_at_;

  // Owned by the writer's thread: what has been committed.
  results::Pass committed_pass_;

  std::unique_ptr<results::Writer> writer_;  // last: its thread uses the rest
};

}  // namespace smallscope::runner
