// SPDX-License-Identifier: Apache-2.0
#include "evaluate/localisation.hpp"

#include <filesystem>
#include <map>
#include <memory>

#include <fmt/format.h>

#include <smallscope/diagnosis/capability/learning.hpp>
#include <smallscope/diagnosis/capability/model_file.hpp>
#include <smallscope/report/text.hpp>

#include "command_line/options.hpp"
#include "command_line/print.hpp"
#include "diagnosis/loop_options.hpp"
#include "diagnosis/switched_text.hpp"
#include "evaluate/directed_tables.hpp"
#include "evaluate/localisation_tables.hpp"
#include "evaluate/loop_tables.hpp"
#include "evaluate/measure_tables.hpp"
#include "evaluate/studied_stores.hpp"
#include "triage/stored_campaign.hpp"

namespace smallscope::program {

namespace {

namespace capability = diagnosis::capability;

struct LocalisationArguments {
  std::vector<std::string> stores;
  std::vector<std::string> faults;
  std::string places;
  std::vector<std::string> specifications;
  std::string negated;  ///< folder
  diagnosis::Ties ties = diagnosis::Ties::average;
  evaluation::DirectedStudy directed;
  std::vector<std::string> criteria;
  std::vector<std::string> learned;
  evaluation::LoopStudy loop;
  bool json = false;
};

/// A store of which the fault's places are known.
using VisitFault = std::function<void(const results::Store& store, const std::vector<results::Ordinal>& failing,
                                      const std::vector<diagnosis::FaultPlace>& places)>;

/// Visits each store that has a fault, with the failing inputs that show it; returns the campaigns of the others.
std::vector<std::string> for_each_fault(const LocalisationArguments& arguments, const VisitFault& visit) {
  const auto labels = clustering::Faults::read({arguments.faults.begin(), arguments.faults.end()});
  const diagnosis::FaultPlaces places = diagnosis::read_fault_places(arguments.places);
  std::vector<std::string> without_place;
  for (const std::string& file : arguments.stores) {
    const results::Store store = inspect_store(file);
    const auto known = places.find(store.manifest().campaign);
    if (known == places.end()) {
      without_place.push_back(store.manifest().campaign);
      continue;
    }
    visit(store, unlabelled_failures(store, labels), known->second);
  }
  return without_place;
}

/// What `switch` found for the fault of a store.
std::optional<std::vector<diagnosis::NegatedCondition>> negated_of(const LocalisationArguments& arguments,
                                                                   const results::Store& store,
                                                                   const std::vector<results::Ordinal>& failing) {
  if (arguments.negated.empty() || failing.empty()) return std::nullopt;
  const std::filesystem::path name = store.file().filename().replace_extension(".json");
  return read_negated((std::filesystem::path(arguments.negated) / name).string());
}

int evaluate_localisation(const Context& context, const LocalisationArguments& arguments) {
  auto choices = choices_in(context, arguments.specifications);
  evaluation::LocalisationBackground background;
  for_each_fault(arguments, [&](const auto& store, const auto& failing, const auto&) {
    evaluation::add(background, store, failing);
  });
  evaluation::LocalisationStudy study;
  study.left_out.without_place =
      for_each_fault(arguments, [&](const auto& store, const auto& failing, const auto& places) {
        evaluation::add(study, store, failing, places, choices[store.manifest().campaign], background,
                        negated_of(arguments, store, failing));
      });
  print_visible("{}", arguments.json ? report::text(to_json(study)) : text(study, arguments.ties));
  return nothing_failed;
}

std::vector<generators::Ordinal> required_factors(std::string_view command, const results::Store& store) {
  std::vector<generators::Ordinal> factors = generators::levels_of(recorded_factors(store));
  if (factors.empty())
    throw UsageError(
        fmt::format("evaluate {}: {} does not say what its space is made of; make it with --order pairwise, which is "
                    "the default",
                    command, store.file().string()));
  return factors;
}

int evaluate_directed(const LocalisationArguments& arguments) {
  evaluation::DirectedStudy study = arguments.directed;
  for (const std::string& criterion : arguments.criteria)
    study.fitness.emplace_back(criterion, capability::scorer(*capability::find_criterion(criterion)));
  for (const std::string& file : arguments.learned)
    study.fitness.emplace_back(file, capability::scorer(capability::read_learned(file)));
  study.left_out.without_place =
      for_each_fault(arguments, [&](const auto& store, const auto& failing, const auto& places) {
        evaluation::add(study, store, failing, places, required_factors("directed", store));
      });
  print_visible("{}", arguments.json ? report::text(to_json(study)) : text(study));
  return nothing_failed;
}

int evaluate_loop(const Context& context, const LocalisationArguments& arguments) {
  auto choices = choices_in(context, arguments.specifications);
  evaluation::LoopStudy study = arguments.loop;
  study.left_out.without_place = for_each_fault(arguments, [&](const auto& store, const auto& failing,
                                                               const auto& places) {
    evaluation::add(study, store, failing, places, required_factors("loop", store), choices[store.manifest().campaign]);
  });
  print_visible("{}", arguments.json ? report::text(to_json(study)) : text(study));
  return nothing_failed;
}

/// What the studies are made of.
void add_stores(CLI::App& command, LocalisationArguments& arguments) {
  command.add_option("stores", arguments.stores, "Result stores of complete runs with --coverage")->required();
  command
      .add_option("--places", arguments.places,
                  "CSV file: campaign,file,function,first_line,last_line of each place of its fault")
      ->required();
  command.add_option("--faults", arguments.faults,
                     "File of labelled faults: failing inputs that show one of them do not show that fault; may be "
                     "repeated");
  command.add_flag("--json", arguments.json, "Print JSON, with every fault");
}

}  // namespace

void add_evaluate_localisation(CLI::App& evaluate, const Context& context, Action& action) {
  auto arguments = std::make_shared<LocalisationArguments>();
  auto* localisation = evaluate.add_subcommand(
      "localisation", "How well measures of suspiciousness lead from stores with coverage to known faults");
  add_stores(*localisation, *arguments);
  add_choice(*localisation, "--ties", arguments->ties, tie_choices(),
             "The rank of a tie that is counted: min, max, code, or average unless given");
  localisation->add_option("--from", arguments->specifications,
                           "Specifications of the campaigns: then few tests near failing ones are studied, too");
  localisation
      ->add_option("--negated", arguments->negated,
                   "Folder with what `switch --json` printed for each store, of its name: then functions are ranked by "
                   "that, too")
      ->check(CLI::ExistingDirectory);
  localisation->callback(
      [=, &context, &action] { action = [=, &context] { return evaluate_localisation(context, *arguments); }; });

  auto* directed = evaluate.add_subcommand(
      "directed", "How few tests localise a known fault, by the strategy that chooses them after a failure");
  add_stores(*directed, *arguments);
  directed->add_option("--tests", arguments->directed.tests, "The most tests that a strategy proposes")
      ->transform(whole_number(1))
      ->capture_default_str();
  directed->add_option("--draws", arguments->directed.draws, "Suites of each strategy that draws inputs")
      ->transform(whole_number(1))
      ->capture_default_str();
  std::vector<std::string> criteria;
  for (const capability::Criterion& each : capability::criteria()) criteria.emplace_back(each.name);
  directed
      ->add_option("--criterion", arguments->criteria,
                   "Also a criterion of capability as the fitness of inputs that are executed for their coverage; may "
                   "be repeated")
      ->check(CLI::IsMember(criteria));
  directed
      ->add_option("--learned", arguments->learned, "The same of a criterion that `evaluate fdc --save` has learned")
      ->check(CLI::ExistingFile);
  directed->add_option("--pool", arguments->directed.pool, "How many inputs are executed for their coverage at once")
      ->transform(whole_number(1))
      ->capture_default_str();
  directed->callback([=, &action] { action = [=] { return evaluate_directed(*arguments); }; });

  auto* loop = evaluate.add_subcommand(
      "loop", "How well and with how few tests `diagnose --loop` finds known faults, beside all tests and chance");
  add_stores(*loop, *arguments);
  loop->add_option("--from", arguments->specifications,
                   "Specifications of the campaigns: functions are then ranked by pairs of inputs, too");
  add_loop(*loop, arguments->loop.options);
  loop->add_option("--runs", arguments->loop.runs, "Loops for each fault, with draws of their own")
      ->transform(whole_number(1))
      ->capture_default_str();
  loop->add_flag("--known", arguments->loop.is_known, "What every input covers is known before it is executed");
  loop->add_option("--draws", arguments->loop.draws, "Suites of as many tests that are drawn")
      ->transform(whole_number(1))
      ->capture_default_str();
  loop->callback([=, &context, &action] { action = [=, &context] { return evaluate_loop(context, *arguments); }; });
}

}  // namespace smallscope::program
