// SPDX-License-Identifier: Apache-2.0
// The request to `run`, and what it prints when it ends.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <smallscope/clustering/clusters.hpp>
#include <smallscope/runner/run.hpp>

#include "command_line/context.hpp"
#include "run/combinations_covered.hpp"
#include "run/execution_options.hpp"
#include "run/limits.hpp"
#include "run/progress.hpp"
#include "triage/unjudged_values.hpp"
#include "triage/known_faults.hpp"

namespace smallscope::program {

struct RunArguments {
  std::string campaign;
  runner::RunOptions options;
  ExecutionArguments execution;
  std::string store;
  std::string failed_first;  ///< an earlier store
  bool no_store = false;
  bool resume = false;
  bool overwrite = false;
  bool json = false;
  bool watch = false;
  LimitArguments limits;
  bool coverage = false;
  std::string shard;  ///< "2/7"; "": everything
  bool allow_empty = false;
  bool order_given = false;
  bool level_given = false;
  std::size_t representatives = 10;
  FaultArguments faults;
};

/// What a run has led to.
struct RunResults {
  const runner::Summary& summary;
  const results::Store& store;
  std::vector<clustering::Cluster> clusters;
  std::vector<std::string> explanations;  ///< of the clusters, a line each; none if there are none
  std::optional<CombinationsCovered> covered;
  Unjudged unjudged;
  std::optional<results::Ordinal> candidates;  ///< that a search explored, if it came to its end
  std::optional<KnownFaults> known = {};
};

/// The exit status of a run. Unless --allow-empty is given, a run counts as not carried out if nothing failed and
/// nothing was judged or compared, or if an oracle applied to no input although the run reached its end. With known
/// faults, only those failures count that --fail-on names.
int status_of(const RunArguments& arguments, const RunResults& run);

/// Prints the account of the run, its clusters and the possible next steps on standard output; with --json, as JSON.
/// `replay` is the command that executes an input again, without the ordinal.
void print_results(const RunArguments& arguments, const RunResults& run, const Context& context,
                   const std::string& replay);

}  // namespace smallscope::program
