// Running a campaign: schedule -> batches of positions -> execute -> judge -> record, on any number of threads.
//
// Effects are committed in schedule order, so that verdicts, the first failure and the store are the same for any
// number of jobs and any interruption. Progress and results go to an Observer; nothing is printed here.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <smallscope/results/store.hpp>
#include <smallscope/runner/campaign.hpp>

namespace smallscope::runner {

/// What carries the jobs. All give the same results; `threads` exists for the thread sanitizer, `serial` for debugging.
enum class Scheduler { automatic, onetbb, threads, serial };

/// Which failures of a persistent subject are executed again in a fresh process, alone.
enum class Confirmation { none, first_of_signature, all };

/// Which failing or rejected merged inputs are taken apart (unmerge.hpp): none; those with an abstract message that no
/// part found earlier shows, and those that may hide something; or all of them.
enum class Unmerge { none, novel, all };

/// The order of a campaign for which nobody names one: pairwise, or pairwise-dense where Body::prefers_walks().
std::string default_order(const Campaign& campaign);

/// What carries the runs of an engine.
struct EngineOptions {
  unsigned jobs = 0;  ///< 0: as many as there are cores
  Scheduler scheduler = Scheduler::automatic;
  std::filesystem::path scratch = {};  ///< a directory is made below it; empty: the system's for temporary files
};

struct RunOptions {
  /// Without a name: the campaign's default_order(). Its factors are those of the campaign's space, whatever stands here.
  /// A search that is not indexed is run in the order `dense` unless this is `jump`.
  generators::OrderSpecification order = {.name = ""};
  /// With a jump order: the exhaustive pass runs everything again, as in FASE 2009, instead of skipping what has run.
  bool repeat = false;
  bool first_failure = false;
  std::optional<Ordinal> max_tests;  ///< stop when the store holds so many tests
  std::optional<std::chrono::duration<double>> budget;
  Confirmation confirmation = Confirmation::first_of_signature;
  /// The merge level to run, at most the campaign's; below it nothing is run unless `ladder`.
  int merge_level = 0;
  /// The anytime schedule: the highest merge level first, its failures taken apart, then the lower levels, level 0 last.
  bool ladder = false;
  Unmerge unmerge = Unmerge::novel;
  Ordinal most_probes = 0;  ///< of taking one merged input apart; 0: as many as UnmergeRules says
  /// The abstract messages of judgements, each with its oracle; by default messages as they are.
  std::function<std::vector<std::string>(const std::vector<oracles::Judgement>&)> messages;
  /// Equal for failures that are meant to be one fault; by default the oracles and their messages.
  std::function<std::string(const results::Case&)> signature;
};

/// A moment of a run, as committed to the store.
struct Progress {
  const results::Pass* pass = nullptr;
  Ordinal inputs = 0;     ///< of the pass: the exact denominator, or generators::uncounted
  Ordinal done = 0;       ///< positions of the pass
  Ordinal visited = 0;    ///< by this run, in all its passes
  Ordinal failed = 0;     ///< failing cases by this run on the level of the pass
  Ordinal discarded = 0;  ///< by this run
  double seconds = 0;     ///< since the run began
};

/// Called from one thread at a time, in schedule order. What it sees is committed.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void pass_started(const results::Pass&) {}
  virtual void case_committed(const results::Case&, const Progress&) {}
  virtual void progress(const Progress&) {}
  virtual void pass_ended(const results::Pass&) {}
  virtual void confirming(Ordinal /*done*/, Ordinal /*all*/) {}
  /// A merged input was taken apart, or found to need no taking apart: the done-th of all at its level.
  virtual void unmerged(const results::Unmerging&, Ordinal /*done*/, Ordinal /*all*/) {}
};

/// Why a run ended.
enum class Stop { finished, first_failure, max_tests, budget, interrupted };
std::string_view name(Stop stop);

struct Summary {
  Stop stop = Stop::finished;
  Ordinal visited = 0;  ///< tests of this run
  double seconds = 0;   ///< wall time of this run
  Ordinal confirmed = 0;
  Ordinal flaky = 0;   ///< confirmations that disagreed
  Ordinal probes = 0;  ///< executions of parts of merged inputs
};

/// An opened campaign: its first lane is running, so that a missing program has been noticed and the version is known.
class Engine {
 public:
  /// Throws subjects::SubjectUnavailable.
  explicit Engine(const Campaign& campaign, const EngineOptions& options = {});
  ~Engine();
  Engine(Engine&&) noexcept;
  const std::string& version() const;
  unsigned jobs() const;
  /// The manifest of this campaign; program and further entries are for the caller to fill in.
  results::Manifest manifest() const;
  /// Runs until the schedule's end or a reason to stop; continues where the store left off. The store must be of this
  /// campaign. Throws results::StoreError, subjects::SubjectUnavailable; what was committed stays.
  Summary run(results::Store& store, const RunOptions& options, Observer& observer, std::stop_token interrupt = {});
  /// Executes one input, alone, in a fresh process. Nothing when the generator discards it.
  std::optional<Outcome> execute(Ordinal ordinal, std::stop_token interrupt = {}, int level = 0);
  /// Takes an input of a merged level apart, under the rules that the options give for it: executes it alone in a fresh
  /// process, and when that does not pass, parts of it. Nothing when it passes, or an interrupt was requested.
  std::optional<results::Unmerging> unmerge(int level, Ordinal ordinal, const RunOptions& options,
                                            std::stop_token interrupt = {});

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace smallscope::runner
