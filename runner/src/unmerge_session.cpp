// SPDX-License-Identifier: Apache-2.0
#include "unmerge_session.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <mutex>
#include <utility>

#include "campaign_run.hpp"
#include "probe_budget.hpp"

namespace smallscope::runner {

namespace {

using oracles::Verdict;
using results::Unmerging;

/// What the parts found so far show. Thread-safe.
class SharedKnown {
 public:
  SharedKnown(const Campaign& campaign, const UnmergeRules& rules) : campaign_(campaign), rules_(rules) {}
  /// Whether a failing part shows a message that none before it shows.
  bool add(const Unmerging& unmerging) {
    const Constituents constituents = campaign_.space_at(unmerging.level).constituents(unmerging.ordinal);
    const std::lock_guard lock(mutex_);
    bool is_new = false;
    for (const results::Part& part : unmerging.parts) {
      const auto messages = messages_of(rules_, part.found.judgements);
      is_new |= oracles::is_failing(part.found.verdict) && !includes(messages);
      known_.add(constituents, part.selection, part.found.verdict, messages);
    }
    return is_new;
  }
  Known all() const {
    const std::lock_guard lock(mutex_);
    return known_;
  }
  /// Whether every message of the failure is known.
  bool covers(const MergedFailure& failure) const {
    const auto messages = messages_of(rules_, failure.outcome.judgements);
    const std::lock_guard lock(mutex_);
    return !messages.empty() && includes(messages);
  }

 private:
  bool includes(const std::vector<std::string>& messages) const {
    return std::all_of(messages.begin(), messages.end(),
                       [&](const auto& one) { return known_.messages.contains(one); });
  }
  const Campaign& campaign_;
  const UnmergeRules& rules_;
  mutable std::mutex mutex_;
  Known known_;
};

struct TakingApart : Task {
  MergedFailure failure;
  bool is_recorded = false;  // an earlier run has done it
  std::optional<TakenApart> result;
};

/// The most inputs taken apart at the same time, because they do not know of one another.
constexpr std::size_t greatest_wave = 32;

}  // namespace

void TakenApart::limit(Ordinal probes) {
  if (unmerging.probes <= probes) return;
  const auto kept = std::upper_bound(found_after.begin(), found_after.end(), probes) - found_after.begin();
  unmerging.parts.erase(unmerging.parts.begin() + kept, unmerging.parts.end());
  found_after.resize(static_cast<std::size_t>(kept));
  unmerging.probes = probes;
  unmerging.ending = Unmerging::Ending::bounded;
}

UnmergeRules unmerge_rules(const Campaign& campaign, const RunOptions& options) {
  return {.messages = options.messages,
          .hiding = campaign.merging.hiding,
          .suspects = campaign.merging.suspects,
          .lines = campaign.merging.lines,
          .hopeless = campaign.merging.hopeless,
          .most_probes = options.most_probes,
          .patience = options.patience};
}

std::optional<TakenApart> take_apart(const Campaign& campaign, const MergedFailure& failure, UnmergeRules rules,
                                     Lane& lane, const std::stop_token& stop) {
  const Space& space = campaign.space_at(failure.level);
  const Constituents constituents = space.constituents(failure.ordinal);
  TakenApart apart{.unmerging = {.level = failure.level, .ordinal = failure.ordinal}};
  Unmerging& unmerging = apart.unmerging;
  const auto start = std::chrono::steady_clock::now();
  // The whole may have ended only with more time. What hangs gets none.
  const unsigned patience = failure.outcome.verdict == oracles::Verdict::timed_out ? 1 : rules.patience;
  const Probe probe = [&](const Selection& selection) {
    return lane.probe({failure.level, failure.ordinal, selection, patience}, stop);
  };
  rules.fragment_lines = [&](const Selection& selection) { return space.fragment_lines(failure.ordinal, selection); };
  std::optional<Unmerged> unmerged = unmerge(constituents, failure.outcome, rules, probe);
  if (!unmerged) return std::nullopt;
  unmerging.ending = unmerged->ending;
  unmerging.probes = unmerged->probes;
  unmerging.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  for (Culprit& part : unmerged->parts) {
    results::Case found;
    found.test = failure.test;
    found.level = part.is_single() ? 0 : failure.level;
    found.ordinal = part.is_single() ? constituents.at(generators::first_of(part.selection)) : failure.ordinal;
    found.choices = campaign.space_at(found.level).choices(found.ordinal);
    found.verdict = part.outcome.verdict;
    found.judgements = std::move(part.outcome.judgements);
    found.seconds = part.outcome.seconds;
    found.observed = std::move(part.outcome.observed);
    if (auto input = space.render_part(failure.ordinal, part.selection)) found.input = bounded(std::move(*input));
    unmerging.parts.push_back({std::move(part.selection), std::move(found)});
    apart.found_after.push_back(part.probes);
  }
  return apart;
}

namespace {

/// Takes apart merged inputs of one level that failed or were rejected: all of them, or those that are worth it. First
/// come inputs that show a new message, in the order of the pass. Then, as long as this finds something new, come
/// inputs that may hide more behind known messages, and rejected ones. Works in waves, each twice as long as the one
/// before up to a limit: all of a wave uses what was known at its beginning, for any number of jobs.
class MergedFailures {
 public:
  MergedFailures(CampaignRun& run, int level)
      : run_(run),
        level_(level),
        rules_(unmerge_rules(run.campaign, run.options)),
        known_(run.campaign, rules_),
        budget_(run.campaign.space->size(), merged_inputs()) {
    run_.store.for_each_unmerging([&](const Unmerging& earlier) {
      if (earlier.level == level_) return true;
      known_.add(earlier);
      budget_.spend(earlier.probes, false);
      return true;
    });
    budget_.renew();
  }

