// SPDX-License-Identifier: Apache-2.0
#include "texts.hpp"

#include <atomic>

#include <smallscope/subjects/command.hpp>

#include "scheduler.hpp"

namespace smallscope::runner {

namespace {

using oracles::Verdict;

struct ExecutingText : Task {
  explicit ExecutingText(subjects::Input candidate) : input(std::move(candidate)) {}
  subjects::Input input;
  std::optional<Outcome> outcome;
};

/// What TextRules::valid says of failing texts: their outcome, or that they are not valid, or that this is unknown.
/// Empty if a stop was requested.
std::optional<Outcome> examined(const TextSettings& settings, const subjects::Input& input, Outcome outcome,
                                const std::stop_token& stop) {
  const auto& rules = settings.campaign.texts;
  if (!rules || rules->valid.empty() || !oracles::is_failing(outcome.verdict)) return outcome;
  const ScratchDirectory directory(settings.lanes.scratch());
  const subjects::Observation observation =
      subjects::commands(rules->valid)->open(directory.path())->observe(input, stop);
  using subjects::Ending;
  if (observation.ending == Ending::cancelled || stop.stop_requested()) return std::nullopt;
  if (observation.ending == Ending::completed && observation.exit_status == 0) return outcome;
  const Verdict verdict = observation.ending == Ending::lost ? Verdict::infrastructure : Verdict::discarded;
  std::vector<oracles::Message> messages = observation.messages;
  if (!observation.standard_error.empty()) messages.push_back(observation.standard_error);
  return Outcome{.verdict = verdict, .judgements = {{"valid text", verdict, std::move(messages)}}};
}

enum class Process { any, fresh };

std::optional<Outcome> judged_in(Process process, const TextSettings& settings, const subjects::Input& input,
                                 const std::stop_token& stop) {
  Lanes::Loan lane(settings.lanes);
  if (process == Process::fresh) lane->renew();
  return lane->judge(input, stop);
}

/// A candidate mostly does not fail, and then it may share a process with those before it, as inputs of a run do: to
/// start a worker can take a hundred times as long as to ask it.
std::optional<Outcome> execute_candidate(const TextSettings& settings, const subjects::Input& input,
                                         const std::stop_token& stop) {
  if (settings.campaign.body->persistent()) {
    std::optional<Outcome> outcome = judged_in(Process::any, settings, input, stop);
    if (!outcome || (!oracles::is_failing(outcome->verdict) && !oracles::is_open(outcome->verdict))) return outcome;
  }
  return execute_text(settings, input, stop);
}

}  // namespace

std::optional<Outcome> execute_text(const TextSettings& settings, const subjects::Input& input,
                                    const std::stop_token& stop) {
  std::optional<Outcome> outcome = judged_in(Process::fresh, settings, input, stop);
  if (!outcome) return std::nullopt;
  return examined(settings, input, std::move(*outcome), stop);
}

void execute_texts(const TextSettings& settings, const std::function<std::optional<subjects::Input>()>& next,
                   const std::function<bool(subjects::Input, Outcome)>& seen) {
  std::stop_source cancel;
  const std::stop_callback on_interrupt(settings.interrupt, [&] { cancel.request_stop(); });
  const auto produce = [&]() -> std::unique_ptr<Task> {
    if (cancel.stop_requested()) return nullptr;
    auto input = next();
    if (!input) return nullptr;
    return std::make_unique<ExecutingText>(std::move(*input));
  };
  bool ended = false;
  const auto commit = [&](Task& task) {
    auto& done = static_cast<ExecutingText&>(task);
    // Without an outcome it was interrupted, and so was what follows.
    if (!ended) ended = !done.outcome || !seen(std::move(done.input), std::move(*done.outcome));
    if (ended) cancel.request_stop();
  };
  run_pipeline(settings.scheduler, settings.jobs,
               {.produce = produce,
                .execute =
                    [&](Task& task) {
                      auto& text = static_cast<ExecutingText&>(task);
                      if (!cancel.stop_requested())
                        text.outcome = execute_candidate(settings, text.input, cancel.get_token());
                    },
                .commit = commit});
}

}  // namespace smallscope::runner
