// SPDX-License-Identifier: Apache-2.0
// What planners of tests cost until a diagnosis stands, and how often that diagnosis is wrong.
//
// A cost without the correctness says little: a planner that stops early at a wrong diagnosis is not better. So each
// row has both. Instances come from planning_instances.hpp, planners from the module diagnosis. The result does not
// depend on the number of threads.
//
// Example: study_planning(vending_instances(100, 1, 1), {{"entropy", {}}}, {}).rows[0].reached[0].cost.mean
#pragma once

#include <string>
#include <vector>

#include <smallscope/diagnosis/planning/session.hpp>
#include <smallscope/evaluation/order_study.hpp>
#include <smallscope/evaluation/planning/planning_instances.hpp>

namespace smallscope::evaluation::planning {

struct StudiedPlanner {
  std::string name;
  diagnosis::planning::PlannerOptions options;
};

struct PlanningSettings {
  diagnosis::planning::BeliefOptions belief = {};
  /// Ascending. Testing ends at the last one; what the others cost is read on the way.
  std::vector<double> thresholds = {0.9};
  std::size_t most_tests = 160;  ///< planned ones of an instance
  bool is_one_enough = true;     ///< a single diagnosis also ends testing
  std::uint64_t seed = 1;
  unsigned threads = 1;
};

/// When the most probable diagnosis had first reached a threshold, or at the end of testing if it never did.
struct Reached {
  double threshold = 0;
  SampleMean cost, tests;  ///< of planned tests
  double share = 0;        ///< of instances that reached it
  /// Of those, the share whose most probable diagnosis has an element without a fault.
  double wrong = 0;
  SampleMean precision;  ///< the share of faulty elements in the most probable diagnosis
  SampleMean recall;     ///< the share of all faults that are in it
  /// Elements without a fault that are inspected before the first fault, in the order of their probabilities; of ties,
  /// as many as on average.
  SampleMean wasted;
};

struct PlanningRow {
  std::string planner;
  std::vector<Reached> reached;  ///< for each threshold
  double diagnoses = 0;          ///< the mean of the most diagnoses that an instance weighed
  double cut = 0;                ///< the share of instances that left diagnoses out
  double left_out = 0;           ///< the mean probability of what was left out
};

struct PlanningStudy {
  std::size_t instances = 0;
  double failing_first = 0;  ///< the mean number of failing tests before planning
  std::vector<PlanningRow> rows;
};

/// Throws SpectrumError for settings that are none, EvaluationError without instances.
PlanningStudy study_planning(const std::vector<PlanningInstance>& instances,
                             const std::vector<StudiedPlanner>& planners, const PlanningSettings& settings);

}  // namespace smallscope::evaluation::planning
