// SPDX-License-Identifier: Apache-2.0
// Running a campaign: schedule -> batches of positions -> execute -> judge -> record, on any number of threads.
//
// Effects are committed in schedule order, so verdicts, the first failure and the store are the same for any number of
// jobs and any interruption. Progress and results go to an Observer; nothing is printed here. An Engine belongs to one
// thread.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <smallscope/results/store.hpp>
#include <smallscope/runner/campaign.hpp>
#include <smallscope/runner/in_flight.hpp>

namespace smallscope::runner {

/// The implementation that carries the jobs. All give the same results; `threads` exists for the thread sanitizer,
/// `serial` for debugging.
enum class Scheduler { automatic, onetbb, threads, serial };

/// Which failures of a persistent subject are executed again in a fresh process, alone.
enum class Confirmation { none, first_of_signature, all };

/// Which failing or rejected merged inputs are taken apart (unmerge.hpp): none; those with an abstract message that no
/// earlier part shows, and those that may hide something, as long as that pays; or all of them, without a bound.
enum class Unmerge { none, novel, all };

/// The order of a campaign if none is named: pairwise, or pairwise-dense if Body::prefers_walks().
std::string default_order(const Campaign& campaign);

/// One of `count` equal parts of every traversal, which several runs, on any machines, divide among them: positions
/// [whole * (number - 1) / count, whole * number / count). results::gather() joins their stores.
struct Shard {
  Ordinal number = 1;  ///< 1 to count
  Ordinal count = 1;
  friend bool operator==(const Shard&, const Shard&) = default;
};

/// The resources for the runs of an engine.
struct EngineOptions {
  unsigned jobs = 0;  ///< 0: one per core
  Scheduler scheduler = Scheduler::automatic;
  std::filesystem::path scratch = {};  ///< a directory is made below it; empty: the system's temporary directory
};

struct RunOptions {
  /// Without a name: the campaign's default_order(). The factors are always those of the campaign's space, whatever is
  /// given here. A search that is not indexed is run in the order `dense` unless this is `jump`.
  generators::OrderSpecification order = {.name = ""};
  /// Ordinals of level 0, distinct, that are executed before everything else, in this sequence: a pass of their own; of
  /// a shard, the beginning of level 0, of which it executes its part. Not for a search that is not indexed.
  std::vector<Ordinal> first = {};
  bool only_first = false;  ///< nothing but `first` is executed
  /// With a jump order: the exhaustive pass runs everything again, as in FASE 2009, instead of skipping what has run.
  /// With `only_first`: those of `first` are executed again, too, that have run, for instance to see what they cover.
  bool repeat = false;
  /// Only this part is executed, and added to what the store has. Failing merged inputs are not taken apart, and a
  /// repeat does not begin, before the store has all of what comes first: after results::gather(), a run without a
  /// shard does that. A search without an index is counted first.
  std::optional<Shard> shard;
  bool first_failure = false;
  std::optional<Ordinal> max_tests;  ///< stop when the store holds this many tests
  std::optional<std::chrono::duration<double>> budget;
  /// How to start the running program again, and the specification if any: for the commands kept with cases.
  std::vector<std::string> program;
  Confirmation confirmation = Confirmation::first_of_signature;
  /// If executions share a process: so many inputs that passed, drawn from all, are executed again in a fresh process.
  /// Those that fail there become flaky. None without confirmation.
  std::uint64_t sampled_passes = 64;
  /// A flaky input is executed so many times more, each time alone in a fresh process, which shows how often it fails:
  /// results::Store::executions(). None without confirmation, and in the runner's own process.
  unsigned flaky_executions = 10;
  std::size_t most_flaky = 20;  ///< inputs for which that is done
  /// How many times inputs that could not be judged are executed again when the passes have ended, including those that
  /// an earlier run left open. Ends early if a round settles none.
  unsigned retries = 1;
  /// The merge level to run, at most the campaign's; lower levels are run only with `ladder`.
  int merge_level = 0;
  /// The anytime schedule: the highest merge level first, its failures taken apart, then the lower levels, level 0
  /// last.
  bool ladder = false;
  Unmerge unmerge = Unmerge::novel;
  Ordinal most_probes = 0;  ///< for taking one merged input apart; 0: the limit of UnmergeRules
  /// An input that does not end in time is executed again before it is reported: alone, with this many times its limit.
  /// 1: reported at once.
  unsigned patience = 10;
  /// Inputs that do not end with more time either, one after the other, until the others are reported at once.
  unsigned patient_in_vain = 3;
  /// The run ends when about so many inputs in a row could not be judged, because the subject or an oracle gives no
  /// answer that can be read: the next ones would not either. 0: never.
  Ordinal most_unjudged = 50;
  InFlight* in_flight = nullptr;        ///< where the run notes what it executes; null: nowhere
  std::vector<Suspects> suspects = {};  ///< executed input by input, while nothing else is executed
  std::vector<FatalInput> fatal = {};   ///< among the suspects: not executed
  /// The abstract messages of judgements, each with its oracle; by default the messages unchanged.
  std::function<std::vector<std::string>(const std::vector<oracles::Judgement>&)> messages;
  /// Equal for failures that are meant to be one fault; by default, the oracles and their messages.
  results::Signature signature;
  /// Equal for signatures that differ only in what programs printed: of one kind, not all are confirmed. By default,
  /// each signature is of its own kind.
  results::Signature kind;
};

/// How many times its limit an input may take when it is executed again: one that is known not to end, no more than
/// that.
inline unsigned patience_with(std::optional<oracles::Verdict> recorded) {
  return recorded == oracles::Verdict::timed_out ? 1 : RunOptions().patience;
}

/// The command that executes an input of a store again: `program` is that of RunOptions. Empty without a program.
std::string reproduction_command(const std::vector<std::string>& program, const std::filesystem::path& store, int level,
                                 Ordinal ordinal);

/// The state of a run, as committed to the store.
struct Progress {
  const results::Pass* pass = nullptr;
  Ordinal inputs = 0;   ///< of the pass: the exact denominator, or generators::uncounted
  Ordinal done = 0;     ///< positions of the pass
  Ordinal visited = 0;  ///< by this run, in all its passes
  Ordinal covered = 0;  ///< of these, tests of which is known what they covered
  // These count all inputs in the store at the level of the pass, including those of earlier runs:
  Ordinal failed = 0;
  Ordinal refused = 0;
  Ordinal open = 0;       ///< could not be judged
  Ordinal discarded = 0;  ///< filtered or rejected
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
  /// As soon as it is known: what is wrong with a module of the code under test, which is in Summary::remarks, too.
  virtual void remark(const std::string&) {}
  virtual void retrying(Ordinal /*done*/, Ordinal /*all*/) {}
  virtual void confirming(Ordinal /*done*/, Ordinal /*all*/) {}
  /// A merged input was taken apart, or found to need no taking apart: number `done` of `all` at its level.
  virtual void unmerged(const results::Unmerging&, Ordinal /*done*/, Ordinal /*all*/) {}
  /// The exception: from any thread, beside the others. An input did not end in time, and everything waits while it is
  /// executed again with `patience` times its limit, until waited() is called.
  virtual void waiting_for(int /*level*/, Ordinal, unsigned /*patience*/) {}
  virtual void waited() {}
};

/// Why a run ended.
enum class Stop { finished, first_failure, max_tests, budget, interrupted, in_vain };
std::string_view name(Stop stop);

struct Summary {
  Stop stop = Stop::finished;
  Ordinal visited = 0;            ///< tests of this run
  double seconds = 0;             ///< wall time of this run
  Ordinal retried = 0;            ///< executions of inputs that could not be judged before
  Ordinal settled = 0;            ///< those of them that could be judged this time
  bool shares_processes = false;  ///< Body::persistent()
  Ordinal confirmed = 0;          ///< failures executed again, each in a fresh process or with a few others
  Ordinal not_confirmed = 0;      ///< signatures left out, because enough of their kind were confirmed
  std::chrono::duration<double> confirming{};  ///< how long that took
  Ordinal flaky = 0;                           ///< confirmations with another result
  std::vector<Ordinal> alike;        ///< confirmations with other messages that are abstractly the same, sorted
  Ordinal sampled = 0;               ///< inputs that passed and were executed again
  std::vector<Ordinal> different;    ///< those of them that did not pass this time
  Ordinal slow = 0;                  ///< inputs that did not end in time, but with RunOptions::patience
  Ordinal hung = 0;                  ///< inputs that did not end with RunOptions::patience either
  Ordinal reported_at_once = 0;      ///< did not end in time, after RunOptions::patient_in_vain that hung
  Ordinal probes = 0;                ///< executions of parts of merged inputs
  std::vector<std::string> remarks;  ///< what the lanes had to say: Lane::remarks()
  bool waits = false;                ///< something has to wait until the parts of other shards are in the store
};

/// A recorded failure that is to be executed again.
struct Again {
  results::Case recorded;              ///< its level, ordinal and input say what is executed
  std::optional<Selection> selection;  ///< of a part of a merged input that only a combination shows: its fragments
};

struct AgainOptions {
  std::optional<std::chrono::duration<double>> budget;
  /// Whether a failing outcome shows what was recorded. If it does not, and executions share a process, the input is
  /// executed once more, alone, and that outcome counts: an earlier input may have been the reason.
  std::function<bool(const results::Case& recorded, const Outcome& now)> is_same;
  /// What ended in time when it was recorded, and does not now, is executed once more, with this many times its limit.
  unsigned patience = RunOptions().patience;
};

/// An input that is to be executed alone, in a fresh process, for at most `patience` times its limit.
struct Alone {
  int level = 0;
  Ordinal ordinal = 0;
  unsigned patience = 1;
};

/// What was seen then, also where the input passes.
struct ExecutedAlone {
  std::optional<Outcome> outcome;  ///< empty if the generator discards the input
  oracles::Tallies tallies = {};   ///< which oracles passed it, and which did not apply
  results::Reasons reasons = {};   ///< why they did not
};

struct Switching;  // switched.hpp
struct SwitchingOptions;
struct Switched;

struct ReduceOptions;  // reduce.hpp
struct Reduced;

/// An opened campaign. Its first lane is running, so missing programs have been noticed and the version is known.
class Engine {
 public:
  /// Throws subjects::SubjectUnavailable.
  explicit Engine(const Campaign& campaign, const EngineOptions& options = {});
  ~Engine();
  Engine(Engine&&) noexcept;
  const std::string& version() const;
  unsigned jobs() const;
  /// The manifest of this campaign; the caller fills in the program and further entries.
  results::Manifest manifest() const;
  /// Runs until the end of the schedule or a reason to stop; continues where the store left off. The store must belong
  /// to this campaign. Throws results::StoreError, subjects::SubjectUnavailable; everything committed stays.
  Summary run(results::Store& store, const RunOptions& options, Observer& observer, std::stop_token interrupt = {});
  /// Executes one input, alone, in a fresh process, for at most `patience` times its limit. What was observed is kept,
  /// also if it passes. Empty if the generator discards it.
  std::optional<Outcome> execute(Ordinal ordinal, std::stop_token interrupt = {}, int level = 0, unsigned patience = 1);
  /// The same for several inputs, as many at a time as the engine has jobs, until the budget ends or an interrupt was
  /// requested. `seen` is called from one thread at a time, in the sequence of the inputs.
  Stop execute_each(const std::vector<Alone>& inputs,
                    const std::function<void(const Alone&, const ExecutedAlone&)>& seen,
                    std::optional<std::chrono::duration<double>> budget = {}, std::stop_token interrupt = {});
  /// As execute() of one, for texts that need not be an input of the space, which TextRules::valid examines, too:
  /// those that fail and are not valid are discarded. Empty if an interrupt was requested. Throws std::logic_error if
  /// the campaign's inputs are no texts (Body::takes_texts()).
  std::optional<Outcome> execute(const subjects::Input& input, std::stop_token interrupt = {});
  /// Executes failures again, several together in a fresh process, until `next` has no more, the budget ends or an
  /// interrupt was requested. `seen` gets the outcome of each, in the sequence of `next`: empty if the campaign has
  /// another input under this ordinal now, which is then not executed. Both are called from one thread at a time.
  /// Writes no store.
  Stop execute_again(const std::function<std::optional<Again>()>& next, const AgainOptions& options,
                     const std::function<void(const Again&, const std::optional<Outcome>&)>& seen,
                     std::stop_token interrupt = {});
  /// Executes inputs of level 0 with one condition of the code under test negated, until `next` has no more, the budget
  /// ends or an interrupt was requested; `seen` gets what became of each, in the sequence of `next`. Both are called
  /// from one thread at a time. Writes no store. Throws std::invalid_argument if the campaign's subject cannot be
  /// switched: it is no program of its own.
  Stop execute_switched(const std::function<std::optional<Switching>()>& next, const SwitchingOptions& options,
                        const std::function<void(const Switching&, const Switched&)>& seen,
                        std::stop_token interrupt = {});
  /// Takes apart an input of a merged level, with the rules from the options: executes it alone in a fresh process,
  /// and, if it does not pass, parts of it. Empty if it passes, or if an interrupt was requested.
  std::optional<results::Unmerging> unmerge(int level, Ordinal ordinal, const RunOptions& options,
                                            std::stop_token interrupt = {});
  /// Makes the texts of a failing input smaller (reduce.hpp). Throws std::invalid_argument if that is not possible, or
  /// if the input does not show the expected failure; the message says why.
  Reduced reduce(const subjects::Input& input, const ReduceOptions& options, std::stop_token interrupt = {});

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace smallscope::runner
