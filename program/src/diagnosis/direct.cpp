// SPDX-License-Identifier: Apache-2.0
// direct: after a failure, executes the few inputs that localise its fault, and ranks with these tests alone.
#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include <smallscope/diagnosis/directed/witness_search.hpp>
#include <smallscope/report/text.hpp>

#include "command_line/commands.hpp"
#include "command_line/counted.hpp"
#include "command_line/options.hpp"
#include "command_line/print.hpp"
#include "diagnosis/diagnosis_text.hpp"
#include "diagnosis/directed_tests.hpp"
#include "diagnosis/solved_tests.hpp"
#include "diagnosis/source_files.hpp"
#include "diagnosis/stored_diagnosis.hpp"
#include "diagnosis/witness_tests.hpp"
#include "triage/stored_campaign.hpp"

namespace smallscope::program {

namespace {

namespace directed = diagnosis::directed;

std::string direct_heading(const DirectedTests& tests, const DirectArguments& arguments) {
  return fmt::format("{}  {}  {}\nfrom #{}, {}\n{:>5}  {:>12}  {:>8}  {:<7}{}\n", tests.id, tests.key,
                     report::one_line(tests.messages, 120), tests.tests.front().ordinal,
                     arguments.single_fault ? "failing inputs that have less and less in common"
                                            : fmt::format("by {}", name(arguments.strategy)),
                     "test", "input", "distance", "outcome", arguments.single_fault ? "  in common" : "");
}

std::string direct_line(const DirectedTests& tests, const DirectedTest& test) {
  return fmt::format("{:>5}  {:>12}  {:>8}  {:<7}{}{}\n", tests.tests.size() - 1, fmt::format("#{}", test.ordinal),
                     test.distance, name(test.outcome),
                     test.common > 0 ? fmt::format("  {:>9}", report::grouped(test.common)) : "",
                     test.was_known ? "  known before" : "");
}

Diagnosed ranked(const DirectedTests& tests, const DirectArguments& arguments, const std::string& replay) {
  Diagnosed result{.recorded = {.spectrum = tests.spectrum}, .measure = diagnosis::find_measure("ochiai")};
  result.ranking = diagnosis::rank(tests.spectrum.counts(), *result.measure);
  const diagnosis::AmbiguityGroups groups = diagnosis::ambiguity_groups(tests.spectrum);
  result.groups = groups.groups();
  result.group_of = groups.group_of();
  if (tests.single_fault)
    result.single_fault =
        ReportedSingleFault{.found = *tests.single_fault, .test_named = [&tests, replay](std::size_t test) {
                              const results::Ordinal ordinal = tests.spectrum.test(test).ordinal;
                              return NamedTest{fmt::format("#{}", ordinal), fmt::format("{} {}", replay, ordinal)};
                            }};
  else
    result.functions = diagnosis::rank_functions(tests.spectrum, tests.choices_of);
  result.source =
      source_of(std::make_shared<SourceFiles>(source_places(open_unchecked(arguments.store), arguments.sources)));
  return result;
}

std::string counts_text(const DirectedTests& tests, results::Ordinal inputs) {
  std::string text = fmt::format("{} of {} inputs: {} failing, {} passing\n", report::grouped(tests.tests.size()),
                                 report::grouped(inputs), tests.spectrum.failing(), tests.spectrum.passing());
  if (tests.executed_for_coverage > 0)
    text += fmt::format("{} executed for what they cover; the tests are the best of them\n",
                        counted(tests.executed_for_coverage, "input"));
  return text;
}

std::string direct_result_text(const DirectedTests& tests, const DirectArguments& arguments, results::Ordinal inputs,
                               const std::string& replay) {
  std::string text = "\n";
  if (tests.run == runner::Stop::budget) text += "stopped at the end of --budget\n";
  if (tests.run == runner::Stop::interrupted) text += "interrupted; what was executed is kept\n";
  if (tests.is_exhausted && !arguments.single_fault)
    text += fmt::format("every {} is among these tests\n", tests.solved ? "path" : "input of the space");
  if (tests.solved) text += program::text(*tests.solved);
  text += program::text(tests.skipped, "input");
  if (tests.spectrum.failing() == 0) return text + "nothing to rank: what the failing input covers is not known\n";
  text += arguments.single_fault ? fmt::format("{} executed now\n", counted(tests.executed, "input"))
                                 : counts_text(tests, inputs);
  return text + program::text(ranked(tests, arguments, replay), arguments.top);
}

report::Json direct_json(const DirectedTests& tests, const DirectArguments& arguments, const std::string& replay) {
  report::Json json =
      tests.spectrum.failing() > 0 ? to_json(ranked(tests, arguments, replay), arguments.top) : report::Json::object();
  json["cluster"] = tests.id;
  json["key"] = tests.key;
  json["messages"] = report::text_json(tests.messages);
  json["strategy"] = arguments.single_fault ? "single-fault" : name(arguments.strategy);
  json["run"] = name(tests.run);
  json["exhausted"] = tests.is_exhausted;
  json["executed_for_coverage"] = tests.executed_for_coverage;
  add_to_json(json, tests.skipped);
  if (tests.solved) json["solver"] = to_json(*tests.solved);
  json["directed"] = report::Json::array();
  for (const DirectedTest& test : tests.tests)
    json["directed"].push_back({{"ordinal", test.ordinal},
                                {"outcome", name(test.outcome)},
                                {"distance", test.distance},
                                {"known_before", test.was_known}});
  if (!arguments.single_fault) return json;
  json["executed"] = tests.executed;
  for (std::size_t i = 0; i < tests.tests.size(); ++i) json["directed"][i]["common"] = tests.tests[i].common;
  return json;
}

int print_direct(const Context& context, const DirectArguments& arguments) {
  const results::Manifest manifest = inspect_store(arguments.store).manifest();
  const runner::Campaign campaign = campaign_or_become_program(context, arguments.store, manifest, arguments.from);
  const auto show = [&](const DirectedTests& tests, const DirectedTest& test) {
    if (!arguments.json)
      print_visible("{}{}", tests.tests.size() == 1 ? direct_heading(tests, arguments) : "", direct_line(tests, test));
  };
  const auto choose = arguments.single_fault                       ? witness_tests
                      : arguments.derivation == Derivation::solver ? solved_tests
                                                                   : direct_tests;
  const DirectedTests tests = choose(context, campaign, arguments, show);
  const std::string replay = replay_command(context, arguments.store, from_of(context, manifest, arguments.from));
  print_visible("{}", arguments.json ? report::text(direct_json(tests, arguments, replay))
                                     : direct_result_text(tests, arguments, manifest.inputs, replay));
  return tests.run == runner::Stop::interrupted ? interrupted : nothing_failed;
}

}  // namespace

void add_direct(CLI::App* command, const Context& context, Action& action) {
  auto arguments = std::make_shared<DirectArguments>();
  command->add_option("store", arguments->store, "Store of a run, with or without --coverage; it gets what is executed")
      ->required();
  command
      ->add_option("--cluster", arguments->cluster,
                   "The cluster to be localised, C1 or its key; the only one unless given")
      ->check(not_empty());
  command
      ->add_option("--input", arguments->input,
                   "The failing input to start from, by its ordinal; the smallest of the cluster unless given")
      ->transform(whole_number());
  add_from(*command, arguments->from);
  std::vector<std::pair<std::string, directed::Strategy>> strategies;
  for (const directed::Strategy each : directed::all_strategies) strategies.emplace_back(name(each), each);
  auto* strategy = add_choice(
      *command, "--strategy", arguments->strategy, strategies,
      "Which input comes next: mixed unless given, in turn near a failing one and from anywhere; is and "
      "neighbours are near only, pcs by the way through the code, capability by what helps most to tell code "
      "apart, coverage and base by new code, random");
  add_choice(*command, "--derive", arguments->derivation,
             {{"changes", Derivation::changes}, {"solver", Derivation::solver}},
             "How inputs are derived: by changes of choices unless given, or by solving path constraints of a symbolic "
             "campaign, whose strategies are base, coverage, pcs (unless given), is and random");
  std::vector<std::pair<std::string, directed::PathForm>> forms;
  for (const directed::PathForm each : directed::all_path_forms) forms.emplace_back(name(each), each);
  add_choice(*command, "--similarity", arguments->form, forms,
             "For pcs: what is counted of equal outcomes of conditions; all of them, subset, unless given");
  const auto number = [&](const char* option, std::size_t& value, std::size_t least, const char* what) {
    command->add_option(option, value, what)->transform(whole_number(least))->capture_default_str();
  };
  number("--tests", arguments->tests, 1, "How many inputs beside the failing one");
  command
      ->add_flag("--single-fault", arguments->single_fault,
                 "Instead of --strategy: execute inputs until no failing one is left that covers less of what all "
                 "failing ones cover; --tests bounds how many, all of the space unless given, of a solver 10,000 paths")
      ->excludes(strategy);
  number("--pool", arguments->pool, 1,
         "Inputs that are weighed: for pcs the nearest to the failing one, for capability those and drawn ones, which "
         "are executed for what they cover");
  std::vector<std::pair<std::string, std::string>> criteria;
  for (const diagnosis::capability::Criterion& each : diagnosis::capability::criteria())
    criteria.emplace_back(each.name, each.name);
  add_choice(*command, "--criterion", arguments->criterion, criteria,
             "For capability: what helps most; split, unless given, tells most of the failing input's code apart");
  command
      ->add_option("--learned", arguments->learned,
                   "For capability: a criterion that `evaluate fdc --save` has learned, instead of --criterion")
      ->check(CLI::ExistingFile)
      ->excludes("--criterion");
  number("--top", arguments->top, 1,
         "How many functions, and groups of elements that nothing tells apart, are shown; in JSON, elements");
  command->add_option("--seed", arguments->seed, "Of strategies that draw")
      ->transform(whole_number())
      ->capture_default_str();
  command
      ->add_option(
          "--source", arguments->sources,
          "Folders of the source, beside the working directory, those of the modules and where they were compiled")
      ->check(not_empty());
  command->add_flag("--json", arguments->json, "Print JSON");
  add_execution(*command, arguments->execution);
  command->callback([=, &context, &action] {
    if (arguments->derivation == Derivation::solver && command->count("--strategy") == 0)
      arguments->strategy = directed::Strategy::pcs;
    if (arguments->single_fault && command->count("--tests") == 0)
      arguments->tests = arguments->derivation == Derivation::solver ? directed::PathSearch().most
                                                                     : std::numeric_limits<std::size_t>::max();
    action = [=, &context] { return print_direct(context, *arguments); };
  });
}

}  // namespace smallscope::program
