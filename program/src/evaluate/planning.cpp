// SPDX-License-Identifier: Apache-2.0
#include "evaluate/planning.hpp"

#include <algorithm>
#include <memory>
#include <thread>

#include <fmt/format.h>

#include <smallscope/report/text.hpp>

#include "command_line/options.hpp"
#include "command_line/print.hpp"
#include "evaluate/planning_tables.hpp"

namespace smallscope::program {

namespace {

using diagnosis::planning::LeafValue;
using diagnosis::planning::Planner;
using diagnosis::planning::PlannerOptions;
using evaluation::planning::StudiedPlanner;

enum class Study { vending, graphs, callgraph };
constexpr std::size_t paper_runs_of_vending = 100, paper_runs_of_graphs = 100, paper_runs_of_callgraph = 110;

struct PlanningArguments {
  std::optional<Study> study;
  std::optional<std::size_t> runs;
  std::vector<std::string> planners;
  evaluation::planning::GraphSettings graph;
  evaluation::planning::PlanningSettings settings;
  PlannerOptions planner;
  bool json = false;
};

template <class T, std::size_t size>
std::vector<std::pair<std::string, T>> named(const T (&values)[size]) {
  std::vector<std::pair<std::string, T>> choices;
  for (const T value : values) choices.emplace_back(name(value), value);
  return choices;
}

/// The baselines, then sparse sampling with each default policy that the study takes.
std::vector<StudiedPlanner> contenders(const PlanningArguments& arguments, const std::vector<Planner>& policies) {
  std::vector<StudiedPlanner> all;
  const auto add = [&](std::string name, Planner planner, const auto& change) {
    StudiedPlanner made{std::move(name), arguments.planner};
    made.options.planner = planner;
    change(made.options);
    if (arguments.planners.empty() || std::ranges::find(arguments.planners, made.name) != arguments.planners.end())
      all.push_back(std::move(made));
  };
  const auto nothing = [](PlannerOptions&) {};
  for (const Planner planner :
       {Planner::random, Planner::best_diagnosis, Planner::highest_probability, Planner::entropy})
    add(std::string(name(planner)), planner, nothing);
  add("entropy per cost", Planner::entropy, [](PlannerOptions& options) { options.is_gain_per_cost = true; });
  for (const Planner policy : policies)
    add(fmt::format("sparse-sampling {}", name(policy)), Planner::sparse_sampling,
        [&](PlannerOptions& options) { options.sampling.policy = policy; });
  if (all.empty())
    throw UsageError(
        "no such planner in this study: give random, best-diagnosis, highest-probability, entropy, "
        "`entropy per cost` or `sparse-sampling POLICY`");
  return all;
}

void study_vending(const PlanningArguments& arguments, std::vector<PublishedPlanning>& studies) {
  PlanningArguments paper = arguments;
  paper.planner.sampling.leaf = LeafValue::rollout;
  const std::vector<StudiedPlanner> planners =
      contenders(paper, {Planner::random, Planner::best_diagnosis, Planner::highest_probability, Planner::entropy});
  paper.settings.thresholds = {0.9};
  for (const std::size_t faults : {1u, 2u})
    studies.push_back(
        {fmt::format("vending machine, {}", faults == 1 ? "1 fault" : "2 faults"),
         study_planning(evaluation::planning::vending_instances(arguments.runs.value_or(paper_runs_of_vending), faults,
                                                                arguments.settings.seed),
                        planners, paper.settings)});
}

void study_graphs(const PlanningArguments& arguments, std::vector<PublishedPlanning>& studies) {
  for (const std::size_t faults : {10u, 20u})
    studies.push_back(
        {fmt::format("random graphs, {} faults", faults),
         study_planning(evaluation::planning::random_graph_instances(arguments.runs.value_or(paper_runs_of_graphs),
                                                                     faults, arguments.graph, arguments.settings.seed),
                        contenders(arguments, {Planner::random}), arguments.settings)});
}

void study_callgraph(const PlanningArguments& arguments, std::vector<PublishedPlanning>& studies) {
  studies.push_back({"call graph", study_planning(evaluation::planning::call_graph_instances(
                                                      evaluation::planning::byacc_calls(),
                                                      arguments.runs.value_or(paper_runs_of_callgraph), arguments.graph,
                                                      arguments.settings.seed),
                                                  contenders(arguments, {Planner::random}), arguments.settings)});
}

int evaluate_planning(const PlanningArguments& arguments) {
  const auto is_wanted = [&](Study study) { return !arguments.study || arguments.study == study; };
  std::vector<PublishedPlanning> studies;
  if (is_wanted(Study::vending)) study_vending(arguments, studies);
  if (is_wanted(Study::graphs)) study_graphs(arguments, studies);
  if (is_wanted(Study::callgraph)) study_callgraph(arguments, studies);
  print_visible("{}", arguments.json ? report::text(to_json(studies)) : text(studies));
  return nothing_failed;
}

void add_openings(CLI::App& command, const std::shared_ptr<PlanningArguments>& arguments) {
  using diagnosis::planning::all_pass_readings;
  using evaluation::planning::PathTrace;
  auto& sampling = arguments->planner.sampling;
  command.add_option("--depth", sampling.depth, "How many tests sparse sampling looks ahead")
      ->transform(whole_number(1))
      ->capture_default_str();
  command
      .add_option_function<std::size_t>(
          "--width",
          [arguments](std::size_t width) {
            arguments->planner.sampling.is_exact = false;
            arguments->planner.sampling.width = width;
          },
          "How many outcomes of a test it draws; all are weighed by their probability unless given")
      ->transform(whole_number(1));
  add_choice(command, "--leaf", sampling.leaf,
             {{"interpolated", LeafValue::interpolated}, {"rollout", LeafValue::rollout}},
             "What testing costs beyond: interpolated unless given, or rollout, which the vending machine always has");
  command
      .add_option("--ahead", arguments->planner.diagnoses_ahead,
                  "The most diagnoses that entropy and sparse sampling weigh ahead")
      ->transform(whole_number(1))
      ->capture_default_str();
  command.add_option("--diagnoses", arguments->settings.belief.diagnoses, "The most diagnoses that are weighed")
      ->transform(whole_number(1))
      ->capture_default_str();
  command.add_option("--prior", arguments->settings.belief.prior.each, "Probability of a fault in each component")
      ->capture_default_str();
  command.add_option("--health", arguments->settings.belief.fixed_health,
                     "Health of every component; the most likely one unless given");
  command.add_flag("--may-learn-nothing", arguments->planner.may_learn_nothing,
                   "Entropy may choose a test that covers no element of a diagnosis, as in the paper");
  add_choice(command, "--reading", arguments->planner.reading, named(all_pass_readings),
             "How likely a test passes: health unless given, inverted or elements");
  command.add_option("--shows", arguments->graph.fault_shows, "How often a fault fails a test that covers it")
      ->check(probability())
      ->capture_default_str();
  add_choice(command, "--trace", arguments->graph.trace, {{"path", PathTrace::path}, {"groups", PathTrace::groups}},
             "What a test of a graph covers: its path unless given, or what is called before, too");
}

}  // namespace

void add_evaluate_planning(CLI::App& evaluate, Action& action) {
  auto arguments = std::make_shared<PlanningArguments>();
  arguments->settings.thresholds = {0.5, 0.6, 0.7, 0.8, 0.9};
  arguments->settings.threads = std::max(1u, std::thread::hardware_concurrency());
  auto* command = evaluate.add_subcommand(
      "tdp", "What planners of further tests cost until a diagnosis stands, and how often it is wrong");
  command
      ->add_option_function<std::string>(
          "--study",
          [arguments](const std::string& word) {
            arguments->study = word == "vending" ? Study::vending : word == "graphs" ? Study::graphs : Study::callgraph;
          },
          "vending, graphs or callgraph; all unless given")
      ->check(CLI::IsMember({"vending", "graphs", "callgraph"}));
  command
      ->add_option("--runs", arguments->runs,
                   "Instances of each choice or program; as many as in the paper unless given")
      ->transform(whole_number(1));
  command->add_option("--seed", arguments->settings.seed, "Of instances and planners")
      ->transform(whole_number())
      ->capture_default_str();
  command->add_option("--planner", arguments->planners, "Only this planner, as the table names it; may be repeated");
  add_openings(*command, arguments);
  command->add_flag("--json", arguments->json, "Print JSON");
  command->callback([=, &action] { action = [=] { return evaluate_planning(*arguments); }; });
}

}  // namespace smallscope::program
