// SPDX-License-Identifier: Apache-2.0
#include "triage/message_rules.hpp"

#include <fmt/format.h>

#include <smallscope/clustering/clusters.hpp>
#include <smallscope/clustering/preset_hint.hpp>
#include <smallscope/report/text.hpp>

#include "command_line/context.hpp"

namespace smallscope::program {

void add_rule_options(CLI::App& command, RuleArguments& arguments) {
  command.add_option("--rule", arguments.rules,
                     "Additional message rule, PATTERN=>REPLACEMENT, applied before all others");
  command.add_option("--preset", arguments.presets, "Additional preset of message rules")
      ->check(CLI::IsMember(clustering::preset_names()));
}

void add_learn_option(CLI::App& command, RuleArguments& arguments) {
  command.add_flag("--learn", arguments.learn,
                   "For this look, also fold messages by rules that `rules` would learn from the store; keys of the "
                   "clusters then depend on what else is in the store");
}

RulesOfLook rules_of_look(const RuleArguments& arguments, const results::Store& store) {
  RulesOfLook rules{.manifest = with_rules(arguments, store.manifest()), .learned = std::nullopt};
  if (!arguments.learn) return rules;
  rules.learned = clustering::learned_rules(store, clustering::rules_of(rules.manifest));
  rules.manifest = with_learned(*rules.learned, std::move(rules.manifest));
  return rules;
}

results::Manifest with_rules(const RuleArguments& arguments, results::Manifest manifest) {
  std::vector<std::pair<std::string, std::string>> rules;
  for (const std::string& rule : arguments.rules) {
    const std::size_t arrow = rule.find("=>");
    if (arrow == std::string::npos)
      throw UsageError(fmt::format("--rule: `{}` has no `=>`; write PATTERN=>REPLACEMENT", rule));
    rules.emplace_back(rule.substr(0, arrow), rule.substr(arrow + 2));
  }
  manifest.rules.insert(manifest.rules.begin(), rules.begin(), rules.end());
  manifest.presets.insert(manifest.presets.end(), arguments.presets.begin(), arguments.presets.end());
  return manifest;
}

results::Manifest with_learned(const clustering::Learned& learned, results::Manifest manifest) {
  for (const clustering::LearnedRule& each : learned.rules)
    manifest.learned.emplace_back(each.rule.pattern, each.rule.replacement);
  return manifest;
}

std::optional<LearningHint> learning_hint(const results::Store& store, const results::Manifest& manifest,
                                          std::size_t before) {
  if (before > clustering::most_clusters_for_hint) return std::nullopt;
  const clustering::Learned learned = clustering::learned_rules(store, clustering::rules_of(manifest));
  if (learned.rules.empty()) return std::nullopt;
  const clustering::Options options{.rules = clustering::rules_of(with_learned(learned, manifest))};
  const std::size_t clusters = clustering::cluster(store, options, clustering::Members::counted).size();
  if (!clustering::is_worth_a_hint(clusters, before)) return std::nullopt;
  return LearningHint{before, clusters};
}

std::vector<std::string> learning_limits(const clustering::Learned& learned) {
  std::vector<std::string> limits;
  if (learned.too_long > 0)
    limits.push_back(fmt::format(
        "{} of {} different messages have more than 4,096 bytes or 256 words; nothing was learned from them",
        report::grouped(learned.too_long), report::grouped(learned.messages)));
  if (learned.left_out > 0)
    limits.push_back(
        fmt::format("{} more rules, which fold fewer messages than these {}, are left out; a rule of your "
                    "own or a preset may fold many of them",
                    report::grouped(learned.left_out), learned.rules.size()));
  return limits;
}

}  // namespace smallscope::program
