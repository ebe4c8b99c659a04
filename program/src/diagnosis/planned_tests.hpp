// SPDX-License-Identifier: Apache-2.0
// plan: executes the inputs of a campaign that tell most about what is at fault, one after another, until a diagnosis
// stands.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <smallscope/diagnosis/planning/session.hpp>
#include <smallscope/diagnosis/stored_spectrum.hpp>

#include "diagnosis/cluster_tests.hpp"
#include "diagnosis/grouped_diagnoses.hpp"

namespace smallscope::program {

struct PlanArguments {
  std::string store, from, cluster;
  diagnosis::CodeElements elements = diagnosis::CodeElements::predicates;
  diagnosis::planning::PlannerOptions planner;
  double threshold = 0.9;
  std::size_t around = 10;        ///< inputs around the first failing one that are executed first
  std::size_t max_tests = 50;     ///< at most
  std::size_t pool = 200;         ///< inputs that are weighed against each other
  std::size_t neighbours = 3;     ///< whose traces are a prediction
  std::size_t cardinality = 2;    ///< of a diagnosis
  std::size_t diagnoses = 1'000;  ///< that are weighed
  std::uint64_t seed = 0;
  std::vector<std::string> sources;
  std::size_t top = 5;
  bool json = false;
  ExecutionArguments execution;
};

/// What planning one cluster came to.
struct PlannedTests {
  std::string id, key, messages;                     ///< of the cluster
  std::size_t known_failing = 0, known_passing = 0;  ///< with coverage, before the first planned test
  std::vector<diagnosis::planning::PlannedTest> tests;
  SkippedTests skipped;
  diagnosis::planning::Stop stop = diagnosis::planning::Stop::not_yet;
  runner::Stop run = runner::Stop::finished;  ///< of the last execution
  GroupedDiagnoses found;
  std::uint64_t left_out = 0;  ///< diagnoses that were not weighed
  double left_out_probability = 0;
};

/// Visits each planned test when it was executed; `distance` is the number of choices in which it differs from the
/// first failing input.
using VisitPlanned =
    std::function<void(const PlannedTests&, const diagnosis::planning::PlannedTest&, std::size_t distance)>;

/// Plans and executes. Verdicts and coverage are kept in the store, a pass for each test. Throws UsageError for a
/// cluster or a campaign that cannot be planned, results::StoreError, diagnosis::SpectrumError.
PlannedTests plan_tests(const Context& context, const runner::Campaign& campaign, const PlanArguments& arguments,
                        const VisitPlanned& visit);

}  // namespace smallscope::program
