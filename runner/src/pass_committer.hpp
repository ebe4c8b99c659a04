// The committer's side of a pass: takes portions in sequence, gives their test numbers, hands them to the writer.
#pragma once

#include <exception>
#include <memory>

#include <smallscope/results/writer.hpp>

#include "campaign_run.hpp"
#include "portion_task.hpp"

namespace smallscope::runner {

/// Belongs to the thread that commits, but for what the writer's thread calls.
class PassCommitter {
 public:
  /// The pass is as the schedule has it; what taking the level above apart took is not of its time.
  PassCommitter(CampaignRun& run, ScheduledPass& scheduled);
  void commit(PortionTask& task);
  /// Waits until everything is in the store and the schedule knows how far the pass is. Throws what a portion threw.
  void finish();

 private:
  /// Moves what the portion's first inputs gave into what is pending. Whether one of its cases fails.
  bool take(PortionTask& task);
  void submit_pending();
  /// Called by the writer's thread.
  void committed(const results::Batch& batch);

  CampaignRun& run_;
  ScheduledPass& scheduled_;

  // What is on its way to the writer.
  results::Batch pending_;
  bool pending_any_ = false;
  bool closed_ = false;       ///< nothing further may be committed
  std::exception_ptr error_;  ///< of the first portion that has one: ends the run when those before it are committed
  double submitted_at_;

  // The writer thread's: what is committed.
  results::Pass committed_pass_;

  std::unique_ptr<results::Writer> writer_;  // last: its thread uses the rest
};

}  // namespace smallscope::runner
