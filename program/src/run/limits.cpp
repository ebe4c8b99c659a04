// SPDX-License-Identifier: Apache-2.0
#include "run/limits.hpp"

#include <utility>

#include "command_line/context.hpp"
#include "command_line/options.hpp"
#include "run/execution_options.hpp"

namespace smallscope::program {

namespace {

constexpr const char* learned = "learned";

subjects::LimitChanges changes_of(const LimitArguments& arguments) {
  subjects::LimitChanges changes;
  if (arguments.timeout == learned)
    changes.learns_time = true;
  else if (const auto time = duration_of("--timeout", arguments.timeout))
    changes.time = std::chrono::ceil<std::chrono::milliseconds>(*time);
  if (arguments.memory_bytes > 0) changes.memory_bytes = arguments.memory_bytes;
  return changes;
}

}  // namespace

void add_limits(CLI::App& command, LimitArguments& arguments, runner::RunOptions& options) {
  command
      .add_option("--timeout", arguments.timeout,
                  "Time that one test may take, such as 10s; or learned: ten times as long as the longest so far "
                  "(default: that of the campaign; in process, none)")
      ->check(not_empty())
      ->group("Execution");
  command
      .add_option("--patience", options.patience,
                  "A test that does not end in time is executed again, alone, with this many times its limit; 1: not")
      ->transform(whole_number(1))
      ->capture_default_str()
      ->group("Execution");
  command
      .add_flag("--isolate", arguments.isolate,
                "In process: execute inputs in processes of their own, many in one while none ends it")
      ->group("Execution");
  command
      .add_option("--memory-limit", arguments.memory_bytes,
                  "Memory that a test may take, such as 512MiB; in process only with --isolate (default: that of the "
                  "campaign, else 4GiB)")
      ->transform(CLI::AsSizeValue(false))
      ->group("Execution");
  command
      .add_flag("--one-process", arguments.one_process,
                "In process: run in this process alone, for debuggers; an input that ends it ends the run")
      ->group("Execution");
}

std::optional<std::chrono::duration<double>> time_in_process(const LimitArguments& arguments) {
  if (arguments.timeout == learned)
    throw UsageError("--timeout learned is for commands and workers; in process give a time, such as 10s");
  return duration_of("--timeout", arguments.timeout);
}

void check(const LimitArguments& arguments, const runner::Campaign& campaign) {
  if (!campaign.body->is_in_process()) {
    if (arguments.isolate)
      throw UsageError(
          "--isolate is for campaigns that execute inputs in process; commands and workers have processes of their "
          "own");
    return;
  }
  if (time_in_process(arguments) && arguments.one_process)
    throw UsageError("--timeout and --one-process contradict each other: a process cannot be its own watch");
  if (arguments.isolate && arguments.one_process) throw UsageError("--isolate and --one-process contradict each other");
  if (arguments.memory_bytes > 0 && !arguments.isolate)
    throw UsageError(
        "--memory-limit needs --isolate beside a campaign that executes inputs in process: there a test cannot have a "
        "limit of its own");
}

runner::Campaign limited(runner::Campaign campaign, const LimitArguments& arguments) {
  if (arguments.isolate) {
    runner::IsolationOptions options{.time = time_in_process(arguments)};
    if (arguments.memory_bytes > 0) options.memory_bytes = arguments.memory_bytes;
    return runner::isolated(std::move(campaign), options);
  }
  const subjects::LimitChanges changes =
      campaign.body->is_in_process() ? subjects::LimitChanges() : changes_of(arguments);
  if (!changes.any()) return campaign;
  auto body = campaign.body->with_limits(changes);
  if (body == nullptr)
    throw UsageError("--timeout and --memory-limit: the subject of this campaign has no limits that could be changed");
  campaign.body = std::move(body);
  return campaign;
}

}  // namespace smallscope::program
