// SPDX-License-Identifier: Apache-2.0
// clusters: from hundreds of failures to a few.
#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include <smallscope/clustering/preset_hint.hpp>
#include <smallscope/report/account.hpp>
#include <smallscope/report/causes_text.hpp>
#include <smallscope/report/explanation_text.hpp>
#include <smallscope/report/json.hpp>
#include <smallscope/report/presentation.hpp>
#include <smallscope/report/text.hpp>

#include "command_line/commands.hpp"
#include "command_line/options.hpp"
#include "command_line/print.hpp"
#include "triage/inspections.hpp"
#include "triage/known_faults.hpp"
#include "triage/message_rules.hpp"
#include "triage/representatives.hpp"
#include "triage/stored_campaign.hpp"
#include "triage/stored_clusters.hpp"
#include "triage/unjudged_values.hpp"

namespace smallscope::program {

namespace {

struct ClusterArguments {
  std::string store;
  std::string from;
  std::string by = "code";
  RuleArguments rules;
  std::size_t random_clusters = 10;
  std::uint64_t seed = 1;
  std::size_t representatives = 0;
  std::size_t reasons = report::few_kinds_of_reasons;
  std::vector<std::string> why;
  std::size_t budget = 0;
  std::string cluster;  ///< from which alone the budget is spent
  bool each = false;    ///< the inputs of the budget are shown
  bool json = false;
  FaultArguments faults;
};

/// Beyond them, reading the store again takes longer than a hint is worth.
constexpr results::Ordinal most_failures_for_hint = 250'000;

/// A store with inputs that could not be judged, or without any that was, is not clean.
int status_of(const results::Account& account) {
  const bool clean = account.open == 0 && !report::is_vacuous(account);
  return clean || account.failed() > 0 ? nothing_failed : not_carried_out;
}

clustering::Options options_for(const ClusterArguments& arguments, const results::Manifest& rules) {
  clustering::Options options;
  if (const auto abstraction = clustering::abstraction_named(arguments.by)) options.abstraction = *abstraction;
  options.rules = clustering::rules_of(rules);
  options.random_clusters = arguments.random_clusters;
  options.seed = arguments.seed;
  return options;
}

/// The clusters that --by asks for; those by messages if causes cannot be found.
clustering::Triage triage_for(const ClusterArguments& arguments, const results::Store& store,
                              const clustering::Options& options, const std::optional<runner::Campaign>& campaign) {
  if (campaign && arguments.by != "random") return triage(store, options, *campaign, by_named(arguments.by));
  return {.clusters = clustering::cluster(store, options),
          .explainer = {},
          .by_causes = {},
          .obstacle = no_campaign_text()};
}

/// How the clusters were formed, if --by does not say it.
std::string by_text(const ClusterArguments& arguments, const clustering::Triage& triaged,
                    const results::Account& account) {
  if (arguments.by != "cause" && arguments.by != "code") return {};
  if (!triaged.by_causes) return fmt::format("clusters by messages, not by causes: {}\n", triaged.obstacle);
  const std::size_t left = triaged.by_causes->causes.left_apart;
  const std::string among =
      account.complete ? "" : fmt::format(" among the {} inputs that were executed", report::grouped(account.executed));
  return fmt::format(
      "{}{}{}\n{}", triaged.by_causes->code ? "clusters by code that failures cover" : "clusters by causes", among,
      triaged.by_causes->code ? "; `--by cause` shows those without it"
                              : "; `--by message` shows those by messages alone",
      left == 0 ? ""
                : fmt::format("warning: {} kinds of messages were not compared with others, because there "
                              "are too many; message rules would make them fewer\n",
                              report::grouped(left)));
}

/// What would fold the clusters by messages: another preset or else learned rules.
struct Hints {
  std::optional<clustering::PresetHint> preset;
  std::optional<LearningHint> learning;
};

/// None if messages have no part in --by.
Hints hints_for(const results::Store& store, const RulesOfLook& rules, const clustering::Triage& triaged,
                const clustering::Options& options) {
  if (options.abstraction != clustering::Abstraction::abstract) return {};
  if (store.account().failed() > most_failures_for_hint) return {};
  std::vector<clustering::Cluster> by_messages;
  if (triaged.by_causes) by_messages = clustering::cluster(store, options);
  const std::vector<clustering::Cluster>& clusters = triaged.by_causes ? by_messages : triaged.clusters;
  Hints hints{.preset = clustering::preset_hint(store, rules.manifest, clusters), .learning = {}};
  if (!hints.preset && !rules.learned) hints.learning = learning_hint(store, rules.manifest, clusters.size());
  return hints;
}

std::string hint_text(const Hints& hints, const std::string& store) {
  if (hints.preset)
    return fmt::format("\n`--preset {}` would make {} of these {} clusters by messages\n", hints.preset->preset,
                       hints.preset->clusters, hints.preset->before);
  if (hints.learning)
    return fmt::format("\n`--learn` would make {} of these {} clusters by messages; `rules {}` says what it folds\n",
                       hints.learning->clusters, hints.learning->before, report::shell_word(store));
  return {};
}

report::Json hint_json(const Hints& hints) {
  report::Json json{{"preset_hint", nullptr}, {"learning_hint", nullptr}};
  if (hints.preset)
    json["preset_hint"] = {
        {"preset", hints.preset->preset}, {"clusters", hints.preset->clusters}, {"of", hints.preset->before}};
  if (hints.learning) json["learning_hint"] = {{"clusters", hints.learning->clusters}, {"of", hints.learning->before}};
  return json;
}

/// That learned rules are in use, and how to keep them.
std::string learned_text(const clustering::Learned& learned, const std::string& store) {
  std::string text;
  for (const std::string& limit : learning_limits(learned)) text += fmt::format("warning: {}\n", limit);
  if (learned.rules.empty()) return text + "no message rules were learned: no messages are alike, or too few\n";
  const bool one = learned.rules.size() == 1;
  return text + fmt::format(
                    "{} learned message rule{} in use for this look only; `rules {}` prints {}, to be kept in "
                    "the campaign\n",
                    learned.rules.size(), one ? " is" : "s are", report::shell_word(store), one ? "it" : "them");
}

/// The cluster that the text names: by id, by key, or by the ordinal of one of its inputs ("#12" or "12").
const clustering::Cluster& named_cluster(const clustering::Triage& triaged, const std::string& name) {
  const std::string_view digits = std::string_view(name).substr(name.starts_with('#') ? 1 : 0);
  results::Ordinal ordinal = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), ordinal);
  const bool is_ordinal = error == std::errc() && end == digits.data() + digits.size();
  for (const clustering::Cluster& cluster : triaged.clusters)
    if (cluster.id == name || cluster.key == name ||
        (is_ordinal && std::ranges::binary_search(cluster.members, std::pair(0, ordinal))))
      return cluster;
  throw UsageError(
      fmt::format("--why {}: there is no such cluster, and no failing input with this ordinal at level 0", name));
}

