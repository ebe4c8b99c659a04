// SPDX-License-Identifier: Apache-2.0
#include "again/execute_switched.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <stdexcept>

#include <fmt/format.h>

#include "scheduler.hpp"

namespace smallscope::runner {

namespace {

struct SwitchingTask : Task {
  std::size_t number = 0;
  Switching switching;
  Switched switched;
  bool is_cut = false;  ///< by an interrupt: its outcome is not known
};

std::vector<oracles::Verdict> verdicts_of(const PortionResult& result) {
  std::vector<oracles::Verdict> verdicts(result.visited, oracles::Verdict::pass);
  for (const auto& [first, last] : result.filtered)
    for (Ordinal index = first; index < std::min(last, result.visited); ++index)
      verdicts[index] = oracles::Verdict::discarded;
  for (const Outcome& outcome : result.outcomes)
    if (outcome.index < result.visited) verdicts[outcome.index] = outcome.verdict;
  return verdicts;
}

/// A scratch directory of one lane.
class Directory {
 public:
  explicit Directory(std::filesystem::path path) : path_(std::move(path)) { std::filesystem::create_directory(path_); }
  ~Directory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Directory(const Directory&) = delete;
  Directory& operator=(const Directory&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// Each condition has a lane of its own, because the code of a process is changed when it starts.
void execute(const AgainSettings& settings, const Body& body, SwitchingTask& task) {
  const Directory directory(settings.lanes.scratch() / fmt::format("switched-{}", task.number));
  std::unique_ptr<Lane> lane;
  try {
    lane = body.with_switch(task.switching.condition)->open(directory.path());
  } catch (const subjects::SubjectUnavailable&) {
    task.switched.was_negated = true;  // it runs without the switch
    return;
  }
  PortionResult result = lane->execute({.level = 0, .ordinals = task.switching.ordinals}, settings.interrupt);
  task.is_cut = result.visited < task.switching.ordinals.size();
  task.switched = {
      .was_negated = lane->has_switched(), .verdicts = verdicts_of(result), .covered = std::move(result.covered)};
  for (const Outcome& outcome : result.outcomes)
    task.switched.seconds = std::max(task.switched.seconds, outcome.seconds);
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
  std::size_t number = 0;
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
                  task->number = number++;
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
