// SPDX-License-Identifier: Apache-2.0
// clusters: from hundreds of failures to a few.
#include <fmt/format.h>

#include <smallscope/report/account.hpp>
#include <smallscope/report/json.hpp>
#include <smallscope/report/presentation.hpp>
#include <smallscope/report/text.hpp>

#include "command_line/commands.hpp"
#include "command_line/options.hpp"
#include "command_line/print.hpp"
#include "triage/known_faults.hpp"
#include "triage/representatives.hpp"
#include "triage/stored_campaign.hpp"

namespace smallscope::program {

namespace {

struct ClusterArguments {
  std::string store;
  std::string from;
  std::string by = "abstract";
  std::vector<std::string> rules;
  std::vector<std::string> presets;
  std::size_t random_clusters = 10;
  std::uint64_t seed = 1;
  std::size_t representatives = 0;
  bool json = false;
  FaultArguments faults;
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

/// A store with inputs that could not be judged, or without any that was, is not clean.
int status_of(const results::Account& account) {
  const bool clean = account.open == 0 && !report::is_vacuous(account);
  return clean || account.failed() > 0 ? nothing_failed : not_carried_out;
}

/// Of clusters that are meant to be faults, if this program or the specification has the campaign.
std::vector<std::string> explanations_of(const Context& context, const ClusterArguments& arguments,
                                         const results::Store& store,
                                         const std::vector<clustering::Cluster>& clusters) {
  if (arguments.by == "random") return {};
  const bool is_given = is_specification(arguments.from);
  if (!is_given && !context.has(store.manifest().campaign)) return {};
  const runner::Campaign campaign = context.campaign(is_given ? arguments.from : store.manifest().campaign);
  return campaign.name == store.manifest().campaign ? explanation_lines(store, campaign, clusters)
                                                    : std::vector<std::string>{};
}

int show_clusters(const Context& context, const ClusterArguments& arguments) {
  std::optional<clustering::Faults> faults = faults_of(arguments.faults);
  const clustering::Day today = day_of(arguments.faults.today);
  const results::Store store = inspect_store(arguments.store);
  clustering::Options options;
  options.abstraction = *clustering::abstraction_named(arguments.by);
  options.rules = rules_for(arguments, store.manifest());
  options.random_clusters = arguments.random_clusters;
  options.seed = arguments.seed;
  std::vector<clustering::Cluster> clusters = clustering::cluster(store, options);
  std::vector<std::string> explanations = explanations_of(context, arguments, store, clusters);
  std::optional<KnownFaults> known;
  if (faults) known = compare_with(*std::move(faults), store, options, today, clusters, explanations);
  const results::Account account = store.account();
  const auto status = [&] {
    return known && is_failed(arguments.faults, {}, *known, account) ? failures_found : status_of(account);
  };
  if (arguments.json) {
    report::Json json = report::account_json(store);
    json["by"] = arguments.by;
    json["clusters"] = report::Json::array();
    for (const clustering::Cluster& cluster : clusters) {
      report::Json entry = report::to_json(cluster);
      const auto [level, ordinal] = cluster.representative;
      const std::string when = explanations.empty() ? "" : explanations[json["clusters"].size()];
      entry["explanation"] = when.empty() ? report::Json(nullptr) : report::text_json(when);
      entry["representative"] = report::to_json(*store.find_failure(level, ordinal));
      json["clusters"].push_back(std::move(entry));
    }
    if (known) add_json(json, *known);
    print_visible("{}", report::text(json));
    return status();
  }
  print_visible("{}: {} executed{}   {}\n", store.manifest().campaign, report::executed_of_inputs(account, " inputs"),
                account.complete ? " (all)" : "", report::counts_text(account, clusters.size()));
  for (const std::string& doubt : report::doubts(store)) print_visible("warning: {}\n", doubt);
  if (const std::string judging = report::judging_text(store); !judging.empty()) print_visible("\n{}", judging);
  if (known) print_faults(*known);
  if (clusters.empty()) return status();
  print_visible("\n{}", report::cluster_table(clusters, report::Keys::shown,
                                              known ? known_as(*known, clusters) : std::vector<std::string>()));
  std::string lines;
  for (std::size_t i = 0; i < explanations.size(); ++i)
    if (!explanations[i].empty()) lines += fmt::format("{:<4} {}\n", clusters[i].id, explanations[i]);
  if (!lines.empty()) print_visible("\n{}", lines);
  const std::string from = from_of(context, store.manifest(), arguments.from);
  const std::string replay = replay_command(context, arguments.store, from);
  print_representatives(store, clusters, explanations, known ? &*known : nullptr, arguments.representatives, replay);
  if (arguments.representatives > 0 && from != arguments.from)
    complain("note: FILE is the campaign program or specification that made the store; name it with --from");
  return status();
}

}  // namespace

void add_clusters(CLI::App* command, const Context& context, Action& action) {
  auto arguments = std::make_shared<ClusterArguments>();
  command->add_option("store", arguments->store, "Result store")->required();
  command
      ->add_option("--by", arguments->by,
                   "What the failures of a cluster have in common: abstract messages, concrete messages, the "
                   "oracle, or nothing (random groups)")
      ->check(CLI::IsMember({"abstract", "concrete", "oracle", "random"}))
      ->capture_default_str();
  command->add_option("--rule", arguments->rules,
                      "Additional message rule, PATTERN=>REPLACEMENT, applied before all others");
  command->add_option("--preset", arguments->presets, "Additional preset of message rules")
      ->check(CLI::IsMember(clustering::preset_names()));
  command->add_option("--groups", arguments->random_clusters, "Number of groups of --by random")
      ->transform(whole_number(1))
      ->capture_default_str();
  command->add_option("--seed", arguments->seed, "Seed of --by random")
      ->transform(whole_number())
      ->capture_default_str();
  command
      ->add_option("--representatives", arguments->representatives, "Number of clusters whose smallest input is shown")
      ->transform(whole_number())
      ->capture_default_str();
  add_fault_options(*command, arguments->faults, "Known faults");
  add_from(*command, arguments->from);
  command->add_flag("--json", arguments->json, "Print everything as JSON");
  command->callback([=, &context, &action] { action = [=, &context] { return show_clusters(context, *arguments); }; });
}

}  // namespace smallscope::program
