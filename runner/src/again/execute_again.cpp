// SPDX-License-Identifier: Apache-2.0
#include "again/execute_again.hpp"

#include <chrono>

#include "again/fresh.hpp"
#include "campaign_run.hpp"

namespace smallscope::runner {

namespace {

constexpr std::size_t commands_together = 4;  // each has a process of its own; few, so that all lanes end together

struct ExecutingAgain : Task {
  std::vector<Again> failures;                   // of one merge level
  std::vector<std::optional<Outcome>> outcomes;  // of the first of them, as far as they were executed
};

/// Whether the campaign still has the recorded input under this ordinal, or this part of it.
bool is_same_input(const Campaign& campaign, const Again& failure, const std::stop_token& stop) {
  const auto& [recorded, selection] = failure;
  if (recorded.level > campaign.merge_levels()) return false;
  const Space& space = campaign.space_at(recorded.level);
  if (space.reach(recorded.ordinal + 1, [&] { return stop.stop_requested(); }) <= recorded.ordinal) return false;
  auto input = selection ? space.render_part(recorded.ordinal, *selection) : space.render(recorded.ordinal);
  return input && bounded(std::move(*input)) == recorded.input;
}

/// Executes the failures with these indices, alone or together. Fewer outcomes than indices if a stop was requested.
std::vector<Outcome> outcomes_of(Lane& lane, const ExecutingAgain& task, std::span<const std::size_t> indices,
                                 const std::stop_token& stop, unsigned patience = 1) {
  const results::Case& first = task.failures[indices.front()].recorded;
  if (const auto& selection = task.failures[indices.front()].selection) {
    lane.renew();
    auto outcome = lane.probe({first.level, first.ordinal, *selection, patience}, stop);
    return outcome ? std::vector{std::move(*outcome)} : std::vector<Outcome>{};
  }
  std::vector<Ordinal> ordinals;
  for (const std::size_t index : indices) ordinals.push_back(task.failures[index].recorded.ordinal);
  return in_fresh_process(lane, first.level, ordinals, stop, patience);
}

void execute(const AgainSettings& settings, const AgainOptions& options, ExecutingAgain& task) {
  std::vector<std::size_t> same;
  for (std::size_t i = 0; i < task.failures.size(); ++i)
    if (is_same_input(settings.campaign, task.failures[i], settings.interrupt)) same.push_back(i);
  // The way to an input of a search ends early if a stop was requested: that says nothing about the input.
  if (settings.interrupt.stop_requested()) return;
  task.outcomes.assign(task.failures.size(), std::nullopt);
  if (same.empty()) return;
  Lanes::Loan lane(settings.lanes);
  std::vector<Outcome> together = outcomes_of(*lane.get(), task, same, settings.interrupt);
  const bool shares = settings.campaign.body->persistent() && same.size() > 1;
  for (std::size_t i = 0; i < together.size(); ++i) {
    const oracles::Verdict before = task.failures[same[i]].recorded.verdict;
    const bool needs_time = together[i].verdict == oracles::Verdict::timed_out && before != oracles::Verdict::timed_out;
    const bool differs = oracles::is_failing(together[i].verdict) && options.is_same &&
                         !options.is_same(task.failures[same[i]].recorded, together[i]);
    if ((shares && differs) || needs_time) {
      std::vector<Outcome> alone =
          outcomes_of(*lane.get(), task, {&same[i], 1}, settings.interrupt, needs_time ? options.patience : 1);
      if (alone.empty()) {
        together.resize(i);
        break;
      }
      together[i] = std::move(alone.front());
    }
    task.outcomes[same[i]] = std::move(together[i]);
  }
  if (together.size() < same.size()) task.outcomes.resize(same[together.size()]);
}

}  // namespace

Stop execute_again(const AgainSettings& settings, const std::function<std::optional<Again>()>& next,
                   const AgainOptions& options,
                   const std::function<void(const Again&, const std::optional<Outcome>&)>& seen) {
  const auto start = std::chrono::steady_clock::now();
  const std::size_t most = settings.campaign.body->persistent() ? failures_together : commands_together;
  Stop stop = Stop::finished;
  std::optional<Again> waiting;
  const auto produce = [&]() -> std::unique_ptr<Task> {
    if (settings.interrupt.stop_requested()) return nullptr;
    if (options.budget && std::chrono::steady_clock::now() - start >= *options.budget) {
      stop = Stop::budget;
      return nullptr;
    }
    auto task = std::make_unique<ExecutingAgain>();
    while (task->failures.size() < most) {
      if (!waiting) waiting = next();
      if (!waiting) break;
      // Parts are executed one by one, inputs of one level together.
      if (!task->failures.empty() && (waiting->selection || task->failures.front().selection ||
                                      waiting->recorded.level != task->failures.front().recorded.level))
        break;
      task->failures.push_back(std::move(*waiting));
      waiting.reset();
    }
    if (task->failures.empty()) return nullptr;
    return task;
  };
  bool cut = false;  // by an interrupt: what follows was not executed
  const auto commit = [&](Task& task) {
    const auto& done = static_cast<const ExecutingAgain&>(task);
    for (std::size_t i = 0; i < done.outcomes.size() && !cut; ++i) seen(done.failures[i], done.outcomes[i]);
    cut |= done.outcomes.size() < done.failures.size();
  };
  run_pipeline(settings.scheduler, settings.jobs,
               {.produce = produce,
                .execute = [&](Task& task) { execute(settings, options, static_cast<ExecutingAgain&>(task)); },
                .commit = commit});
  return settings.interrupt.stop_requested() ? Stop::interrupted : stop;
}

}  // namespace smallscope::runner
