// clusters and replay: from hundreds of failures to a few, and back to one.
#include <fmt/format.h>

#include <smallscope/runner/run.hpp>

#include "commands.hpp"
#include "interrupt.hpp"
#include "json.hpp"
#include "options.hpp"
#include "presentation.hpp"
#include "stored_campaign.hpp"
#include "text.hpp"

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
    Json json = account_json(store);
    json["by"] = arguments.by;
    json["clusters"] = Json::array();
    for (const clustering::Cluster& cluster : clusters) {
      Json entry = to_json(cluster);
      const auto [level, ordinal] = cluster.representative;
      entry["representative"] = to_json(*store.find_failure(level, ordinal));
      json["clusters"].push_back(std::move(entry));
    }
    fmt::print("{}", text(json));
    return nothing_failed;
  }
  const results::Account account = store.account();
  fmt::print("{}: {} executed{}, {} failing in {} cluster{}\n", store.manifest().campaign,
             executed_of_inputs(account, " inputs"), account.complete ? " (all)" : "", grouped(account.failed()),
             clusters.size(), clusters.size() == 1 ? "" : "s");
  if (clusters.empty()) return nothing_failed;
  fmt::print("\n{}", cluster_table(clusters));
  const std::string replay = fmt::format("{} replay {}", context.invocation(), arguments.store);
  for (std::size_t i = 0; i < std::min(arguments.representatives, clusters.size()); ++i) {
    const auto [level, ordinal] = clusters[i].representative;
    const results::Case failing = *store.find_failure(level, ordinal);
    fmt::print("\n{}", representative(clusters[i], failing, fmt::format("{} {}", replay, replay_arguments(failing))));
  }
  return nothing_failed;
}

struct ReplayArguments {
  std::string store;
  results::Ordinal ordinal = 0;
  int level = 0;
  bool json = false;
};

int replay(const Context& context, const ReplayArguments& arguments, char** argv) {
  const auto& [file, ordinal, level, json] = arguments;
  const results::Store store = inspect_store(file);
  const results::Manifest& manifest = store.manifest();
  const runner::Campaign campaign = campaign_of(context, file, manifest, argv);
  require_input(campaign, level, ordinal);
  const Interrupt interrupt;
  runner::Engine engine(campaign, {.jobs = 1});
  note_changes(engine, file, manifest);
  const runner::Space& space = campaign.space_at(level);
  const auto input = space.render(ordinal);
  const auto outcome = engine.execute(ordinal, interrupt.token(), level);
  if (interrupt.token().stop_requested()) return interrupted;
  const auto verdict = outcome ? outcome->verdict : oracles::Verdict::discarded;
  const auto before = store.verdict(level, ordinal);
  if (json) {
    Json object{
        {"campaign", manifest.campaign}, {"level", level}, {"ordinal", ordinal}, {"verdict", oracles::name(verdict)}};
    object["recorded"] = before ? Json(oracles::name(*before)) : Json(nullptr);
    object["choices"] = to_json(space.choices(ordinal));
    if (outcome) {
      object["judgements"] = to_json(outcome->judgements);
      object["observed"] = to_json(outcome->observed);
    }
    fmt::print("{}", text(object));
  } else {
    fmt::print("{}\n", generators::to_string(space.choices(ordinal)));
    if (input) fmt::print("{}", shown(*input));
    if (outcome)
      for (const subjects::NamedText& observed : outcome->observed)
        fmt::print("--- {}\n{}", observed.name, block(observed.text, "", 200));
    fmt::print("verdict: {}{}\n", oracles::name(verdict),
               before
                   ? *before == verdict ? ", as recorded" : fmt::format(", but recorded as {}", oracles::name(*before))
                   : ", not recorded before");
    if (outcome) fmt::print("{}", shown(outcome->judgements));
  }
  if (verdict == oracles::Verdict::oracle_error || verdict == oracles::Verdict::infrastructure) return not_carried_out;
  return oracles::is_failing(verdict) ? failures_found : nothing_failed;
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

void add_replay(CLI::App& app, const Context& context, Action& action, char** argv) {
  auto* command = app.add_subcommand("replay", "Execute one input of a store again, alone, and judge it");
  auto arguments = std::make_shared<ReplayArguments>();
  command->add_option("store", arguments->store, "Result store")->required();
  command->add_option("ordinal", arguments->ordinal, "Which input")->required()->transform(whole_number());
  command->add_option("--merge-level", arguments->level, "Of a merged input: its level")
      ->transform(whole_number())
      ->capture_default_str();
  command->add_flag("--json", arguments->json, "As JSON");
  command->callback([=, &context, &action] { action = [=, &context] { return replay(context, *arguments, argv); }; });
}

}  // namespace smallscope::program
