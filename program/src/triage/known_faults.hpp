// SPDX-License-Identifier: Apache-2.0
// Known faults on the command line: the options, what makes a command fail, and what is shown of them.
#pragma once

#include <CLI/CLI.hpp>

#include <optional>
#include <string>
#include <vector>

#include <smallscope/clustering/known_faults/undecided.hpp>
#include <smallscope/report/findings.hpp>

namespace smallscope::program {

/// The options that `run` and `clusters` share.
struct FaultArguments {
  std::vector<std::string> files;
  std::vector<std::string> fail_on;  ///< none given: empty
  std::string today;
};
/// --faults, --fail-on, --today
void add_fault_options(CLI::App& command, FaultArguments& arguments, const std::string& group);
/// --faults, for commands that never fail for what they find.
CLI::Option* add_faults(CLI::App& command, std::vector<std::string>& files);
/// --today, which `review` has, too.
CLI::Option* add_today(CLI::App& command, std::string& today);

/// The day that the option gives, or else that of the clock. Throws UsageError.
clustering::Day day_of(const std::string& today);
/// The faults of the files, if there are any. Throws UsageError for options that do not go together, and
/// clustering::FaultsError.
std::optional<clustering::Faults> faults_of(const FaultArguments& arguments);

/// A store beside the known faults.
struct KnownFaults {
  clustering::Faults faults;
  clustering::FaultComparison comparison;
  std::vector<clustering::ClusterState> states;  ///< of the clusters
  std::vector<clustering::Undecided> questions;

  report::KnownClusters clusters() const { return {faults, comparison, states, questions}; }
};
/// Puts the clusters that need a decision first, with their explanations: new ones, then those of faults that have
/// grown or expired.
KnownFaults compare_with(clustering::Faults faults, const results::Store& store, const clustering::Options& options,
                         clustering::Day today, std::vector<clustering::Cluster>& clusters,
                         std::vector<std::string>& explanations);

/// Whether something has happened that --fail-on names; `otherwise` are its values if it is not given.
bool is_failed(const FaultArguments& arguments, const std::vector<std::string>& otherwise, const KnownFaults& known,
               const results::Account& account);

/// The column of the table of clusters.
std::vector<std::string> known_as(const KnownFaults& known, const std::vector<clustering::Cluster>& clusters);
/// What became of each fault, as a paragraph before the clusters.
void print_faults(const KnownFaults& known);

}  // namespace smallscope::program
