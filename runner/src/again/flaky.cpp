// SPDX-License-Identifier: Apache-2.0
// What depends on more than the input: inputs that passed only because of what was executed before them, and how often
// flaky inputs fail.
#include <algorithm>
#include <random>

#include "again/fresh.hpp"
#include "campaign_run.hpp"
#include "cases.hpp"

namespace smallscope::runner {

namespace {

constexpr std::uint64_t seed = 1;
/// So many times as many inputs are drawn as are to have passed, because others may have been rejected.
constexpr std::uint64_t excess = 4;

struct Passing : Task {
  std::vector<Ordinal> ordinals;
  Ordinal visited = 0;
  std::vector<Ordinal> different;
  std::vector<results::Case> failing;
};

/// Inputs of level 0 that passed, in a random sequence that is always the same.
std::vector<Ordinal> sample_of_passes(const results::Store& store, std::uint64_t wanted) {
  std::vector<Ordinal> passing;
  for (const Ordinal ordinal : store.sample(wanted * excess, seed))
    if (store.verdict(0, ordinal) == oracles::Verdict::pass) passing.push_back(ordinal);
  std::mt19937_64 random(seed);
  for (std::size_t left = passing.size(); left > 1; --left) std::swap(passing[left - 1], passing[random() % left]);
  if (passing.size() > wanted) passing.resize(wanted);
  return passing;
}

/// A case with its further executions.
struct Repeating : Task {
  Ordinal ordinal = 0;
  unsigned times = 0;
  unsigned patience = 1;
  std::vector<results::Attempt> attempts;
};

void execute(Lane& lane, Repeating& task, const std::stop_token& stop) {
  for (unsigned time = 0; time < task.times; ++time)
    for (Outcome& outcome : in_fresh_process(lane, 0, {&task.ordinal, 1}, stop, task.patience))
      task.attempts.push_back(
          {0, task.ordinal, "alone", outcome.verdict, std::move(outcome.judgements), outcome.seconds});
}

}  // namespace

void CampaignRun::confirm_passes() {
  if (!campaign.body->persistent() || options.confirmation == Confirmation::none || summary.visited == 0) return;
  const std::vector<Ordinal> sample = sample_of_passes(store, options.sampled_passes);
  std::size_t next = 0;
  const auto produce = [&]() -> std::unique_ptr<Task> {
    if (next == sample.size() || cut_off()) return nullptr;
    auto task = std::make_unique<Passing>();
    while (next < sample.size() && task->ordinals.size() < failures_together) task->ordinals.push_back(sample[next++]);
    return task;
  };
  const auto execute_task = [&](Task& task) {
    auto& passing = static_cast<Passing&>(task);
    Lanes::Loan lane(lanes);
    for (Outcome& outcome : in_fresh_process(*lane.get(), 0, passing.ordinals, interrupt, options.patience)) {
      if (oracles::is_open(outcome.verdict)) continue;  // says nothing about the input
      ++passing.visited;
      if (outcome.verdict == oracles::Verdict::pass) continue;
      const Ordinal ordinal = passing.ordinals[outcome.index];
      passing.different.push_back(ordinal);
      if (!oracles::is_failing(outcome.verdict)) continue;
      passing.failing.push_back(case_of(*this, 0, ordinal, std::move(outcome)));
      passing.failing.back().test = schedule.test_of(ordinal);
    }
  };
  const auto commit = [&](Task& task) {
    const auto& passing = static_cast<const Passing&>(task);
    store.add_contradictions(passing.failing);
    summary.sampled += passing.visited;
    summary.different.insert(summary.different.end(), passing.different.begin(), passing.different.end());
    observer.confirming(summary.sampled, sample.size());
  };
  run_pipeline(scheduler, jobs, {.produce = produce, .execute = execute_task, .commit = commit});
  std::ranges::sort(summary.different);
}

void CampaignRun::repeat_flaky() {
  if (campaign.body->is_in_process() || options.confirmation == Confirmation::none) return;
  if (!store.account().cases.contains(oracles::Verdict::flaky)) return;
  std::vector<std::pair<Ordinal, unsigned>> wanted;
  const auto want = [&](const results::Case& each) {
    if (each.level != 0 || each.verdict != oracles::Verdict::flaky) return true;
    const Ordinal alone = store.executions(0, each.ordinal).alone;
    if (alone < options.flaky_executions)
      wanted.emplace_back(each.ordinal, options.flaky_executions - static_cast<unsigned>(alone));
    return wanted.size() < options.most_flaky;
  };
  store.for_each_case(want, false, results::CaseParts::none());
  std::size_t next = 0, done = 0;
  const auto produce = [&]() -> std::unique_ptr<Task> {
    if (next == wanted.size() || cut_off()) return nullptr;
    auto task = std::make_unique<Repeating>();
    std::tie(task->ordinal, task->times) = wanted[next++];
    task->patience = options.patience;
    return task;
  };
  const auto execute_task = [&](Task& task) {
    Lanes::Loan lane(lanes);
    execute(*lane.get(), static_cast<Repeating&>(task), interrupt);
  };
  const auto commit = [&](Task& task) {
    store.add_attempts(static_cast<const Repeating&>(task).attempts);
    observer.confirming(++done, wanted.size());
  };
  run_pipeline(scheduler, jobs, {.produce = produce, .execute = execute_task, .commit = commit});
}

}  // namespace smallscope::runner
