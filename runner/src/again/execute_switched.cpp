// SPDX-License-Identifier: Apache-2.0
#include "again/execute_switched.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>

#include <smallscope/runner/scratch_directory.hpp>

#include "again/fresh.hpp"
#include "scheduler.hpp"

namespace smallscope::runner {

namespace {

struct SwitchingTask : Task {
  Switching switching;
  Switched switched;
  bool is_cut = false;  ///< by an interrupt: its outcome is not known
};

/// Each condition has a lane of its own, because the code of a process is changed when it starts.
void execute(const AgainSettings& settings, const Body& body, SwitchingTask& task) {
  const ScratchDirectory directory(settings.lanes.scratch());
  std::unique_ptr<Lane> lane;
  try {
    lane = body.with_switch(task.switching.condition)->open(directory.path());
  } catch (const subjects::SubjectUnavailable&) {
    task.switched.was_negated = true;  // it runs without the switch
    return;
  }
  PortionResult result = lane->execute({.level = 0, .ordinals = task.switching.ordinals}, settings.interrupt);
  task.is_cut = result.visited < task.switching.ordinals.size();
  task.switched = {.was_negated = lane->has_switched(), .verdicts = {}, .covered = std::move(result.covered)};
  for (const Outcome& outcome : every_outcome(std::move(result))) {
    task.switched.verdicts.push_back(outcome.verdict);
    task.switched.seconds = std::max(task.switched.seconds, outcome.seconds);
  }
}

}  // namespace

Stop execute_switched(const AgainSettings& settings, const std::function<std::optional<Switching>()>& next,
                      const SwitchingOptions& options,
                      const std::function<void(const Switching&, const Switched&)>& seen) {
  const auto start = std::chrono::steady_clock::now();
  std::shared_ptr<const Body> body = settings.campaign.body;
  if (options.time)
    if (auto limited = body->with_limits({.time = options.time})) body = std::move(limited);
  if (body->with_switch({}) == nullptr)
    throw std::invalid_argument("conditions can be negated in commands and workers, not in the runner's own process");
  Stop stop = Stop::finished;
  bool is_cut = false;
  run_pipeline(settings.scheduler, settings.jobs,
               {.produce = [&]() -> std::unique_ptr<Task> {
                  if (settings.interrupt.stop_requested()) return nullptr;
                  if (options.budget && std::chrono::steady_clock::now() - start >= *options.budget) {
                    stop = Stop::budget;
                    return nullptr;
                  }
                  std::optional<Switching> switching = next();
                  if (!switching) return nullptr;
                  auto task = std::make_unique<SwitchingTask>();
                  task->switching = *std::move(switching);
                  return task;
                },
                .execute = [&](Task& task) { execute(settings, *body, static_cast<SwitchingTask&>(task)); },
                .commit =
                    [&](Task& task) {
                      const auto& done = static_cast<const SwitchingTask&>(task);
                      is_cut |= done.is_cut;
                      if (!is_cut) seen(done.switching, done.switched);
                    }});
  return settings.interrupt.stop_requested() ? Stop::interrupted : stop;
}

}  // namespace smallscope::runner
