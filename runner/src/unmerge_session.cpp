#include "unmerge_session.hpp"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <set>

#include "session.hpp"

namespace smallscope::runner {

namespace {

using oracles::Verdict;
using results::Unmerging;

/// What the parts found so far show, to tell which merged failures show something new.
class KnownMessages {
 public:
  explicit KnownMessages(const UnmergeRules& rules) : rules_(rules) {}
  void add(const Unmerging& unmerging) {
    for (const results::Part& part : unmerging.parts)
      for (std::string& message : messages_of(rules_, part.found.judgements)) known_.insert(std::move(message));
  }
  bool covers(const MergedFailure& failure) const {
    const Outcome& outcome = failure.outcome;
    if (hides(rules_, outcome.verdict, outcome.judgements)) return false;
    const auto messages = messages_of(rules_, outcome.judgements);
    return !messages.empty() &&
           std::all_of(messages.begin(), messages.end(), [&](const auto& one) { return known_.contains(one); });
  }

 private:
  const UnmergeRules& rules_;
  std::set<std::string> known_;
};

struct TakingApart : Task {
  MergedFailure failure;
  std::optional<Unmerging> result;
};

}  // namespace

UnmergeRules unmerge_rules(const Campaign& campaign, const RunOptions& options) {
  return {.messages = options.messages,
          .hiding = campaign.hiding,
          .suspects = campaign.suspects,
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
  for (Part& part : unmerged->parts) {
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

void RunSession::unmerge(const ScheduledPass& scheduled) {
  const int level = scheduled.pass.level;
  if (level == 0 || options_.unmerge == Unmerge::none) return;
  const UnmergeRules rules = unmerge_rules(campaign_, options_);

  // In the order of the pass, those that were rejected last; what an earlier run has taken apart is known already.
  std::vector<Ordinal> queue;
  store_.for_each_case(
      [&](const results::Case& found) {
        if (found.level == level && oracles::is_failing(found.verdict)) queue.push_back(found.ordinal);
        return true;
      },
      true);
  const std::vector<Ordinal> rejected = store_.discards(level).rejected;
  queue.insert(queue.end(), rejected.begin(), rejected.end());
  const auto failure_of = [&](Ordinal ordinal) {
    MergedFailure failure{level, ordinal, {.verdict = Verdict::discarded}, visits_};
    if (auto found = store_.find_case(level, ordinal)) {
      failure.outcome.verdict = found->verdict;
      failure.outcome.judgements = std::move(found->judgements);
      failure.test = found->test;
    }
    return failure;
  };
  KnownMessages known(rules);
  store_.for_each_unmerging([&](const Unmerging& earlier) {
    known.add(earlier);
    return true;
  });

  // Tasks are looked at in order when they are committed, so that what is known then does not depend on the jobs; a
  // task that is known when it begins is known then, too.
  std::mutex mutex;
  std::size_t next = 0;
  Ordinal done = 0;
  const auto is_known = [&](const MergedFailure& failure) {
    const std::lock_guard lock(mutex);
    return options_.unmerge == Unmerge::novel && known.covers(failure);
  };
  std::mutex store_mutex;  // the store is used by one thread at a time
  const auto produce = [&]() -> std::unique_ptr<Task> {
    for (; next < queue.size() && !cut_off(); ++next) {
      const std::lock_guard lock(store_mutex);
      const Ordinal ordinal = queue[next];
      if (store_.find_unmerging(level, ordinal)) {
        ++done;
        continue;
      }
      ++next;
      auto task = std::make_unique<TakingApart>();
      task->failure = failure_of(ordinal);
      return task;
    }
    return nullptr;
  };
  const auto execute = [&](Task& task) {
    auto& apart = static_cast<TakingApart&>(task);
    if (is_known(apart.failure)) return;
    Lanes::Loan lane(lanes_);
    apart.result = take_apart(campaign_, apart.failure, rules, *lane.get(), interrupt_);
  };
  bool gap = false;
  const auto commit = [&](Task& task) {
    auto& apart = static_cast<TakingApart&>(task);
    if (gap) return;
    if (is_known(apart.failure))
      apart.result = Unmerging{.level = level, .ordinal = apart.failure.ordinal, .ending = Unmerging::Ending::known};
    if (!apart.result) {
      gap = true;
      return;
    }
    for (results::Part& part : apart.result->parts)
      part.found.reproduction = reproduction(part.found.level, part.found.ordinal);
    {
      const std::lock_guard lock(mutex);
      known.add(*apart.result);
    }
    summary_.probes += apart.result->probes;
    {
      const std::lock_guard lock(store_mutex);
      store_.add_unmergings({&*apart.result, 1});
    }
    observer_.unmerged(*apart.result, ++done, queue.size());
  };
  run_pipeline(options_.scheduler, jobs_, {.produce = produce, .execute = execute, .commit = commit});
}

}  // namespace smallscope::runner
