// SPDX-License-Identifier: Apache-2.0
// Message rules for one look at a store: those of its manifest, those that options add, and learned ones.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <smallscope/clustering/learned_rules.hpp>
#include <smallscope/results/record.hpp>

namespace smallscope::program {

/// The options that `clusters` and `rules` share.
struct RuleArguments {
  std::vector<std::string> rules;
  std::vector<std::string> presets;
};
/// --rule, --preset
void add_rule_options(CLI::App& command, RuleArguments& arguments);

/// The manifest with the rules and presets that the arguments add to its own. Throws UsageError.
results::Manifest with_rules(const RuleArguments& arguments, results::Manifest manifest);
/// The manifest with learned rules after its own.
results::Manifest with_learned(const clustering::Learned& learned, results::Manifest manifest);

/// What learning has left alone and left out, each with a reason; empty if nothing.
std::vector<std::string> learning_limits(const clustering::Learned& learned);

}  // namespace smallscope::program
