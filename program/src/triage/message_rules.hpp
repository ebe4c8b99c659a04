// SPDX-License-Identifier: Apache-2.0
// Message rules for one look at a store: those of its manifest, those that options add, and learned ones.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <smallscope/clustering/learned_rules.hpp>
#include <smallscope/results/record.hpp>
#include <smallscope/results/store.hpp>

namespace smallscope::program {

/// The options that `clusters`, `evaluate clustering` and, but for learning, `rules` share.
struct RuleArguments {
  std::vector<std::string> rules;
  std::vector<std::string> presets;
  bool learn = false;
};
/// --rule, --preset
void add_rule_options(CLI::App& command, RuleArguments& arguments);
/// --learn
void add_learn_option(CLI::App& command, RuleArguments& arguments);

/// The rules of one look: those of the store, of the options, and learned ones if they are wanted.
struct RulesOfLook {
  results::Manifest manifest;
  std::optional<clustering::Learned> learned;
};
/// Throws UsageError, results::StoreError.
RulesOfLook rules_of_look(const RuleArguments& arguments, const results::Store& store);

/// The manifest with the rules and presets that the arguments add to its own. Throws UsageError.
results::Manifest with_rules(const RuleArguments& arguments, results::Manifest manifest);
/// The manifest with learned rules after its own.
results::Manifest with_learned(const clustering::Learned& learned, results::Manifest manifest);

/// What learned rules would make of clusters by messages.
struct LearningHint {
  std::size_t before = 0, clusters = 0;
};
/// None if learning, besides the rules of the manifest, would not make it worth a hint
/// (clustering::is_worth_a_hint()), and for more clusters than most_clusters_for_hint. `before` is how many clusters by
/// abstract messages these rules make.
std::optional<LearningHint> learning_hint(const results::Store& store, const results::Manifest& manifest,
                                          std::size_t before);

/// What learning has left alone and left out, each with a reason; empty if nothing.
std::vector<std::string> learning_limits(const clustering::Learned& learned);

}  // namespace smallscope::program
