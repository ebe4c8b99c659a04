// SPDX-License-Identifier: Apache-2.0
// The options of commands that execute many inputs: how many at a time, how long, and what the user sees meanwhile.
#pragma once

#include <CLI/CLI.hpp>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include <smallscope/runner/run.hpp>

#include "run/progress.hpp"

namespace smallscope::program {

struct ExecutionArguments {
  runner::EngineOptions engine;
  std::string budget;
  ProgressStyle progress = ProgressStyle::automatic;
};

/// Adds --jobs, --scratch, --budget and --progress; `arguments` outlives the parsing.
void add_execution(CLI::App& command, ExecutionArguments& arguments);

/// "60s", "5min", "2h", "500ms" or plain seconds; none for "". Throws UsageError, which names the option.
std::optional<std::chrono::duration<double>> duration_of(std::string_view option, const std::string& text);

/// The time of --budget. Throws UsageError.
std::optional<std::chrono::duration<double>> budget_of(const ExecutionArguments& arguments);

}  // namespace smallscope::program
