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
  /// The next portion, or null when there is none or the run has ended. What planning throws becomes a portion, so that
  /// what runs before it is committed before it ends the run.
  std::unique_ptr<Task> next();

 private:
  std::unique_ptr<PortionTask> next_portion();
  /// One that does nothing at the position that is planned next.
  std::unique_ptr<PortionTask> empty_portion() const;
  /// The portion of at most `allowed` tests that comes next, before what has run is skipped.
  std::unique_ptr<PortionTask> plan(Ordinal allowed) const;
  /// Whether what comes next are ranges of ordinals.
  bool can_be_walked() const;
  /// Walks the search as far as the portion goes. False when it cannot be executed: the search ends before, which gives
  /// the pass its end, or a stop was requested meanwhile.
  bool reach(const PortionTask& task, std::optional<Ordinal>& counted);
  /// Drops what other passes have executed. An empty portion still moves the pass on.
  void skip_known(PortionTask& task) const;

  CampaignRun& run_;
  const std::size_t index_;
  ScheduledPass& scheduled_;
  Ordinal position_;  ///< planned so far
  Ordinal visits_;    ///< tests of the store when all that is planned is committed
  bool failed_ = false;
};

}  // namespace smallscope::runner
