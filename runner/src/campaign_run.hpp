// SPDX-License-Identifier: Apache-2.0
// One run of an engine on a store: executes the open passes, takes merged failures apart, confirms failures.
//
// Private to the runner. Everything that belongs to one pass is in pass_run.hpp and lives as long as the pass.
#pragma once

#include <atomic>
#include <chrono>
#include <set>
#include <string>

#include <smallscope/runner/run.hpp>

#include "lanes.hpp"
#include "places.hpp"
#include "schedule.hpp"
#include "scheduler.hpp"

namespace smallscope::runner {

/// The input with its texts cut to what a store keeps.
subjects::Input bounded(subjects::Input input);

/// The inputs and resources of a run.
struct RunSettings {
  const Campaign& campaign;
  const RunOptions& options;
  Scheduler scheduler;
  unsigned jobs;
  Lanes& lanes;
  results::Store& store;
  Observer& observer;
  std::stop_token interrupt;
};

class CampaignRun : public RunSettings {
 public:
  explicit CampaignRun(const RunSettings& settings);
  ~CampaignRun() { store.find_places_with({}); }
  CampaignRun(const CampaignRun&) = delete;
  CampaignRun& operator=(const CampaignRun&) = delete;
  Summary run();

  double elapsed() const;
  /// Ends the run after the executions in progress, unless it has already ended for another reason.
  void end(Stop reason);
  bool ended() const { return ended_; }
  /// Whether the run must end: an interrupt, or the budget.
  bool cut_off();
  /// Whether inputs that do not end in time are executed again, with more time.
  bool is_patient() const { return options.patience > 1 && in_vain_ < options.patient_in_vain; }
  /// Such an input has been executed again. Any thread.
  void count_patience(bool in_vain);
  /// So many inputs that did not end in time were not executed again. Any thread.
  void count_reported_at_once(Ordinal inputs) { reported_at_once_ += inputs; }
  /// Tells the observer what is wrong with modules that were met since. The writer's thread.
  void remark_problems();
  /// The command that runs the input again; empty for results without a store.
  std::string reproduction(int level, Ordinal ordinal) const;

  Schedule schedule;
  Summary summary;
  Progress progress;                     ///< what is committed; the writer's thread owns it while a pass runs
  std::stop_source cancel;               ///< stops the lanes: after an interrupt, and when the rest is not needed
  Ordinal visits;                        ///< committed tests, including those of earlier runs
  bool failed = false;                   ///< this run has committed a failing case
  std::atomic<Ordinal> portion_size{1};  ///< how many tests last as long as a portion should

 private:
  /// Takes apart what failed at the level of this pass, if all of it is known.
  void take_apart_after(std::size_t index);
  /// Executes open cases again: again/retry.cpp.
  void retry();
  /// Executes again, in fresh processes, the failures that the options select: again/confirm.cpp.
  void confirm();
  /// Executes again, in fresh processes, some inputs that passed: again/flaky.cpp.
  void confirm_passes();
  /// Executes flaky inputs again, to see how often they fail: again/flaky.cpp.
  void repeat_flaky();

  Places places_;  ///< the store's writer asks it while a pass runs
  std::set<std::string> remarked_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::atomic<bool> ended_{false};
  std::atomic<Stop> stop_{Stop::finished};
  std::atomic<unsigned> in_vain_{0};  ///< inputs, one after the other, that did not end with more time either
  std::atomic<Ordinal> slow_{0}, hung_{0}, reported_at_once_{0};
};

}  // namespace smallscope::runner