  void unmerge() {
    // In the order of the pass; rejected inputs come last.
    std::vector<Ordinal> failing;
    run_.store.for_each_case(
        [&](const results::Case& found) {
          if (found.level == level_ && oracles::is_failing(found.verdict)) failing.push_back(found.ordinal);
          return true;
        },
        true);
    const std::vector<Ordinal> rejected = run_.store.discards(level_).rejected;
    all_ = failing.size() + rejected.size();
    if (run_.options.unmerge == Unmerge::all) {
      if (run_phase(Phase::everything, failing)) run_phase(Phase::everything, rejected);
      return;
    }
    if (!run_phase(Phase::new_messages, failing)) return;
    if (!run_phase(Phase::behind_known, std::exchange(behind_known_, {}))) return;
    budget_.renew();
    run_phase(Phase::behind_known, rejected);
  }

 private:
  enum class Phase { everything, new_messages, behind_known };

  Ordinal merged_inputs() const {
    std::map<int, Ordinal> levels;
    for (const results::Pass& pass : run_.store.passes())
      if (pass.level > 0) levels[pass.level] = pass.size;
    Ordinal sum = 0;
    for (const auto& [level, inputs] : levels) sum += inputs;
    return sum;
  }

  /// Returns whether nothing cut it short.
  bool run_phase(Phase phase, const std::vector<Ordinal>& queue) {
    phase_ = phase;
    next_ = done_ = 0;
    for (std::size_t end = 0, size = 1; end < queue.size(); size = std::min(2 * size, greatest_wave)) {
      end = std::min(end + size, queue.size());
      if (!run_wave(queue, end)) return false;
    }
    return true;
  }

  /// Runs the tasks up to `end`. Returns whether all of them were done.
  bool run_wave(const std::vector<Ordinal>& queue, std::size_t end) {
    UnmergeRules rules = rules_;
    if (phase_ != Phase::everything) rules.known = known_.all();
    const auto produce = [&] { return next_task(queue, end); };
    const auto execute = [&](Task& task) { execute_next(static_cast<TakingApart&>(task), rules); };
    const auto commit = [&](Task& task) { commit_next(static_cast<TakingApart&>(task)); };
    run_pipeline(run_.scheduler, run_.jobs, {.produce = produce, .execute = execute, .commit = commit});
    return done_ == end;
  }

  std::unique_ptr<Task> next_task(const std::vector<Ordinal>& queue, std::size_t end) {
    if (next_ == end || run_.cut_off()) return nullptr;
    const std::lock_guard lock(store_mutex_);
    auto task = std::make_unique<TakingApart>();
    task->failure = failure_of(queue[next_++]);
    if (auto earlier = run_.store.find_unmerging(level_, task->failure.ordinal)) {
      task->is_recorded = true;
      task->result = TakenApart{std::move(*earlier), {}};
    }
    return task;
  }

