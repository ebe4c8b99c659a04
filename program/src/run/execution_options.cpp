// SPDX-License-Identifier: Apache-2.0
#include "run/execution_options.hpp"

#include <utility>

#include <fmt/format.h>

#include "command_line/context.hpp"
#include "command_line/options.hpp"

namespace smallscope::program {

std::optional<std::chrono::duration<double>> duration_of(std::string_view option, const std::string& text) {
  if (text.empty()) return std::nullopt;
  std::size_t end = 0;
  double number = -1;
  try {
    number = std::stod(text, &end);
  } catch (const std::exception&) {
  }
  const std::string unit = number >= 0 ? text.substr(end) : "?";
  for (const auto& [name, seconds] :
       {std::pair{"", 1.0}, std::pair{"s", 1.0}, std::pair{"ms", 1e-3}, std::pair{"min", 60.0}, std::pair{"h", 3600.0}})
    if (unit == name) return std::chrono::duration<double>(number * seconds);
  throw UsageError(fmt::format("{}: `{}` is not a duration; write, for example, 90s, 5min or 2h", option, text));
}

std::optional<std::chrono::duration<double>> budget_of(const ExecutionArguments& arguments) {
  return duration_of("--budget", arguments.budget);
}

void add_execution(CLI::App& command, ExecutionArguments& arguments) {
  command.add_option("--budget", arguments.budget, "Stop after this time: 90s, 5min, 2h")
      ->check(not_empty())
      ->group("Stopping");
  command.add_option("-j,--jobs", arguments.engine.jobs, "Tests to run at the same time (default: one per core)")
      ->check(CLI::Range(1, 1024))
      ->group("Execution");
  command
      .add_option("--scratch", arguments.engine.scratch, "Directory for scratch files (default: that of the system)")
      ->check(CLI::ExistingDirectory)
      ->group("Execution");
  add_choice<ProgressStyle>(command, "--progress", arguments.progress,
                            {{"auto", ProgressStyle::automatic},
                             {"bar", ProgressStyle::bar},
                             {"plain", ProgressStyle::plain},
                             {"json", ProgressStyle::json},
                             {"none", ProgressStyle::none}},
                            "Progress on standard error; auto is a bar on a terminal and plain lines elsewhere")
      ->default_str("auto")
      ->group("Results");
}

}  // namespace smallscope::program
