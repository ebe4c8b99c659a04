// SPDX-License-Identifier: Apache-2.0
#include "triage/script/scripted_subject.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>

#include <fmt/format.h>

#include "command_line/embedded.hpp"
#include "triage/script/shell_steps.hpp"

namespace smallscope::program {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view asking_program = "ask_worker.py", request = "request.json";

double seconds(std::chrono::milliseconds time) { return std::chrono::duration<double>(time).count(); }

/// Names under which the store keeps something else than outputs.
bool is_output(std::string_view observed) {
  return observed != "standard output" && observed != "standard error" && observed != "ending" && observed != "message";
}

void require_file_name(const std::string& output) {
  const fs::path path(output);
  if (output.empty() || path.is_absolute() || path.lexically_normal() != path || output.starts_with("..") ||
      !path.has_filename())
    throw std::invalid_argument(
        fmt::format("the output {} of the worker has a name that is no path of a file", subjects::in_quotes(output)));
}

}  // namespace

std::string ScriptedSubject::here() const {
  const subjects::Placement nowhere{};
  const fs::path directory = subjects::expand(execution.steps.front().here, nowhere);
  std::ptrdiff_t levels = 0;
  for (const auto& [name, path] : own_files) levels = std::max(levels, std::ranges::count(fs::path(name), ".."));
  fs::path here("here");
  auto part = directory.end();
  for (; levels > 0 && part != directory.begin(); --levels) --part;
  for (; part != directory.end(); ++part) here /= *part;
  return here.string();
}

ScriptedSubject scripted_worker(const subjects::WorkerStart& start, const results::Case& failing,
                                const NamedChecks& checks) {
  ScriptedSubject scripted;
  subjects::Execution& execution = scripted.execution;
  execution.steps = {start.command};
  execution.steps.front().standard_input = "";
  // What asks the worker knows the limits; this one is for itself.
  execution.limits.time = start.options.start + start.options.limits.time + std::chrono::seconds(5);
  execution.refusal = subjects::RefusalSign{{status_of_worker_refusal}, {std::string(worker_refusal)}};
  const auto add = [&](const std::string& output) {
    if (std::ranges::find(execution.outputs, output) != execution.outputs.end()) return;
    require_file_name(output);
    execution.outputs.push_back(output);
  };
  // What is called as a file of the input may be that file, or what was printed for it.
  const auto add_if_reported = [&](const std::string& output) {
    const bool may_be_another = output == oracles::standard_output || subjects::find(failing.input.files, output);
    if (!may_be_another) add(output);
  };
  for (const NamedCheck& check : checks) {
    for (const std::string& output : check.check.outputs) add_if_reported(output);
    if (check.check.result) add_if_reported(check.check.result->name());
  }
  for (const subjects::NamedText& observed : failing.observed)
    if (is_output(observed.name)) add(observed.name);
  scripted.recorded = {
      {std::string(asking_program), std::string(embedded_text("program/src/triage/script/ask_worker.py"))},
      {std::string(request), subjects::first_request(failing.input)}};
  scripted.asked_by =
      fmt::format("python3 {} {} {:g} {:g} {}", ShellSteps::recorded(asking_program), ShellSteps::recorded(request),
                  seconds(start.options.start), seconds(start.options.limits.time), start.options.limits.output_bytes);
  return scripted;
}

}  // namespace smallscope::program
