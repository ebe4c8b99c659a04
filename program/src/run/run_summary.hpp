// What `run` was asked for, and what it prints when it ends.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <smallscope/clustering/clusters.hpp>
#include <smallscope/runner/run.hpp>

#include "run/combinations_covered.hpp"
#include "run/progress.hpp"

namespace smallscope::program {

struct RunArguments {
  std::string campaign;
  runner::RunOptions options;
  runner::EngineOptions engine;
  std::string budget;
  std::string store;
  bool no_store = false;
  bool resume = false;
  bool overwrite = false;
  bool json = false;
  bool order_given = false;
  bool level_given = false;
  ProgressStyle progress = ProgressStyle::automatic;
  std::size_t representatives = 10;
};

/// The exit status of a run that ended so.
int status_of(const runner::Summary& summary, const results::Account& account);

/// The account of the run, its clusters and what can be done next, on standard output; with --json, as JSON.
void print_results(const RunArguments& arguments, const runner::Summary& summary, const results::Store& store,
                   const std::vector<clustering::Cluster>& clusters, const std::optional<CombinationsCovered>& covered,
                   const std::string& invocation);

}  // namespace smallscope::program
