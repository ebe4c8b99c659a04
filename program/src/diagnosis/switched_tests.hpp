// SPDX-License-Identifier: Apache-2.0
// switch: executes a failing input with each condition negated that it executes, and other inputs with those that mend
// it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <smallscope/diagnosis/negated_conditions.hpp>

#include "diagnosis/cluster_tests.hpp"

namespace smallscope::program {

struct SwitchArguments {
  std::string store, from, cluster;
  std::optional<results::Ordinal> input;
  std::size_t failing = 5;   ///< inputs of the cluster, at most
  std::size_t passing = 20;  ///< at most
  std::vector<std::string> sources;
  std::size_t top = 10;
  bool json = false;
  ExecutionArguments execution;
};

struct SwitchedTests {
  std::string id, key, messages;                   ///< of the cluster
  std::vector<results::Ordinal> failing, passing;  ///< that were executed; the first failing one comes first
  std::size_t changed = 0;      ///< further ones that do not do any more what the store says, or report no coverage
  std::size_t conditions = 0;   ///< that the first failing input executes
  std::size_t tried = 0;        ///< of them
  std::size_t not_negated = 0;  ///< of those: the code was not what it should be
  std::size_t executions = 0;
  std::vector<diagnosis::NegatedCondition> critical;  ///< with which the first failing input passes, by their gain
  std::vector<std::pair<std::string, std::string>> modules;  ///< whose code was executed: id and path
  std::vector<std::string> problems;                         ///< modules of which no conditions are known, and why
  runner::Stop run = runner::Stop::finished;
};

/// Called with how many conditions the input executes, how many of them were tried, and how many of these mend it.
using VisitSwitched = std::function<void(std::size_t conditions, std::size_t tried, std::size_t critical)>;

/// Writes nothing into the store. Throws UsageError for a cluster or a campaign that cannot be switched, or if its
/// failing input does not fail any more; results::StoreError.
SwitchedTests switched_tests(const Context& context, const runner::Campaign& campaign, const SwitchArguments& arguments,
                             const VisitSwitched& visit);

}  // namespace smallscope::program