int explain_grouping(const ClusterArguments& arguments, const clustering::Triage& triaged,
                     const results::Account& account) {
  const clustering::Cluster& a = named_cluster(triaged, arguments.why[0]);
  const clustering::Cluster& b = named_cluster(triaged, arguments.why[1]);
  // Without causes, the ids are not those that a run has shown.
  print_visible("{}{}", triaged.by_causes ? "" : by_text(arguments, triaged, account), report::why_text(triaged, a, b));
  return nothing_failed;
}

int show_clusters(const Context& context, const ClusterArguments& arguments) {
  if (arguments.budget == 0 && (arguments.each || !arguments.cluster.empty()))
    throw UsageError(fmt::format("{} says of which inputs --budget is spent; give --budget N as well",
                                 arguments.each ? "--each" : "--cluster"));
  std::optional<clustering::Faults> faults = faults_of(arguments.faults);
  const clustering::Day today = day_of(arguments.faults.today);
  const results::Store store = inspect_store(arguments.store);
  const auto campaign = campaign_to_read(context, arguments.store, store.manifest(), arguments.from);
  const RulesOfLook rules = rules_of_look(arguments.rules, store);
  const clustering::Options options = options_for(arguments, rules.manifest);
  clustering::Triage triaged = triage_for(arguments, store, options, campaign);
  std::vector<clustering::Cluster>& clusters = triaged.clusters;
  if (!arguments.why.empty()) return explain_grouping(arguments, triaged, store.account());
  std::vector<std::string> explanations = report::explanation_lines(triaged);
  note_unexplained(triaged, store, arguments.from);
  if (!arguments.json) explanations = report::lines_with_code(triaged, std::move(explanations));
  std::optional<KnownFaults> known;
  if (faults) known = compare_with(*std::move(faults), store, options, today, clusters, explanations);
  const Hints hints = hints_for(store, rules, triaged, options);
  const results::Account account = store.account();
  const Unjudged unjudged = campaign ? unjudged_values(store, *campaign) : Unjudged();
  const auto status = [&] {
    return known && is_failed(arguments.faults, {}, *known, account) ? failures_found : status_of(account);
  };
  const std::vector<clustering::Cluster> inspected = wanted_clusters(store, clusters, arguments.cluster);
  std::vector<std::vector<results::Ordinal>> terms;
  if (triaged.explainer && arguments.budget > inspected.size())
    terms = clustering::members_by_term(*triaged.explainer, inspected);
  const std::vector<clustering::Inspection> inspections =
      clustering::inspection_order(store, options, inspected, arguments.budget, terms);
  if (arguments.json) {
    report::Json json = report::account_json(store);
    json["by"] = by_name(triaged, arguments.by);
    json["obstacle"] = triaged.obstacle.empty() ? report::Json(nullptr) : report::text_json(triaged.obstacle);
    json["rules_given_up"] = options.rules.given_up();
    json["learned_rules"] = rules.learned ? report::Json(rules.learned->rules.size()) : report::Json(nullptr);
    json.update(hint_json(hints));
    json["unjudged"] = campaign ? to_json(unjudged) : report::Json(nullptr);
    json["clusters"] = nullptr;
    if (arguments.budget > 0) json["inspections"] = inspection_json(store, inspected, inspections);
    if (known) report::add_json(json, known->clusters());
    const auto clearer = clustering::clearer_members(store, clusters);
    const auto complete = [&](report::Json& entry, std::size_t place) {
      const clustering::Cluster& cluster = clusters[place];
      const std::string when = explanations.empty() ? "" : explanations[place];
      const std::string causes = report::causes_text(triaged, cluster);
      entry["causes"] = causes.empty() ? report::Json(nullptr) : report::text_json(causes);
      entry["explanation"] = when.empty() ? report::Json(nullptr) : report::text_json(when);
      entry["representative"] =
          report::to_json(*store.find_failure(cluster.representative.first, cluster.representative.second));
      entry["clearer"] = clearer[place] ? report::to_json(*clearer[place], clusters) : report::Json(nullptr);
      if (known) entry["known"] = report::to_json(known->states[place], known->comparison, known->faults);
    };
    const auto [before, behind] = report::around_value(json, "clusters");
    write_visible(before);
    report::write_clusters(clusters, complete, write_visible);
    print_visible("{}\n", behind);
    return status();
  }
  print_visible("{}: {} executed{}   {}\n", report::one_line(store.manifest().campaign),
                report::executed_of_inputs(account, " inputs"), account.complete ? " (all)" : "",
                report::counts_text(account, clusters.size()));
  for (const std::string& warning : report::warnings(store)) print_visible("warning: {}\n", warning);
  for (const std::string& line : unjudged_lines(unjudged)) print_visible("not judged: {}\n", line);
  for (const std::string& limit : limit_texts(options, clusters)) print_visible("warning: {}\n", limit);
  if (rules.learned) print_visible("{}", learned_text(*rules.learned, arguments.store));
  if (const std::string judging = report::judging_text(store, arguments.reasons); !judging.empty())
    print_visible("\n{}", judging);
  if (known) print_faults(*known);
  if (clusters.empty()) return status();
  print_visible("\n{}{}", by_text(arguments, triaged, account),
                report::cluster_table(clusters, report::Keys::shown,
                                      known ? known_as(*known, clusters) : std::vector<std::string>()));
  print_visible("{}", hint_text(hints, arguments.store));
  const std::string from = from_of(context, store.manifest(), arguments.from);
  const std::string replay = replay_command(context, arguments.store, from);
  if (arguments.budget > 0)
    print_visible("\n{}", inspection_text(store, inspected, inspections, replay, arguments.each));
  print_representatives(store, clusters, explanations, known ? &*known : nullptr, arguments.representatives, replay);
  if (arguments.representatives + arguments.budget > 0 && from != arguments.from)
    complain("note: FILE is the campaign program or specification that made the store; name it with --from");
  return status();
}

}  // namespace

