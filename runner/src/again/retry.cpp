// SPDX-License-Identifier: Apache-2.0
// Retrying: inputs that could not be judged, not the subject's fault, are executed again in fresh processes.
#include <algorithm>
#include <span>

#include "campaign_run.hpp"
#include "cases.hpp"

namespace smallscope::runner {

namespace {

using Key = std::pair<int, Ordinal>;

constexpr std::size_t first_wave = 16;      // if nothing of a wave can be judged, neither can the rest
constexpr std::size_t inputs_together = 8;  // in one fresh process

/// Some open inputs of one merge level.
struct Retrying : Task {
  int level = 0;
  std::vector<Ordinal> ordinals;
  std::vector<results::Retry> retries;
};

/// The results of executing them.
std::vector<results::Retry> retries_of(const CampaignRun& run, const Retrying& task, PortionResult result) {
  std::vector<results::Retry> retries;
  for (Ordinal index = 0; index < result.visited; ++index)
    retries.push_back(
        {.result = {.level = task.level, .ordinal = task.ordinals[index], .verdict = oracles::Verdict::pass},
         .tallies = {},
         .reasons = {}});
  for (Outcome& outcome : result.outcomes)
    retries[outcome.index].result = case_of(run, task.level, task.ordinals[outcome.index], std::move(outcome));
  for (auto& [index, covered] : result.covered) retries[index].covered = std::move(covered);
  if (retries.empty()) return retries;
  retries.front().tallies = std::move(result.tallies);  // only their sum counts
  retries.front().reasons = std::move(result.reasons);
  return retries;
}

/// Executes these inputs again and commits the results, in this order.
void execute_again(CampaignRun& run, std::span<const Key> open, Ordinal done_before, Ordinal all) {
  std::size_t next = 0;
  Ordinal done = done_before;
  const auto produce = [&]() -> std::unique_ptr<Task> {
    if (next == open.size() || run.cut_off()) return nullptr;
    auto task = std::make_unique<Retrying>();
    task->level = open[next].first;
    // What oracles say about them together is counted with the pass that executed them.
    const auto pass_of = [&](const Key& key) { return run.schedule.pass_of(key.first, key.second); };
    const std::size_t pass = pass_of(open[next]);
    while (next < open.size() && pass_of(open[next]) == pass && task->ordinals.size() < inputs_together)
      task->ordinals.push_back(open[next++].second);
    return task;
  };
  const auto execute = [&](Task& task) {
    auto& retrying = static_cast<Retrying&>(task);
    Lanes::Loan lane(run.lanes);
    lane->renew();
    retrying.retries = retries_of(
        run, retrying,
        lane->execute({.level = retrying.level, .ordinals = retrying.ordinals, .patience = run.options.patience},
                      run.interrupt));
  };
  const auto commit = [&](Task& task) {
    auto& retrying = static_cast<Retrying&>(task);
    run.store.add_retries(retrying.retries);
    done += retrying.retries.size();
    run.summary.retried += retrying.retries.size();
    for (const results::Retry& retry : retrying.retries) run.summary.settled += !oracles::is_open(retry.result.verdict);
    run.observer.retrying(done, all);
  };
  run_pipeline(run.scheduler, run.jobs, {.produce = produce, .execute = execute, .commit = commit});
}

}  // namespace

void CampaignRun::retry() {
  for (unsigned round = 0; round < options.retries; ++round) {
    std::vector<Key> open = store.open_cases();
    std::erase_if(open, [&](const Key& key) { return key.first > campaign.merge_levels(); });
    const std::span<const Key> all(open);
    for (std::size_t begin = 0, size = first_wave; begin < all.size(); begin += size, size *= 2) {
      const Ordinal settled = summary.settled;
      execute_again(*this, all.subspan(begin, std::min(size, all.size() - begin)), begin, all.size());
      if (cut_off() || summary.settled == settled) return;
    }
  }
}

}  // namespace smallscope::runner