  MergedFailure failure_of(Ordinal ordinal) const {
    MergedFailure failure{level_, ordinal, {.verdict = Verdict::discarded}, run_.schedule.tests_after(level_)};
    if (auto found = run_.store.find_case(level_, ordinal)) {
      failure.outcome.verdict = found->verdict;
      failure.outcome.judgements = std::move(found->judgements);
      failure.test = found->test;
    }
    return failure;
  }

  /// Whether the input is worth taking apart, by what is known now. The answer never changes back to yes: what is known
  /// and spent only grows.
  bool is_worth_it(const MergedFailure& failure) const {
    switch (phase_) {
      case Phase::everything:
        return true;
      case Phase::new_messages:
        return budget_.left() > 0 && !known_.covers(failure);
      case Phase::behind_known:
        return budget_.pays();
    }
    return false;
  }

  void execute_next(TakingApart& apart, UnmergeRules rules) {
    if (apart.is_recorded) return;
    {
      const std::lock_guard lock(budget_mutex_);
      if (!is_worth_it(apart.failure)) return;
      if (phase_ != Phase::everything) rules.probes_left = budget_.left();
    }
    Lanes::Loan lane(run_.lanes);
    apart.result = take_apart(run_.campaign, apart.failure, std::move(rules), *lane.get(), run_.interrupt);
  }

  /// In the order of the queue, so what is known and spent at that point does not depend on the jobs.
  void commit_next(TakingApart& apart) {
    if (gap_) return;
    const std::lock_guard lock(budget_mutex_);
    if (is_worth_it(apart.failure)) {
      if (!apart.result) {
        gap_ = true;
        return;
      }
      if (phase_ != Phase::everything) apart.result->limit(budget_.left());
    } else if (!settle(apart)) {
      ++done_;
      return;
    }
    const bool shows_something_new = known_.add(apart.result->unmerging);
    budget_.spend(apart.result->unmerging.probes, shows_something_new);
    ++done_, ++settled_;
    if (!apart.is_recorded) record(apart.result->unmerging);
  }

  /// The record of an input that is not taken apart. Empty if it is not settled yet, or if it shows something new and
  /// no probes are left: then it stays a failure of its own.
  bool settle(TakingApart& apart) {
    using Ending = Unmerging::Ending;
    Ending ending = Ending::unpaid;
    if (phase_ == Phase::new_messages) {
      if (!known_.covers(apart.failure)) return false;
      if (hides(rules_, apart.failure.outcome.verdict, apart.failure.outcome.judgements)) {
        behind_known_.push_back(apart.failure.ordinal);
        return false;
      }
      ending = Ending::known;
    }
    if (!apart.is_recorded)
      apart.result = TakenApart{{.level = level_, .ordinal = apart.failure.ordinal, .ending = ending}, {}};
    return true;
  }

  void record(Unmerging& unmerging) {
    for (results::Part& part : unmerging.parts)
      part.found.reproduction = run_.reproduction(part.found.level, part.found.ordinal);
    run_.summary.probes += unmerging.probes;
    {
      const std::lock_guard lock(store_mutex_);
      run_.store.add_unmergings({&unmerging, 1});
    }
    run_.observer.unmerged(unmerging, settled_, all_);
  }

  CampaignRun& run_;
  const int level_;
  const UnmergeRules rules_;
  SharedKnown known_;
  ProbeBudget budget_;
  std::mutex budget_mutex_;
  std::mutex store_mutex_;  // the store is used by one thread at a time
  Phase phase_ = Phase::everything;
  std::vector<Ordinal> behind_known_;  // inputs that may hide more behind known messages
  std::size_t next_ = 0;               // of this phase, owned by the producing thread
  std::size_t done_ = 0;               // of this phase, owned by the committing thread
  Ordinal settled_ = 0, all_ = 0;      // of all phases
  bool gap_ = false;
};

}  // namespace

void unmerge_failures(CampaignRun& run, int level) {
  if (level == 0 || run.options.unmerge == Unmerge::none) return;
  MergedFailures(run, level).unmerge();
}

}  // namespace smallscope::runner
