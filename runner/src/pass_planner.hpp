// SPDX-License-Identifier: Apache-2.0
// The producer's side of a pass: cuts it into portions, in the sequence of its positions.
#pragma once

#include <memory>
#include <optional>

#include "campaign_run.hpp"
#include "portion_task.hpp"

namespace smallscope::runner {

/// Belongs to the thread that produces.
class PassPlanner {
 public:
  PassPlanner(CampaignRun& run, std::size_t index);
  /// The next portion; null if there is none or the run has ended. An exception during planning becomes a portion, so
  /// everything that runs before it is committed before it ends the run.
  std::unique_ptr<Task> next();

 private:
  std::unique_ptr<PortionTask> next_portion();
  /// A portion that does nothing, at the position to be planned next.
  std::unique_ptr<PortionTask> empty_portion() const;
  /// The next portion of at most `allowed` tests, before those that have already run are skipped.
  std::unique_ptr<PortionTask> plan(Ordinal allowed) const;
  /// Whether the next positions are ranges of ordinals that can be walked.
  bool can_be_walked() const;
  /// Walks the search as far as the portion goes. False if the portion cannot be executed: the search ends earlier,
  /// which gives the pass its end, or a stop was requested meanwhile.
  bool reach(const PortionTask& task, std::optional<Ordinal>& counted);
  /// Drops what other passes have executed. Even an empty portion moves the pass forward.
  void skip_known(PortionTask& task) const;

  CampaignRun& run_;
  const std::size_t index_;
  ScheduledPass& scheduled_;
  Ordinal position_;  ///< planned so far
  Ordinal visits_;    ///< tests in the store once everything planned is committed
  bool failed_ = false;
};

}  // namespace smallscope::runner
