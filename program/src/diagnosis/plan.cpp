// SPDX-License-Identifier: Apache-2.0
// plan: which input to execute next, to find out what is at fault, until a diagnosis stands.
#include <algorithm>

#include <fmt/format.h>

#include <smallscope/report/text.hpp>

#include "command_line/commands.hpp"
#include "command_line/counted.hpp"
#include "command_line/options.hpp"
#include "command_line/print.hpp"
#include "diagnosis/diagnosis_text.hpp"
#include "diagnosis/planned_tests.hpp"
#include "diagnosis/source_files.hpp"
#include "diagnosis/stored_diagnosis.hpp"
#include "triage/stored_campaign.hpp"

namespace smallscope::program {

namespace {

namespace planning = diagnosis::planning;

/// How well it was known before what the planned tests would do.
struct PredictionQuality {
  std::size_t tests = 0;
  std::size_t as_expected = 0;  ///< passed with an expectation above one half, or failed with one below
  double agreement = 0;         ///< of traces, the mean
  double brier = 0;             ///< mean square of what was expected less what was: 0.25 for a coin
};

PredictionQuality quality_of(const PlannedTests& planned) {
  PredictionQuality quality;
  for (const planning::PlannedTest& test : planned.tests) {
    if (test.outcome == diagnosis::Outcome::skip) continue;
    ++quality.tests;
    const double passed = test.outcome == diagnosis::Outcome::pass ? 1 : 0;
    quality.as_expected += (test.pass_probability > 0.5) == (passed == 1) ? 1 : 0;
    quality.agreement += test.agreement;
    quality.brier += (test.pass_probability - passed) * (test.pass_probability - passed);
  }
  if (quality.tests > 0) {
    quality.agreement /= static_cast<double>(quality.tests);
    quality.brier /= static_cast<double>(quality.tests);
  }
  return quality;
}

std::string plan_heading(const PlannedTests& planned) {
  return fmt::format("{}  {}  {}\n{} failing and {} passing inputs with coverage are known\n", planned.id, planned.key,
                     report::one_line(planned.messages, 120), report::grouped(planned.known_failing),
                     report::grouped(planned.known_passing));
}

std::string plan_columns() {
  return fmt::format("{:>5}  {:>12}  {:>8}  {:<7}  {:>13}  {:>9}  {:>9}  {:>8}\n", "test", "input", "distance",
                     "outcome", "pass expected", "agreement", "diagnoses", "greatest");
}

std::string plan_line(const PlannedTests& planned, const planning::PlannedTest& test, std::size_t distance) {
  const bool is_known = test.outcome != diagnosis::Outcome::skip;
  return fmt::format("{:>5}  {:>12}  {:>8}  {:<7}  {:>13}  {:>9}  {:>9}  {:>8.3f}\n", planned.tests.size(),
                     fmt::format("#{}", test.ordinal), distance, name(test.outcome),
                     is_known ? fmt::format("{:.2f}", test.pass_probability) : "-",
                     is_known ? fmt::format("{:.3f}", test.agreement) : "-", report::grouped(test.diagnoses),
                     test.greatest);
}

std::string plan_stop_text(const PlannedTests& planned, const PlanArguments& arguments) {
  switch (planned.stop) {
    case planning::Stop::sure:
      return fmt::format("a diagnosis stands: its probability is at least {:g}", arguments.threshold);
    case planning::Stop::one_diagnosis:
      return "a diagnosis stands: it is the only one left";
    case planning::Stop::no_diagnosis:
      return fmt::format("no diagnosis of at most {} explains the failing inputs; raise --cardinality",
                         counted(arguments.cardinality, "element"));
    case planning::Stop::pool_empty:
      return "every input of the space was executed";
    case planning::Stop::budget:
      return fmt::format("no diagnosis stands after {} (--max-tests)", counted(arguments.max_tests, "test"));
    default:
      return planned.run == runner::Stop::budget ? "no diagnosis stands at the end of --budget"
                                                 : "interrupted; what was executed is kept";
  }
}

std::string plan_result_text(const PlannedTests& planned, const PlanArguments& arguments) {
  const PredictionQuality quality = quality_of(planned);
  std::string text = fmt::format("\n{}\n", plan_stop_text(planned, arguments));
  text += program::text(planned.skipped, "planned input");
  if (quality.tests > 0)
    text += fmt::format(
        "prediction: traces agree to {:.1f}%, {} of {} outcomes as expected, Brier score {:.3f} (a "
        "coin has 0.25)\n",
        100 * quality.agreement, quality.as_expected, quality.tests, quality.brier);
  if (planned.left_out > 0)
    text += fmt::format("{} diagnoses were left out, about {:.2g} probable together; --diagnoses weighs more\n",
                        report::grouped(planned.left_out), planned.left_out_probability);
  const auto files = std::make_shared<SourceFiles>(source_places(open_unchecked(arguments.store), arguments.sources));
  text += program::text(planned.found, arguments.top, source_of(files));
  return text;
}

report::Json plan_json(const PlannedTests& planned, const PlanArguments& arguments) {
  const PredictionQuality quality = quality_of(planned);
  report::Json json{{"cluster", planned.id},
                    {"key", planned.key},
                    {"messages", report::text_json(planned.messages)},
                    {"known_failing", planned.known_failing},
                    {"known_passing", planned.known_passing},
                    {"planner", name(arguments.planner.planner)},
                    {"stop", name(planned.stop)},
                    {"run", name(planned.run)},
                    {"prediction",
                     {{"tests", quality.tests},
                      {"as_expected", quality.as_expected},
                      {"agreement", quality.agreement},
                      {"brier", quality.brier}}},
                    {"left_out", planned.left_out},
                    {"left_out_probability", planned.left_out_probability},
                    {"tests", report::Json::array()},
                    {"diagnoses", to_json(planned.found, arguments.top)}};
  add_to_json(json, planned.skipped);
  for (const planning::PlannedTest& test : planned.tests)
    json["tests"].push_back({{"ordinal", test.ordinal},
                             {"outcome", name(test.outcome)},
                             {"pass_probability", test.pass_probability},
                             {"agreement", test.agreement},
                             {"diagnoses", test.diagnoses},
                             {"greatest", test.greatest}});
  return json;
}

int print_plan(const Context& context, const PlanArguments& arguments) {
  const results::Manifest manifest = inspect_store(arguments.store).manifest();
  const runner::Campaign campaign = campaign_or_become_program(context, arguments.store, manifest, arguments.from);
  bool is_first = true;
  const auto show = [&](const PlannedTests& planned, const planning::PlannedTest& test, std::size_t distance) {
    if (arguments.json) return;
    print_visible("{}{}", is_first ? plan_heading(planned) + plan_columns() : "", plan_line(planned, test, distance));
    is_first = false;
  };
  const PlannedTests planned = plan_tests(context, campaign, arguments, show);
  if (arguments.json)
    print_visible("{}", report::text(plan_json(planned, arguments)));
  else
    print_visible("{}{}", is_first ? plan_heading(planned) : "", plan_result_text(planned, arguments));
  return planned.run == runner::Stop::interrupted ? interrupted : nothing_failed;
}

}  // namespace

void add_plan(CLI::App* command, const Context& context, Action& action) {
  auto arguments = std::make_shared<PlanArguments>();
  command->add_option("store", arguments->store, "Store of a run with --coverage; it gets what is executed")
      ->required();
  command
      ->add_option("--cluster", arguments->cluster,
                   "The cluster to be diagnosed, C1 or its key; the only one unless given")
      ->check(not_empty());
  add_from(*command, arguments->from);
  command
      ->add_option(
          "--source", arguments->sources,
          "Folders of the source, beside the working directory, those of the modules and where they were compiled")
      ->check(not_empty());
  std::vector<std::pair<std::string, planning::Planner>> planners;
  for (const planning::Planner each : planning::all_planners) planners.emplace_back(name(each), each);
  add_choice(*command, "--planner", arguments->planner.planner, planners,
             "How the next input is chosen; entropy, the highest information gain, unless given");
  add_choice<diagnosis::CodeElements>(*command, "--elements", arguments->elements,
                                      {{"blocks", diagnosis::CodeElements::blocks},
                                       {"predicates", diagnosis::CodeElements::predicates},
                                       {"values", diagnosis::CodeElements::values},
                                       {"lines", diagnosis::CodeElements::lines},
                                       {"functions", diagnosis::CodeElements::functions}},
                                      "What may be at fault; predicates, unless given, are blocks and the outcomes of "
                                      "comparisons, if the store has any; values are these and what calls returned");
  command->add_option("--threshold", arguments->threshold, "A diagnosis stands that is at least as probable")
      ->check(probability())
      ->capture_default_str();
  const auto number = [&](const char* option, std::size_t& value, std::size_t least, const char* what) {
    command->add_option(option, value, what)->transform(whole_number(least))->capture_default_str();
  };
  number("--around", arguments->around, 0,
         "Inputs that are executed first: the nearest to the first failing one, each choice changed in turn");
  number("--max-tests", arguments->max_tests, 1, "Most inputs that are executed");
  number("--pool", arguments->pool, 1, "Inputs that are weighed against each other, nearest to the first failing one");
  number("--neighbours", arguments->neighbours, 1, "What an input will cover is predicted from so many of its nearest");
  number("--cardinality", arguments->cardinality, 1, "The most elements of a diagnosis");
  number("--diagnoses", arguments->diagnoses, 1, "The most diagnoses that are weighed");
  number("--top", arguments->top, 1, "How many diagnoses are shown");
  command->add_option("--seed", arguments->seed, "Of planners that draw")
      ->transform(whole_number())
      ->capture_default_str();
  command->add_flag("--json", arguments->json, "Print JSON");
  add_execution(*command, arguments->execution);
  command->callback([=, &context, &action] { action = [=, &context] { return print_plan(context, *arguments); }; });
}

}  // namespace smallscope::program
