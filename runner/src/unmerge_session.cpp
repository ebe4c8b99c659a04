#include "unmerge_session.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <utility>

#include "campaign_run.hpp"

namespace smallscope::runner {

namespace {

using oracles::Verdict;
using results::Unmerging;

/// What the parts found so far show, to tell which merged failures show something new. Thread-safe.
class KnownMessages {
 public:
  explicit KnownMessages(const UnmergeRules& rules) : rules_(rules) {}
  void add(const Unmerging& unmerging) {
    const std::lock_guard lock(mutex_);
    for (const results::Part& part : unmerging.parts)
      for (std::string& message : messages_of(rules_, part.found.judgements)) known_.insert(std::move(message));
  }
  std::set<std::string> all() const {
    const std::lock_guard lock(mutex_);
    return known_;
  }
  bool covers(const MergedFailure& failure) const {
    const Outcome& outcome = failure.outcome;
    if (hides(rules_, outcome.verdict, outcome.judgements)) return false;
    const auto messages = messages_of(rules_, outcome.judgements);
    const std::lock_guard lock(mutex_);
    return !messages.empty() &&
           std::all_of(messages.begin(), messages.end(), [&](const auto& one) { return known_.contains(one); });
  }

 private:
  const UnmergeRules& rules_;
  mutable std::mutex mutex_;
  std::set<std::string> known_;
};

struct TakingApart : Task {
  MergedFailure failure;
  std::optional<Unmerging> result;
};

}  // namespace

UnmergeRules unmerge_rules(const Campaign& campaign, const RunOptions& options) {
  return {.messages = options.messages,
          .hiding = campaign.merging.hiding,
          .suspects = campaign.merging.suspects,
          .most_probes = options.most_probes};
}

std::optional<Unmerging> take_apart(const Campaign& campaign, const MergedFailure& failure, const UnmergeRules& rules,
                                    Lane& lane, const std::stop_token& stop) {
  const Space& space = campaign.space_at(failure.level);
  const Constituents constituents = space.constituents(failure.ordinal);
  Unmerging unmerging{.level = failure.level, .ordinal = failure.ordinal};
  const auto start = std::chrono::steady_clock::now();
  const Probe probe = [&](const Selection& selection) {
    return lane.probe(failure.level, failure.ordinal, selection, stop);
  };
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
  }
  return unmerging;
}

namespace {

/// Takes merged inputs of one level apart that failed or were rejected, in this order. In waves, each twice as long as
/// the one before: what is known when a wave begins helps all of it, whatever the number of jobs.
class MergedFailures {
 public:
  MergedFailures(CampaignRun& run, int level, std::vector<Ordinal> queue)
      : run_(run),
        level_(level),
        queue_(std::move(queue)),
        rules_(unmerge_rules(run.campaign, run.options)),
        known_(rules_) {
    run_.store.for_each_unmerging([&](const Unmerging& earlier) {
      if (earlier.level != level_) known_.add(earlier);
      return true;
    });
  }

  void unmerge() {
    for (std::size_t end = 0, size = 1; end < queue_.size(); size *= 2) {
      end = std::min(end + size, queue_.size());
      if (!run_wave(end)) return;
    }
  }

 private:
  bool novel() const { return run_.options.unmerge == Unmerge::novel; }

  /// What is done already, or else is to be done, up to `end`. Whether all of it was done.
  bool run_wave(std::size_t end) {
    UnmergeRules rules = rules_;
    if (novel()) rules.known = known_.all();
    const auto produce = [&] { return next_task(end); };
    const auto execute = [&](Task& task) {
      auto& apart = static_cast<TakingApart&>(task);
      if (novel() && known_.covers(apart.failure)) return;  // and will be when it is committed
      Lanes::Loan lane(run_.lanes);
      apart.result = take_apart(run_.campaign, apart.failure, rules, *lane.get(), run_.interrupt);
    };
    const auto commit = [&](Task& task) { commit_next(static_cast<TakingApart&>(task)); };
    run_pipeline(run_.scheduler, run_.jobs, {.produce = produce, .execute = execute, .commit = commit});
    return done_ == end;
  }

  std::unique_ptr<Task> next_task(std::size_t end) {
    for (; next_ < end && !run_.cut_off(); ++next_) {
      const std::lock_guard lock(store_mutex_);
      if (const auto earlier = run_.store.find_unmerging(level_, queue_[next_])) {
        known_.add(*earlier);
        ++done_;
        continue;
      }
      auto task = std::make_unique<TakingApart>();
      task->failure = failure_of(queue_[next_++]);
      return task;
    }
    return nullptr;
  }

  MergedFailure failure_of(Ordinal ordinal) const {
    MergedFailure failure{level_, ordinal, {.verdict = Verdict::discarded}, run_.visits};
    if (auto found = run_.store.find_case(level_, ordinal)) {
      failure.outcome.verdict = found->verdict;
      failure.outcome.judgements = std::move(found->judgements);
      failure.test = found->test;
    }
    return failure;
  }

  /// In the order of the queue, so that what is known then does not depend on the jobs.
  void commit_next(TakingApart& apart) {
    if (gap_) return;
    if (novel() && known_.covers(apart.failure))
      apart.result = Unmerging{.level = level_, .ordinal = apart.failure.ordinal, .ending = Unmerging::Ending::known};
    if (!apart.result) {
      gap_ = true;
      return;
    }
    for (results::Part& part : apart.result->parts)
      part.found.reproduction = run_.reproduction(part.found.level, part.found.ordinal);
    known_.add(*apart.result);
    run_.summary.probes += apart.result->probes;
    {
      const std::lock_guard lock(store_mutex_);
      run_.store.add_unmergings({&*apart.result, 1});
    }
    run_.observer.unmerged(*apart.result, ++done_, queue_.size());
  }

  CampaignRun& run_;
  const int level_;
  const std::vector<Ordinal> queue_;
  const UnmergeRules rules_;
  KnownMessages known_;
  std::mutex store_mutex_;  // the store is used by one thread at a time
  std::size_t next_ = 0;    // of the thread that produces
  std::atomic<std::size_t> done_ = 0;
  bool gap_ = false;
};

}  // namespace

void unmerge_failures(CampaignRun& run, int level) {
  if (level == 0 || run.options.unmerge == Unmerge::none) return;
  // In the order of the pass, those that were rejected last.
  std::vector<Ordinal> queue;
  run.store.for_each_case(
      [&](const results::Case& found) {
        if (found.level == level && oracles::is_failing(found.verdict)) queue.push_back(found.ordinal);
        return true;
      },
      true);
  const std::vector<Ordinal> rejected = run.store.discards(level).rejected;
  queue.insert(queue.end(), rejected.begin(), rejected.end());
  MergedFailures(run, level, std::move(queue)).unmerge();
}

}  // namespace smallscope::runner
