// SPDX-License-Identifier: Apache-2.0
#include "again/execute_alone.hpp"

#include <chrono>
#include <memory>

#include "scheduler.hpp"

namespace smallscope::runner {

namespace {

struct ExecutingAlone : Task {
  Alone input;
  std::optional<ExecutedAlone> executed;
};

}  // namespace

std::optional<ExecutedAlone> execute_alone(Lanes& lanes, const Alone& input, std::stop_token stop) {
  const std::vector<Ordinal> ordinals{input.ordinal};
  Lanes::Loan lane(lanes);
  lane->renew();
  PortionResult result = lane->execute(
      {.level = input.level, .ordinals = ordinals, .patience = input.patience, .keeps_all = true}, std::move(stop));
  if (result.visited == 0) return std::nullopt;
  ExecutedAlone executed{.tallies = std::move(result.tallies), .reasons = std::move(result.reasons)};
  if (!result.filtered.empty()) return executed;
  if (result.outcomes.empty())
    executed.outcome.emplace().verdict = oracles::Verdict::pass;
  else
    executed.outcome = std::move(result.outcomes.front());
  return executed;
}

Stop execute_each(const AgainSettings& settings, const std::vector<Alone>& inputs,
                  std::optional<std::chrono::duration<double>> budget,
                  const std::function<void(const Alone&, const ExecutedAlone&)>& seen) {
  const auto start = std::chrono::steady_clock::now();
  Stop stop = Stop::finished;
  std::size_t given = 0;
  const auto produce = [&]() -> std::unique_ptr<Task> {
    if (settings.interrupt.stop_requested() || given == inputs.size()) return nullptr;
    if (budget && std::chrono::steady_clock::now() - start >= *budget) {
      stop = Stop::budget;
      return nullptr;
    }
    auto task = std::make_unique<ExecutingAlone>();
    task->input = inputs[given++];
    return task;
  };
  const auto execute = [&](Task& task) {
    auto& alone = static_cast<ExecutingAlone&>(task);
    alone.executed = execute_alone(settings.lanes, alone.input, settings.interrupt);
  };
  bool cut = false;  // by an interrupt: what follows is not reported
  const auto commit = [&](Task& task) {
    const auto& alone = static_cast<const ExecutingAlone&>(task);
    cut |= !alone.executed;
    if (!cut) seen(alone.input, *alone.executed);
  };
  run_pipeline(settings.scheduler, settings.jobs, {.produce = produce, .execute = execute, .commit = commit});
  return settings.interrupt.stop_requested() ? Stop::interrupted : stop;
}

}  // namespace smallscope::runner
