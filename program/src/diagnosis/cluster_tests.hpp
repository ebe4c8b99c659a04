// SPDX-License-Identifier: Apache-2.0
// A cluster of a store that is to be diagnosed, and further inputs of its campaign, which are executed with coverage.
//
// For commands that choose what to execute next: plan and direct. Verdicts and coverage are kept in the store, a pass
// for each execution. Belongs to one thread.
#pragma once

#include <chrono>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <smallscope/clustering/clusters.hpp>
#include <smallscope/diagnosis/neighbours.hpp>
#include <smallscope/report/json.hpp>
#include <smallscope/runner/run.hpp>

#include "command_line/context.hpp"
#include "command_line/interrupt.hpp"
#include "run/execution_options.hpp"

namespace smallscope::program {

/// Inputs that count nowhere, because they
struct SkippedTests {
  std::size_t excluded = 0;       ///< are no tests: the campaign filters or rejects them
  std::size_t other = 0;          ///< failed in another way
  std::size_t uncovered = 0;      ///< reported nothing of what they cover
  std::size_t not_judged = 0;     ///< neither passed nor failed, or are flaky
  std::set<std::string> remarks;  ///< what a person has to know about the coverage
};
/// "skipped: 2 planned inputs that failed in another way"; `what` is "planned input".
std::vector<std::string> lines_of(const SkippedTests& skipped, const std::string& what);
/// A line each.
std::string text(const SkippedTests& skipped, const std::string& what);
/// Adds its numbers to an object.
void add_to_json(report::Json& json, const SkippedTests& skipped);

class ClusterTests {
 public:
  /// The cluster `wanted`, C1 or its key; if that is "", the one that has the failing `input`, or the only one.
  /// `command` names itself in messages. Refers to all of its arguments. Throws UsageError for a campaign or a cluster
  /// that cannot be diagnosed so, results::StoreError.
  ClusterTests(std::string_view command, const Context& context, const runner::Campaign& campaign,
               const std::string& store, const std::string& from, const std::string& wanted,
               const ExecutionArguments& execution, std::optional<results::Ordinal> input = {});

  results::Store& store() { return store_; }
  const clustering::Cluster& cluster() const { return cluster_; }
  const diagnosis::ChoicesOf& choices_of() const { return choices_of_; }
  /// The independent choices of the space.
  const std::vector<results::Ordinal>& factors() const { return factors_; }
  /// The inputs known to fail as the cluster does, ascending.
  const std::vector<results::Ordinal>& failing() const { return failing_; }
  /// The wanted one of these, or the cluster's smallest. Throws UsageError, which names --input.
  results::Ordinal failing_input(std::optional<results::Ordinal> wanted) const;

  /// Of the campaign with coverage.
  runner::Engine& engine() { return engine_; }
  std::stop_token interrupt() const { return interrupt_.token(); }
  /// What is left of the time; empty: no limit.
  std::optional<std::chrono::duration<double>> time_left() const;

  /// False if they were not all executed: run() says why.
  bool execute(const std::vector<results::Ordinal>& ordinals);
  runner::Stop run() const { return run_; }
  /// Why nothing should be executed any more: an interruption, or the end of the time; `finished` if it may.
  runner::Stop stop() const;

  struct Result {
    diagnosis::Outcome outcome = diagnosis::Outcome::skip;
    bool is_test = true;                   ///< false if the campaign filters or rejects the input
    std::vector<diagnosis::Word> covered;  ///< by the numbers that the store has for elements; empty if not known
  };
  /// What the store knows of an input that it has executed. Others that fail are skipped; what is skipped is counted.
  /// Looks for what the input covered, the latest executions first, unless that is given.
  Result result(results::Ordinal ordinal, std::optional<std::vector<diagnosis::Word>> covered = {});
  const SkippedTests& skipped() const { return skipped_; }
  /// Whether a failing input fails as the cluster does.
  bool is_of_cluster(results::Ordinal ordinal) const;

 private:
  diagnosis::Outcome outcome_of(results::Ordinal ordinal, bool is_covered);
  /// A failing input that did not fail when it was executed again: its coverage is not that of a failure.
  bool passed_again(results::Ordinal ordinal) const;

  std::optional<std::chrono::duration<double>> budget_;
  std::chrono::steady_clock::time_point start_;
  runner::Campaign executed_;
  Interrupt interrupt_;
  runner::Engine engine_;
  results::Store store_;
  clustering::Options options_;
  clustering::Cluster cluster_;
  diagnosis::ChoicesOf choices_of_;
  std::vector<results::Ordinal> factors_;
  std::vector<results::Ordinal> failing_;
  std::set<clustering::Signature> signatures_;
  std::string replay_;
  runner::Stop run_ = runner::Stop::finished;
  SkippedTests skipped_;
};

}  // namespace smallscope::program
