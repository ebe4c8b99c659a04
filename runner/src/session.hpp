// One run of an engine on a store: executes the open passes, confirms failures, keeps the account.
#pragma once

#include <atomic>
#include <chrono>
#include <exception>
#include <unordered_set>
#include <vector>

#include <smallscope/results/writer.hpp>
#include <smallscope/runner/run.hpp>

#include "lanes.hpp"
#include "schedule.hpp"
#include "scheduler.hpp"

namespace smallscope::runner {

/// The input with its texts cut to what a store keeps.
subjects::Input bounded(subjects::Input input);

class RunSession {
 public:
  RunSession(const Campaign& campaign, const RunOptions& options, unsigned jobs, Lanes& lanes, results::Store& store,
             Observer& observer, std::stop_token interrupt);
  Summary run();

 private:
  struct Batch;    // a task: part of a pass with its result
  class Unmerger;  // takes inputs of a merged pass apart

  void run_pass(std::size_t index);
  std::unique_ptr<Task> produce(std::size_t index);
  std::unique_ptr<Batch> next_batch(std::size_t index);
  std::unique_ptr<Batch> empty_batch() const;
  std::unique_ptr<Batch> plan(std::size_t index, Ordinal allowed);
  bool reach(ScheduledPass& scheduled, const Batch& batch, std::optional<Ordinal>& counted);
  void skip_known(std::size_t index, Batch& batch);
  void try_to_execute(std::size_t index, Batch& batch);
  void execute(std::size_t index, Batch& batch);
  void commit(std::size_t index, Batch& batch);
  /// The portion's outcomes as cases, attempts and discards; test numbers are filled in at the commit.
  void digest(std::size_t index, Batch& batch) const;
  results::Case make_case(int level, Ordinal ordinal, Outcome outcome) const;
  /// The command that runs the input again; nothing for results without a store.
  std::string reproduction(int level, Ordinal ordinal) const;
  void committed(const results::Batch& batch);
  void submit_pending();
  void end(Stop reason);
  /// Whether time is up: an interrupt, or the budget.
  bool cut_off();
  /// Takes the failing and rejected inputs of a merged pass apart: unmerge_session.cpp.
  void unmerge(const ScheduledPass& scheduled);
  void confirm();
  std::vector<Ordinal> unconfirmed() const;
  double elapsed() const;

  const Campaign& campaign_;
  const RunOptions& options_;
  const unsigned jobs_;
  Lanes& lanes_;
  results::Store& store_;
  Observer& observer_;
  const std::stop_token interrupt_;
  std::stop_source cancel_;  ///< stops the lanes: on an interrupt, and when the rest is not wanted
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  Schedule schedule_;
  Summary summary_;

  // The producer's: what has been planned so far.
  Ordinal planned_position_ = 0;
  Ordinal planned_visits_ = 0;
  bool planning_failed_ = false;
  std::atomic<Ordinal> batch_size_{1};
  std::atomic<bool> ended_{false};
  std::atomic<Stop> stop_{Stop::finished};

  // The committer's: what is on its way to the writer.
  results::Batch pending_;
  bool pending_any_ = false;
  bool closed_ = false;       ///< nothing further may be committed
  bool failed_ = false;       ///< this run has had a failing case
  std::exception_ptr error_;  ///< of the first batch that has one: ends the run when those before it are committed
  Ordinal visits_ = 0;
  double submitted_at_ = 0;
  std::unique_ptr<results::Writer> writer_;
  std::unordered_set<Ordinal> known_cases_;  ///< non-passing ordinals before a repeating pass

  // The writer thread's: what is committed.
  Progress progress_;
  int progress_level_ = 0;
  results::Pass committed_pass_;
};

}  // namespace smallscope::runner
