// SPDX-License-Identifier: Apache-2.0
// check-worker: the hard cases of docs/worker-protocol.md, played against a worker.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <smallscope/report/json.hpp>
#include <smallscope/report/text.hpp>
#include <smallscope/runner/scratch_directory.hpp>
#include <smallscope/subjects/conformance.hpp>
#include <smallscope/subjects/worker.hpp>

#include "command_line/commands.hpp"
#include "command_line/interrupt.hpp"
#include "command_line/options.hpp"
#include "command_line/print.hpp"
#include "run/execution_options.hpp"
#include "triage/stored_campaign.hpp"

namespace smallscope::program {

namespace {

using subjects::Conformance;

struct CheckWorkerArguments {
  std::vector<std::string> command;
  std::string campaign;
  results::Ordinal ordinal = 0;
  std::vector<std::string> files, parameters;
  std::string timeout;
  bool json = false;
};

std::string_view word(Conformance result) {
  switch (result) {
    case Conformance::kept:
      return "kept";
    case Conformance::broken:
      return "BROKEN";
    case Conformance::advised:
      return "advice";
    case Conformance::skipped:
      break;
  }
  return "skipped";
}

subjects::NamedText file_of(const std::string& given) {
  const std::size_t sign = given.find('=');
  const std::string path = sign == std::string::npos ? given : given.substr(sign + 1);
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  if (!file) throw UsageError(fmt::format("--file {}: the file `{}` cannot be read", given, path));
  const std::string name =
      sign == std::string::npos ? std::filesystem::path(path).filename().string() : given.substr(0, sign);
  return {name, std::move(text)};
}

subjects::NamedText parameter_of(const std::string& given) {
  const std::size_t sign = given.find('=');
  if (sign == std::string::npos || sign == 0)
    throw UsageError(fmt::format("--parameter {}: write NAME=TEXT, such as --parameter old=f", given));
  return {given.substr(0, sign), given.substr(sign + 1)};
}

/// An input of a campaign: that of the ordinal, or the first that exists.
subjects::Input input_of(const runner::Campaign& campaign, results::Ordinal ordinal) {
  require_input(campaign, 0, ordinal);
  constexpr results::Ordinal most = 10'000;  // beyond discarded ones
  for (results::Ordinal tried = ordinal; tried < ordinal + most && tried < campaign.space->size(); ++tried)
    if (auto input = campaign.space->render(tried)) return std::move(*input);
  throw UsageError(fmt::format("the campaign has no input at {} or soon after it; give another --input", ordinal));
}

void print(const subjects::ConformanceCheck& check) {
  constexpr std::string_view indent = "           ";
  print_visible("{:9}  {}\n", word(check.result), check.name);
  if (!check.says.empty()) print_visible("{}{}\n", indent, report::one_line(check.says));
  std::fflush(stdout);
}

/// Workers start in a directory of their own, where names of files relative to this one say nothing.
std::vector<std::string> with_whole_paths(std::vector<std::string> command) {
  std::error_code ignored;
  for (std::size_t i = 0; i < command.size(); ++i) {
    const bool is_looked_up = i == 0 && command[i].find('/') == std::string::npos;  // on PATH
    if (!is_looked_up && std::filesystem::is_regular_file(command[i], ignored))
      command[i] = std::filesystem::absolute(command[i]).lexically_normal().string();
  }
  return command;
}

int check_worker(const Context& context, const CheckWorkerArguments& arguments) {
  std::optional<runner::Campaign> campaign;
  if (!arguments.campaign.empty()) campaign = context.campaign(arguments.campaign);
  subjects::Command command{
      .arguments = with_whole_paths(arguments.command), .environment = {}, .standard_input = std::nullopt};
  const auto own = campaign ? campaign->body->worker_start() : nullptr;
  if (command.arguments.empty()) {
    if (!campaign)
      throw UsageError("no worker is given: add its command line, or --campaign with one that has a worker");
    if (own == nullptr)
      throw UsageError(
          fmt::format("the subject of `{}` is not a worker that this command can start: add its command "
                      "line",
                      arguments.campaign));
    command = own->command;
  } else if (own != nullptr) {
    command.environment = own->command.environment;
    command.inherit = own->command.inherit;
  }
  if (command.arguments.front().starts_with('-'))
    throw UsageError(fmt::format("there is no option `{}`", command.arguments.front()));
  subjects::ConformanceOptions options;
  if (campaign) options.sample = input_of(*campaign, arguments.ordinal);
  for (const std::string& file : arguments.files) options.sample.files.push_back(file_of(file));
  for (const std::string& parameter : arguments.parameters)
    options.sample.parameters.push_back(parameter_of(parameter));
  if (options.sample == subjects::Input{}) options.sample.files.push_back({"input", "text\n"});
  if (const auto time = duration_of("--timeout", arguments.timeout))
    options.limits.time = std::chrono::ceil<std::chrono::milliseconds>(*time);

  const Interrupt interrupt;
  const runner::ScratchDirectory scratch({});
  const auto checks =
      subjects::check_worker(command, options, scratch.path(), interrupt.token(), [&](const auto& check) {
        if (!arguments.json) print(check);
      });
  const auto count = [&](Conformance result) {
    return std::ranges::count(checks, result, &subjects::ConformanceCheck::result);
  };
  if (arguments.json) {
    auto all = report::Json::array();
    for (const auto& check : checks)
      all.push_back({{"case", std::string(check.name)},
                     {"result", check.result == Conformance::broken ? "broken" : std::string(word(check.result))},
                     {"says", report::text_json(check.says)}});
    print_visible("{}", report::text({{"worker", subjects::command_line(command)}, {"cases", std::move(all)}}));
  }
  if (interrupt.token().stop_requested()) return interrupted;
  if (!arguments.json) {
    print_visible("\n{} of {} cases kept, {} broken, {} with advice, {} skipped\n", count(Conformance::kept),
                  checks.size(), count(Conformance::broken), count(Conformance::advised), count(Conformance::skipped));
    if (count(Conformance::broken) > 0) print_visible("see docs/worker-protocol.md\n");
    // What it needs to start may be in a variable.
    if (checks.size() == 1 && command.environment.empty() && command.inherit.empty())
      print_visible(
          "of your environment it saw PATH, HOME and their like; --campaign gives it what that gives its worker\n"
          "(`environment` and `inherit` of [subject])\n");
  }
  return count(Conformance::broken) > 0 ? failures_found : nothing_failed;
}

}  // namespace

void add_check_worker(CLI::App* command, const Context& context, Action& action) {
  auto arguments = std::make_shared<CheckWorkerArguments>();
  command
      ->add_option("--campaign", arguments->campaign,
                   "Campaign or specification file: its worker, unless COMMAND is given, and an input of it")
      ->check(not_empty());
  command->add_option("--input", arguments->ordinal, "Ordinal of that input")
      ->transform(whole_number())
      ->capture_default_str()
      ->needs("--campaign");
  command->add_option("--file", arguments->files, "A file of the input: PATH, or NAME=PATH; may be repeated")
      ->allow_extra_args(false);
  command->add_option("--parameter", arguments->parameters, "A parameter of the input: NAME=TEXT; may be repeated")
      ->allow_extra_args(false);
  command->add_option("--timeout", arguments->timeout, "Time that one reply may take (default: 10s)")
      ->check(not_empty());
  command->add_flag("--json", arguments->json, "Print JSON");
  command->footer(
      "The worker's command line comes last, without quotes:\n"
      "  smallscope check-worker --file input.py --parameter old=f --parameter new=g python3 worker.py\n"
      "It starts in a directory of its own; words that name files here become whole paths. Of your environment\n"
      "it sees PATH, HOME and their like, and with --campaign what that gives its worker (`environment`, "
      "`inherit`).\n\n"
      "Exit status: 1 if a case is broken, 0 if all are kept, apart from advice; 2 and 3 as for every command.");
  command->prefix_command();
  command->callback([=, &context, &action] {
    arguments->command = command->remaining();
    action = [=, &context] { return check_worker(context, *arguments); };
  });
}

}  // namespace smallscope::program
