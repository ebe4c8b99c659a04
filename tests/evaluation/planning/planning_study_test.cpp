// SPDX-License-Identifier: Apache-2.0
#include <smallscope/evaluation/planning/planning_study.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <smallscope/evaluation/failures.hpp>

namespace smallscope::evaluation::planning {
namespace {

using diagnosis::Outcome;
using diagnosis::planning::Planner;

/// One failing test of all four components; a test of each follows.
PlanningInstance one_of_four(diagnosis::Column fault) {
  PlanningInstance instance{.components = {{"a"}, {"b"}, {"c"}, {"d"}}, .tests = {}, .faults = {fault}, .first = {0}};
  instance.tests.push_back({{0, 1, 2, 3}, Outcome::fail, 4});
  for (diagnosis::Column each = 0; each < 4; ++each)
    instance.tests.push_back({{each}, each == fault ? Outcome::fail : Outcome::pass, 2});
  return instance;
}

TEST(PlanningStudy, CountsTheCostUntilEachThreshold) {
  const PlanningStudy study =
      study_planning({one_of_four(2)}, {{"entropy", {.planner = Planner::entropy}}}, {.thresholds = {0.25, 0.3, 0.9}});
  EXPECT_EQ(study.failing_first, 1);
  const std::vector<Reached>& reached = study.rows[0].reached;
  // Each diagnosis has a quarter at first. A pass makes the others likelier; the third test fails and decides.
  EXPECT_EQ(reached[0].cost.mean, 0);
  EXPECT_EQ(reached[1].cost.mean, 2);
  EXPECT_EQ(reached[1].wrong, 1) << "the first of three equally probable ones is not at fault";
  EXPECT_EQ(reached[2].cost.mean, 6);
  EXPECT_EQ(reached[2].tests.mean, 3);
  EXPECT_EQ(reached[2].share, 1);
  EXPECT_EQ(reached[2].wrong, 0);
  EXPECT_EQ(reached[2].precision.mean, 1);
  EXPECT_EQ(reached[2].recall.mean, 1);
  EXPECT_EQ(reached[2].wasted.mean, 0);
  EXPECT_EQ(reached[0].wasted.mean, 1.5) << "three innocent ones tie with the fault";
}

TEST(PlanningStudy, SaysWhatWasNotReached) {
  PlanningInstance instance = one_of_four(2);
  instance.tests.resize(2);
  const PlanningStudy study =
      study_planning({instance}, {{"random", {.planner = Planner::random}}}, {.thresholds = {0.99}});
  EXPECT_EQ(study.rows[0].reached[0].share, 0);
  EXPECT_EQ(study.rows[0].reached[0].cost.mean, 2);
}

TEST(PlanningStudy, DoesNotDependOnTheNumberOfThreads) {
  const std::vector<PlanningInstance> instances = vending_instances(3, 1, 7);
  const std::vector<StudiedPlanner> planners{{"random", {.planner = Planner::random}},
                                             {"sparse", {.planner = Planner::sparse_sampling}}};
  const PlanningStudy one = study_planning(instances, planners, {.threads = 1});
  const PlanningStudy three = study_planning(instances, planners, {.threads = 3});
  for (std::size_t i = 0; i < planners.size(); ++i) {
    EXPECT_EQ(one.rows[i].reached[0].cost, three.rows[i].reached[0].cost);
    EXPECT_EQ(one.rows[i].reached[0].precision, three.rows[i].reached[0].precision);
  }
}

TEST(PlanningStudy, RefusesWhatCannotBeStudied) {
  EXPECT_THROW(study_planning({}, {{"random", {}}}, {}), EvaluationError);
  EXPECT_THROW(study_planning({one_of_four(1)}, {{"random", {}}}, {.thresholds = {0.9, 0.5}}),
               diagnosis::SpectrumError);
}

}  // namespace
}  // namespace smallscope::evaluation::planning
