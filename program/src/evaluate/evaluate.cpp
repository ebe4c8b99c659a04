// evaluate: the papers' experiments, replayed from stores: orders, and merging.
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include <smallscope/evaluation/synthetic.hpp>

#include "command_line/commands.hpp"
#include "command_line/options.hpp"
#include "evaluate/case_study_tables.hpp"
#include "evaluate/evaluation_tables.hpp"
#include "triage/stored_campaign.hpp"

namespace smallscope::program {

namespace {

struct EvaluateArguments {
  std::vector<std::string> stores;
  std::vector<std::string> faults;
  bool synthetic = false;
  std::size_t seeds = 100;
  bool json = false;
  evaluation::CaseStudyOptions study;
  std::string figures;
};

constexpr std::size_t most_choices = 3;  // of a synthetic failure

clustering::Options options_for(const results::Store& store) {
  clustering::Options options;
  options.rules = clustering::rules_of(store.manifest());
  return options;
}

/// The independent choices of the store's space: as one of its passes recorded them, or else the campaign knows them.
std::vector<generators::Ordinal> factors_of(const Context& context, const results::Store& store) {
  for (const results::Pass& pass : store.passes())
    if (pass.level == 0 && !pass.order.factors.empty()) return pass.order.factors;
  if (const auto campaign = own_campaign(context, store.manifest()))
    if (campaign->space && campaign->space->size() == store.manifest().inputs)
      return generators::factors(campaign->space->structure());
  complain(
      fmt::format("note: {} does not say what its space is made of, so that pairwise is left out; evaluate it with "
                  "the program that made it, or make it with --order pairwise",
                  store.file().string()));
  return {};
}

clustering::Faults faults_of(const EvaluateArguments& arguments) {
  try {
    return clustering::Faults::read({arguments.faults.begin(), arguments.faults.end()});
  } catch (const clustering::FaultsError& error) {
    throw UsageError(error.what());
  }
}

int evaluate_orders(const Context& context, const EvaluateArguments& arguments) {
  if (arguments.stores.empty() && !arguments.synthetic)
    throw UsageError("nothing to evaluate: give stores of complete runs, or --synthetic");
  const clustering::Faults faults = faults_of(arguments);
  std::vector<evaluation::OrderStudy> studies;
  for (const std::string& file : arguments.stores) {
    const results::Store store = inspect_store(file);
    const clustering::Options options = options_for(store);
    std::optional<evaluation::LabelledFailures> labels;
    if (!faults.of_campaign(store.manifest().campaign).empty())
      labels = evaluation::labelled_failures(store, faults, options);
    studies.push_back(evaluation::study_orders(evaluation::failures_of(store, options),
                                               evaluation::contenders(factors_of(context, store)), arguments.seeds,
                                               std::move(labels)));
  }
  if (arguments.synthetic)
    for (std::size_t choices = 1; choices <= most_choices; ++choices)
      for (const auto& factors : evaluation::reference_spaces())
        if (choices <= factors.size())
          studies.push_back(evaluation::study_conjunctions(factors, choices, arguments.seeds));
  fmt::print("{}", arguments.json ? report::text(to_json(studies)) : text(studies));
  return nothing_failed;
}

int evaluate_merging(const EvaluateArguments& arguments) {
  const clustering::Faults faults = faults_of(arguments);
  std::vector<evaluation::MergingStudy> studies;
  for (const std::string& file : arguments.stores) {
    const results::Store store = inspect_store(file);
    studies.push_back(evaluation::study_merging(store, options_for(store), faults));
  }
  fmt::print("{}", arguments.json ? report::text(to_json(studies)) : text(studies));
  return nothing_failed;
}

void write_figure(const std::filesystem::path& file, const std::string& text) {
  errno = 0;
  std::ofstream output(file, std::ios::binary);
  output << text;
  output.close();
  if (!output)
    throw results::StoreError(
        fmt::format("cannot write {}: {}; give --figures a directory that exists and can be written", file.string(),
                    std::strerror(errno)));
}

/// The default order of every level of the store's space, as far as the campaign is known here.
std::vector<generators::OrderSpecification> own_orders(const Context& context, const results::Store& store) {
  std::vector<generators::OrderSpecification> orders{{.factors = factors_of(context, store)}};
  if (const auto campaign = own_campaign(context, store.manifest()))
    for (int level = 1; level <= campaign->merge_levels(); ++level)
      orders.push_back({.factors = generators::factors(campaign->space_at(level).structure())});
  return orders;
}

int evaluate_fase2009(const Context& context, const EvaluateArguments& arguments) {
  const clustering::Faults faults = faults_of(arguments);
  std::vector<evaluation::CaseStudy> studies;
  for (const std::string& file : arguments.stores) {
    const results::Store store = inspect_store(file);
    studies.push_back(
        evaluation::study_case(store, options_for(store), faults, own_orders(context, store), arguments.study));
  }
  if (!arguments.figures.empty()) {
    const std::filesystem::path directory = arguments.figures;
    write_figure(directory / "jump-limit.svg", jump_limit_figure(studies));
    write_figure(directory / "merge-levels.svg", merge_level_figure(studies));
  }
  fmt::print("{}", arguments.json ? report::text(to_json(studies)) : text(studies));
  return nothing_failed;
}

}  // namespace

void add_evaluate(CLI::App& app, const Context& context, Action& action) {
  auto* command = app.add_subcommand("evaluate", "Measure orders and merging on the verdicts of complete stores");
  command->require_subcommand(1);
  auto arguments = std::make_shared<EvaluateArguments>();

  const auto add_faults = [&](CLI::App& study) {
    study
        .add_option("--faults", arguments->faults,
                    "File of labelled faults (docs/evaluation.md): what they cost, too; may be given several times")
        ->check(not_empty());
  };

  auto* orders = command->add_subcommand("orders", "Tests until the first failure, and until each cluster, by order");
  orders->add_option("stores", arguments->stores, "Result stores of complete runs");
  orders->add_flag("--synthetic", arguments->synthetic,
                   "Product spaces in which 1, 2 or 3 random choices together fail");
  orders->add_option("--seeds", arguments->seeds, "Replays of orders with a seed, and synthetic failures of a space")
      ->transform(whole_number(1))
      ->capture_default_str();
  add_faults(*orders);
  orders->add_flag("--json", arguments->json, "As JSON");
  orders->callback([=, &context, &action] { action = [=, &context] { return evaluate_orders(context, *arguments); }; });

  auto* merging = command->add_subcommand("merging", "What merged levels and un-merging find before level 0, and when");
  merging->add_option("stores", arguments->stores, "Result stores of complete runs with --ladder")->required();
  add_faults(*merging);
  merging->add_flag("--json", arguments->json, "As JSON");
  merging->callback([=, &action] { action = [=] { return evaluate_merging(*arguments); }; });

  auto* paper = command->add_subcommand(
      "fase2009", "The tables of the case study of FASE 2009: dense and sparse times, APFD, merge levels, clusterings");
  paper->add_option("stores", arguments->stores, "Result stores of complete runs, with their merged levels (--ladder)")
      ->required();
  add_faults(*paper);
  paper->add_option("--jump-limit", arguments->study.jump_limit, "The greatest jump of the sparse pass")
      ->transform(whole_number(1))
      ->capture_default_str();
  paper->add_option("--seeds", arguments->study.order_seeds, "Seeds of the sparse pass")
      ->transform(whole_number(1))
      ->capture_default_str();
  paper->add_option("--samples", arguments->study.sampling_seeds, "Seeds of the selections from clusters")
      ->transform(whole_number(1))
      ->capture_default_str();
  paper->add_option("--figures", arguments->figures, "Existing directory for jump-limit.svg and merge-levels.svg")
      ->check(not_empty());
  paper->add_flag("--json", arguments->json, "As JSON");
  paper->callback(
      [=, &context, &action] { action = [=, &context] { return evaluate_fase2009(context, *arguments); }; });
}

}  // namespace smallscope::program