void add_clusters(CLI::App* command, const Context& context, Action& action) {
  auto arguments = std::make_shared<ClusterArguments>();
  command->add_option("store", arguments->store, "Result store")->required();
  command
      ->add_option(
          "--by", arguments->by,
          "What the failures of a cluster have in common: the code that they cover (if the store has it; otherwise as "
          "cause), a cause in their choices (if the campaign is at hand; otherwise as message), "
          "abstract messages, concrete messages, the oracle, or nothing (random groups)")
      ->check(CLI::IsMember({"code", "cause", "message", "concrete", "oracle", "random"}))
      ->capture_default_str();
  add_rule_options(*command, arguments->rules);
  add_learn_option(*command, arguments->rules);
  command->add_option("--groups", arguments->random_clusters, "Number of groups of --by random")
      ->transform(whole_number(1))
      ->capture_default_str();
  command->add_option("--seed", arguments->seed, "Seed of --by random")
      ->transform(whole_number())
      ->capture_default_str();
  command
      ->add_option(
          "--reasons", arguments->reasons,
          "Number of kinds of reasons for which inputs were refused, and of those for which they were rejected")
      ->transform(whole_number(1))
      ->capture_default_str();
  command
      ->add_option("--representatives", arguments->representatives, "Number of clusters whose smallest input is shown")
      ->transform(whole_number())
      ->capture_default_str();
  command
      ->add_option("--budget", arguments->budget,
                   "Number of failing inputs to look at: names one of each cluster, then always the one that is "
                   "least like those before: first where another condition explains it, and by its choices and "
                   "messages")
      ->transform(whole_number())
      ->capture_default_str();
  command->add_option(
      "--cluster", arguments->cluster,
      "With --budget: inputs of this cluster only, named by its id or key, to see whether it is one fault");
  command->add_flag("--each", arguments->each,
                    "With --budget: also show every input, what the subject made of it, and what is wrong");
  command
      ->add_option("--why", arguments->why,
                   "Two clusters (ids or keys), or two failing inputs (ordinals): say why they are together or apart")
      ->expected(2)
      ->type_name("A B");
  add_fault_options(*command, arguments->faults, "Known faults");
  add_from(*command, arguments->from);
  command->add_flag("--json", arguments->json, "Print everything as JSON");
  command->callback([=, &context, &action] { action = [=, &context] { return show_clusters(context, *arguments); }; });
}

}  // namespace smallscope::program
