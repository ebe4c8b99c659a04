// SPDX-License-Identifier: Apache-2.0
// evaluate: the papers' experiments, replayed from stores and from files of spectra.
#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>

#include <fmt/format.h>

#include <smallscope/diagnosis/measure_study.hpp>
#include <smallscope/evaluation/learning_study.hpp>
#include <smallscope/evaluation/synthetic.hpp>
#include <smallscope/report/text.hpp>

#include "command_line/commands.hpp"
#include "command_line/options.hpp"
#include "command_line/output_file.hpp"
#include "command_line/print.hpp"
#include "evaluate/capability.hpp"
#include "evaluate/case_study_tables.hpp"
#include "evaluate/clustering_tables.hpp"
#include "evaluate/concolic.hpp"
#include "evaluate/evaluation_tables.hpp"
#include "evaluate/learning_tables.hpp"
#include "evaluate/localisation.hpp"
#include "evaluate/measure_tables.hpp"
#include "evaluate/planning.hpp"
#include "evaluate/single_fault.hpp"
#include "evaluate/studied_stores.hpp"
#include "triage/code_parts.hpp"
#include "triage/message_rules.hpp"
#include "triage/stored_campaign.hpp"

namespace smallscope::program {

namespace {

struct EvaluateArguments {
  std::vector<std::string> stores;
  std::vector<std::string> faults;
  bool synthetic = false;
  std::size_t seeds = 100;
  std::size_t picks = 1000;
  std::size_t replays = 10;
  bool json = false;
  evaluation::CaseStudyOptions study;
  std::string figures;
  std::vector<std::string> from;
  RuleArguments rules;
  bool clusters = false;
  std::vector<std::string> spectra;
  diagnosis::Ties ties = diagnosis::Ties::average;
  bool flitsr = false;
};

constexpr std::size_t most_choices = 3;  // of a synthetic failure

/// The independent choices of the store's space: as recorded by one of its passes, or else as known by the campaign.
std::vector<generators::Factor> factors_of(const Context& context, const results::Store& store) {
  if (const auto recorded = recorded_factors(store); !recorded.empty()) return recorded;
  if (const auto campaign = campaign_to_read(context, store.file().string(), store.manifest()))
    if (campaign->space && campaign->space->size() == store.manifest().inputs)
      return generators::nested_factors(campaign->space->structure());
  complain(
      fmt::format("note: {} does not say what its space is made of, so pairwise is left out; evaluate it with "
                  "the program that made it, or make it with --order pairwise",
                  store.file().string()));
  return {};
}

/// Who gives several specifications to one --from gives all but the first as stores.
void require_stores(const EvaluateArguments& arguments) {
  for (const std::string& store : arguments.stores)
    if (is_specification(store))
      throw UsageError(fmt::format("{0} is a specification and no store; write --from before each: --from {0}", store));
}

clustering::Faults labels_of(const EvaluateArguments& arguments) {
  return clustering::Faults::read({arguments.faults.begin(), arguments.faults.end()});
}

int evaluate_orders(const Context& context, const EvaluateArguments& arguments) {
  if (arguments.stores.empty() && !arguments.synthetic)
    throw UsageError("nothing to evaluate: give stores of complete runs, or --synthetic");
  const clustering::Faults faults = labels_of(arguments);
  std::vector<evaluation::OrderStudy> studies;
  for (const std::string& file : arguments.stores) {
    const results::Store store = inspect_store(file);
    const clustering::Options options = clustering_options(store);
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
  print_visible("{}", arguments.json ? report::text(to_json(studies)) : text(studies));
  return nothing_failed;
}

int evaluate_merging(const EvaluateArguments& arguments) {
  const clustering::Faults faults = labels_of(arguments);
  std::vector<evaluation::MergingStudy> studies;
  for (const std::string& file : arguments.stores) {
    const results::Store store = inspect_store(file);
    studies.push_back(evaluation::study_merging(store, clustering_options(store), faults));
  }
  print_visible("{}", arguments.json ? report::text(to_json(studies)) : text(studies));
  return nothing_failed;
}

/// Of several specifications that of the store's campaign, or what alone was given.
std::string from_for(const Context& context, const EvaluateArguments& arguments, const results::Store& store) {
  if (arguments.from.size() < 2) return arguments.from.empty() ? "" : arguments.from.front();
  for (const std::string& file : arguments.from) {
    if (!is_specification(file))
      throw UsageError(
          fmt::format("--from {}: of several files each must be a specification (.toml); evaluate the "
                      "stores of a campaign program by themselves",
                      file));
    if (context.campaign(file).name == store.manifest().campaign) return file;
  }
  throw UsageError(fmt::format("--from: {} is of the campaign `{}`, which is in none of these {} specifications",
                               store.file().string(), report::one_line(store.manifest().campaign, 200),
                               arguments.from.size()));
}

/// If the campaign is at hand and the store can be explained; otherwise says why `what` is left out.
std::optional<clustering::Explainer> explainer_for(const Context& context, const EvaluateArguments& arguments,
                                                   const results::Store& store, std::string_view what,
                                                   clustering::Partial partial) {
  const std::string file = store.file().string();
  const auto campaign = campaign_to_read(context, file, store.manifest(), from_for(context, arguments, store));
  if (!campaign) {
    complain(
        fmt::format("note: {} is of the campaign `{}`, which is not one of this program's, so {} left out; name its "
                    "program or specification with --from FILE",
                    file, report::one_line(store.manifest().campaign, 200), what));
    return std::nullopt;
  }
  if (store.account().failed() == 0) return std::nullopt;
  const std::string obstacle = clustering::obstacle_to_explaining(store, structure_of(*campaign), partial);
  if (obstacle.empty()) return explainer_of(store, *campaign, partial);
  complain(fmt::format("note: {}: {} left out: {}", file, what, obstacle));
  return std::nullopt;
}

/// A label that fits no failing input is often misspelt.
void note_unseen(const clustering::Faults& faults, const evaluation::ClusteringStudy& study) {
  if (study.executed < study.inputs) return;
  std::string names;
  for (const std::size_t fault : faults.of_campaign(study.campaign)) {
    const clustering::Fault& label = faults.all()[fault];
    if (label.campaigns.size() > 1 || std::ranges::find(study.faults, label.name) != study.faults.end()) continue;
    names += fmt::format("{}`{}`", names.empty() ? "" : ", ", report::one_line(label.name, 60));
  }
  if (!names.empty())
    complain(fmt::format("note: no failing input of {} shows {}: are the rules of these labels right?",
                         report::one_line(study.campaign, 100), names));
}

int evaluate_clustering(const Context& context, const EvaluateArguments& arguments) {
  require_stores(arguments);
  const clustering::Faults faults = labels_of(arguments);
  std::vector<evaluation::ClusteringStudy> studies;
  for (const std::string& file : arguments.stores) {
    const results::Store store = inspect_store(file);
    const auto explainer =
        explainer_for(context, arguments, store, "clusters by causes are", clustering::Partial::allowed);
    const clustering::Options own = clustering_options(store);
    clustering::Options options = own;
    options.rules = clustering::rules_of(rules_of_look(arguments.rules, store).manifest);
    studies.push_back(evaluation::study_clustering(store, options, evaluation::labelled_failures(store, faults, own),
                                                   arguments.picks, explainer ? &*explainer : nullptr,
                                                   code_parts_of(store)));
    note_unseen(faults, studies.back());
  }
  print_visible("{}", arguments.json ? report::text(to_json(studies)) : text(studies, arguments.clusters));
  return nothing_failed;
}

int evaluate_learning(const Context& context, const EvaluateArguments& arguments) {
  require_stores(arguments);
  const clustering::Faults faults = labels_of(arguments);
  std::vector<evaluation::LearningStudy> studies;
  for (const std::string& file : arguments.stores) {
    const results::Store store = inspect_store(file);
    evaluation::require_complete(store);
    const auto explainer = explainer_for(context, arguments, store, "it is", clustering::Partial::refused);
    if (!explainer) continue;
    studies.push_back(evaluation::study_learning(
        evaluation::labelled_failures(store, faults, clustering_options(store)), explainer->population(),
        generators::levels_of(factors_of(context, store)), arguments.replays));
  }
  if (studies.empty()) throw UsageError("nothing to evaluate: no store has failures and a campaign at hand");
  print_visible("{}", arguments.json ? report::text(to_json(studies)) : text(studies));
  return nothing_failed;
}

void write_figure(const std::filesystem::path& file, const std::string& text) {
  OutputFile output(file);
  output.stream() << text;
  output.finish();
}

/// The default order of every level of the store's space, as far as the store or this program knows it.
std::vector<generators::OrderSpecification> known_orders(const Context& context, const results::Store& store) {
  std::vector<generators::OrderSpecification> orders{{.factors = factors_of(context, store)}};
  std::map<int, std::vector<generators::Factor>> factors;
  if (const auto campaign = campaign_to_read(context, store.file().string(), store.manifest()))
    for (int level = 1; level <= campaign->merge_levels(); ++level)
      factors[level] = generators::nested_factors(campaign->space_at(level).structure());
  for (const results::Pass& pass : store.passes())
    if (pass.level > 0 && !pass.order.factors.empty()) factors[pass.level] = pass.order.factors;
  for (int level = 1; factors.contains(level); ++level) orders.push_back({.factors = factors[level]});
  return orders;
}

int evaluate_fase2009(const Context& context, const EvaluateArguments& arguments) {
  const clustering::Faults faults = labels_of(arguments);
  std::vector<evaluation::CaseStudy> studies;
  for (const std::string& file : arguments.stores) {
    const results::Store store = inspect_store(file);
    studies.push_back(evaluation::study_case(store, clustering_options(store), faults, known_orders(context, store),
                                             arguments.study));
  }
  if (!arguments.figures.empty()) {
    const std::filesystem::path directory = arguments.figures;
    write_figure(directory / "jump-limit.svg", jump_limit_figure(studies));
    write_figure(directory / "merge-levels.svg", merge_level_figure(studies));
  }
  print_visible("{}", arguments.json ? report::text(to_json(studies)) : text(studies));
  return nothing_failed;
}

int evaluate_measures(const EvaluateArguments& arguments) {
  std::vector<diagnosis::RecordedSpectrum> all;
  for (const std::string& file : arguments.spectra)
    std::ranges::move(diagnosis::read_spectra(file), std::back_inserter(all));
  const diagnosis::MeasureStudy study = diagnosis::study_measures(all);
  if (study.studied == 0) throw UsageError("nothing to evaluate: no spectrum has a known fault and a failing test");
  std::vector<diagnosis::FlitsrRow> with_flitsr;
  if (arguments.flitsr) {
    const diagnosis::Measure* const measures[] = {diagnosis::find_measure("ochiai"),
                                                  diagnosis::find_measure("tarantula")};
    with_flitsr = diagnosis::study_flitsr(all, measures);
  }
  if (arguments.json) {
    report::Json json = to_json(study);
    if (arguments.flitsr) json["flitsr"] = to_json(with_flitsr);
    print_visible("{}", report::text(json));
  } else {
    print_visible("{}{}{}", text(study, arguments.ties), arguments.flitsr ? "\n" : "",
                  arguments.flitsr ? text(with_flitsr, arguments.ties) : "");
  }
  return nothing_failed;
}

}  // namespace

void add_evaluate(CLI::App* command, const Context& context, Action& action) {
  command->require_subcommand(1);
  auto arguments = std::make_shared<EvaluateArguments>();

  const auto add_faults = [&](CLI::App& study) {
    study
        .add_option("--faults", arguments->faults,
                    "File of labelled faults (docs/evaluation.md), to measure each of them, too; may be repeated")
        ->check(not_empty());
  };

  auto* orders = command->add_subcommand("orders", "Tests to the first failure and to each cluster, order by order");
  orders->add_option("stores", arguments->stores, "Result stores of complete runs");
  orders->add_flag("--synthetic", arguments->synthetic,
                   "Also measure product spaces in which 1, 2 or 3 random choices fail together");
  orders
      ->add_option("--seeds", arguments->seeds,
                   "Number of seeds of each order that has one, and of synthetic failures of each space")
      ->transform(whole_number(1))
      ->capture_default_str();
  add_faults(*orders);
  orders->add_flag("--json", arguments->json, "Print JSON");
  orders->callback([=, &context, &action] { action = [=, &context] { return evaluate_orders(context, *arguments); }; });

  auto* merging = command->add_subcommand(
      "merging", "What merged levels and un-merging find before level 0, and after how many tests");
  merging->add_option("stores", arguments->stores, "Result stores of complete runs with --ladder")->required();
  add_faults(*merging);
  merging->add_flag("--json", arguments->json, "Print JSON");
  merging->callback([=, &action] { action = [=] { return evaluate_merging(*arguments); }; });

  auto* clustering = command->add_subcommand("clustering", "How well clusters match labelled faults, by abstraction");
  clustering->add_option("stores", arguments->stores, "Result stores of complete runs")->required();
  add_faults(*clustering);
  clustering->get_option("--faults")->required();
  clustering->add_option("--picks", arguments->picks, "Number of random selections of one test a cluster, for --json")
      ->transform(whole_number(1))
      ->capture_default_str();
  clustering->add_flag("--clusters", arguments->clusters, "Also each cluster with the faults that its inputs show");
  add_rule_options(*clustering, arguments->rules);
  add_learn_option(*clustering, arguments->rules);
  clustering->add_flag("--json", arguments->json, "Print JSON");
  add_several_from(*clustering, arguments->from);
  clustering->callback(
      [=, &context, &action] { action = [=, &context] { return evaluate_clustering(context, *arguments); }; });

  auto* learning = command->add_subcommand(
      "learning", "Tests to each labelled fault in an order that learns from verdicts, against pairwise");
  learning->add_option("stores", arguments->stores, "Result stores of complete runs")->required();
  add_faults(*learning);
  learning->get_option("--faults")->required();
  learning->add_option("--replays", arguments->replays, "How often, with alternatives renumbered at random")
      ->transform(whole_number(1))
      ->capture_default_str();
  learning->add_flag("--json", arguments->json, "Print JSON");
  add_several_from(*learning, arguments->from);
  learning->callback(
      [=, &context, &action] { action = [=, &context] { return evaluate_learning(context, *arguments); }; });

  auto* measures =
      command->add_subcommand("sbfl", "How well measures of suspiciousness rank known faults, in files of spectra");
  measures->add_option("files", arguments->spectra, "Files of spectra with known faults")->required();
  add_choice(*measures, "--ties", arguments->ties, tie_choices(),
             "The rank of a tie that EXAM and acc@n take: min, max, code, or average unless given");
  measures->add_flag("--flitsr", arguments->flitsr,
                     "Also ochiai and tarantula with FLITSR: ranks of the first, of all and of the last fault");
  measures->add_flag("--json", arguments->json, "Print JSON");
  measures->callback([=, &action] { action = [=] { return evaluate_measures(*arguments); }; });

  add_evaluate_planning(*command, action);
  add_evaluate_capability(*command, action);
  add_evaluate_single_fault(*command, context, action);
  add_evaluate_localisation(*command, context, action);
  add_evaluate_concolic(*command, context, action);
  auto* paper = command->add_subcommand(
      "fase2009", "The tables of the FASE 2009 case study: dense and sparse times, APFD, merge levels, clusterings");
  paper->add_option("stores", arguments->stores, "Result stores of complete runs with --ladder")->required();
  add_faults(*paper);
  paper->add_option("--jump-limit", arguments->study.jump_limit, "Greatest jump of the sparse pass")
      ->transform(whole_number(1))
      ->capture_default_str();
  paper->add_option("--seeds", arguments->study.order_seeds, "Number of seeds of the sparse pass")
      ->transform(whole_number(1))
      ->capture_default_str();
  paper->add_option("--samples", arguments->study.sampling_seeds, "Number of random selections from the clusters")
      ->transform(whole_number(1))
      ->capture_default_str();
  paper
      ->add_option("--figures", arguments->figures,
                   "Write jump-limit.svg and merge-levels.svg into this existing directory")
      ->check(not_empty());
  paper->add_flag("--json", arguments->json, "Print JSON");
  paper->callback(
      [=, &context, &action] { action = [=, &context] { return evaluate_fase2009(context, *arguments); }; });
}

}  // namespace smallscope::program
