// clusters: from hundreds of failures to a few.
#include <fmt/format.h>

#include <smallscope/report/json.hpp>
#include <smallscope/report/presentation.hpp>
#include <smallscope/report/text.hpp>
#include <smallscope/runner/run.hpp>

#include "command_line/commands.hpp"
#include "command_line/interrupt.hpp"
#include "command_line/options.hpp"
#include "triage/stored_campaign.hpp"

namespace smallscope::program {

namespace {

struct ClusterArguments {
  std::string store;
  std::string by = "abstract";
  std::vector<std::string> rules;
  std::vector<std::string> presets;
  std::size_t random_clusters = 10;
  std::uint64_t seed = 1;
  std::size_t representatives = 0;
  bool json = false;
};

clustering::RuleSet rules_for(const ClusterArguments& arguments, results::Manifest manifest) {
  std::vector<std::pair<std::string, std::string>> rules;
  for (const std::string& rule : arguments.rules) {
    const std::size_t arrow = rule.find("=>");
    if (arrow == std::string::npos)
      throw UsageError(fmt::format("--rule: `{}` has no `=>`; write PATTERN=>REPLACEMENT", rule));
    rules.emplace_back(rule.substr(0, arrow), rule.substr(arrow + 2));
  }
  manifest.rules.insert(manifest.rules.begin(), rules.begin(), rules.end());
  manifest.presets.insert(manifest.presets.end(), arguments.presets.begin(), arguments.presets.end());
  return clustering::rules_of(manifest);
}

int show_clusters(const Context& context, const ClusterArguments& arguments) {
  const results::Store store = inspect_store(arguments.store);
  clustering::Options options;
  options.abstraction = *clustering::abstraction_named(arguments.by);
  options.rules = rules_for(arguments, store.manifest());
  options.random_clusters = arguments.random_clusters;
  options.seed = arguments.seed;
  const auto clusters = clustering::cluster(store, options);
  if (arguments.json) {
    report::Json json = report::account_json(store);
    json["by"] = arguments.by;
    json["clusters"] = report::Json::array();
    for (const clustering::Cluster& cluster : clusters) {
      report::Json entry = report::to_json(cluster);
      const auto [level, ordinal] = cluster.representative;
      entry["representative"] = report::to_json(*store.find_failure(level, ordinal));
      json["clusters"].push_back(std::move(entry));
    }
    fmt::print("{}", report::text(json));
    return nothing_failed;
  }
  const results::Account account = store.account();
  fmt::print("{}: {} executed{}, {} failing in {} cluster{}\n", store.manifest().campaign,
             report::executed_of_inputs(account, " inputs"), account.complete ? " (all)" : "",
             report::grouped(account.failed()), clusters.size(), clusters.size() == 1 ? "" : "s");
  if (clusters.empty()) return nothing_failed;
  fmt::print("\n{}", report::cluster_table(clusters));
  const std::string replay = fmt::format("{} replay {}", context.invocation(), arguments.store);
  for (std::size_t i = 0; i < std::min(arguments.representatives, clusters.size()); ++i) {
    const auto [level, ordinal] = clusters[i].representative;
    const results::Case failing = *store.find_failure(level, ordinal);
    fmt::print("\n{}", report::representative(clusters[i], failing,
                                              fmt::format("{} {}", replay, report::replay_arguments(failing))));
  }
  return nothing_failed;
}

}  // namespace

void add_clusters(CLI::App& app, const Context& context, Action& action) {
  auto* command = app.add_subcommand("clusters", "Sort the failures of a store into the few faults behind them");
  auto arguments = std::make_shared<ClusterArguments>();
  command->add_option("store", arguments->store, "Result store")->required();
  command
      ->add_option("--by", arguments->by,
                   "What failures of one cluster share: their abstract or concrete messages, "
                   "the oracle's name, or nothing (random groups)")
      ->check(CLI::IsMember({"abstract", "concrete", "oracle", "random"}))
      ->capture_default_str();
  command->add_option("--rule", arguments->rules, "Further message rule, PATTERN=>REPLACEMENT, applied first");
  command->add_option("--preset", arguments->presets, "Further rule preset")
      ->check(CLI::IsMember(clustering::preset_names()));
  command->add_option("--groups", arguments->random_clusters, "Of --by random: how many")
      ->transform(whole_number(1))
      ->capture_default_str();
  command->add_option("--seed", arguments->seed, "Of --by random")->transform(whole_number())->capture_default_str();
  command->add_option("--representatives", arguments->representatives, "Clusters whose smallest input is shown")
      ->transform(whole_number())
      ->capture_default_str();
  command->add_flag("--json", arguments->json, "Everything, as JSON");
  command->callback([=, &context, &action] { action = [=, &context] { return show_clusters(context, *arguments); }; });
}

}  // namespace smallscope::program
