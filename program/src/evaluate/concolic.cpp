// SPDX-License-Identifier: Apache-2.0
#include "evaluate/concolic.hpp"

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include <smallscope/report/text.hpp>

#include "command_line/options.hpp"
#include "command_line/print.hpp"
#include "evaluate/concolic_tables.hpp"

namespace smallscope::program {

namespace {

struct ConcolicArguments {
  evaluation::ConcolicStudy study;
  std::vector<std::string> campaigns;
  bool json = false;
};

int evaluate_concolic(const Context& context, const ConcolicArguments& arguments) {
  for (const std::string& each : arguments.campaigns)
    if (!context.has(each)) context.campaign(each);  // which says what there is
  evaluation::ConcolicStudy study = arguments.study;
  std::size_t symbolic = 0;
  for (const Entry& entry : context.campaigns()) {
    if (!arguments.campaigns.empty() && std::ranges::count(arguments.campaigns, entry.name) == 0) continue;
    const runner::Campaign campaign = entry.make();
    if (campaign.symbolic == nullptr) continue;
    ++symbolic;
    evaluation::add(study, campaign.name, *campaign.symbolic);
  }
  if (symbolic == 0)
    throw UsageError(
        "evaluate concolic: none of these campaigns is symbolic; call it of the program that has them, such as "
        "smallscope-concolic (docs/concolic.md)");
  print_visible("{}", arguments.json ? report::text(to_json(study)) : text(study));
  return nothing_failed;
}

}  // namespace

void add_evaluate_concolic(CLI::App& evaluate, const Context& context, Action& action) {
  auto arguments = std::make_shared<ConcolicArguments>();
  auto* command = evaluate.add_subcommand(
      "concolic", "How few tests localise the seeded faults of symbolic campaigns, derived by a solver or by changes");
  command->add_option("campaigns", arguments->campaigns, "Symbolic campaigns of this program; all unless given");
  const auto number = [&](const char* option, std::size_t& value, const char* what) {
    command->add_option(option, value, what)->transform(whole_number(1))->capture_default_str();
  };
  number("--tests", arguments->study.tests, "The most tests beside the failing one");
  number("--starts", arguments->study.starts, "Failing inputs of each fault to begin with, drawn");
  number("--sample", arguments->study.sample, "Inputs that stand for a space that has more");
  command->add_option("--seed", arguments->study.seed, "Of all draws")
      ->transform(whole_number())
      ->capture_default_str();
  command->add_option("--steps", arguments->study.solver.steps, "Of the solver, for each question")
      ->transform(whole_number(1))
      ->capture_default_str();
  command->add_flag("--json", arguments->json, "Print JSON");
  command->callback(
      [=, &context, &action] { action = [=, &context] { return evaluate_concolic(context, *arguments); }; });
}

}  // namespace smallscope::program
