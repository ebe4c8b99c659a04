// SPDX-License-Identifier: Apache-2.0
#include <smallscope/evaluation/planning/planning_instances.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace smallscope::evaluation::planning {
namespace {

TEST(PlanningInstances, OfTheVendingMachineAreThoseOfThePaper) {
  EXPECT_EQ(vending_instances(5, 1, 1).size(), 4u * 5);
  const std::vector<PlanningInstance> doubles = vending_instances(5, 2, 1);
  EXPECT_EQ(doubles.size(), 6u * 5);
  for (const PlanningInstance& instance : doubles) {
    EXPECT_EQ(instance.first.size(), 7u);
    EXPECT_EQ(instance.faults.size(), 2u);
    EXPECT_TRUE(std::ranges::any_of(instance.first,
                                    [&](std::size_t test) { return is_failing(instance.tests[test].outcome); }));
  }
}

TEST(PlanningInstances, OfGraphsFailWhereAFaultIsCovered) {
  for (const PlanningInstance& instance : random_graph_instances(3, 10, {}, 5)) {
    EXPECT_EQ(instance.components.size(), 300u);
    EXPECT_EQ(instance.faults.size(), 10u);
    EXPECT_EQ(instance.first.size(), 15u);
    for (const PlanningInstance::Test& test : instance.tests) {
      const bool has_fault = std::ranges::any_of(
          test.covered, [&](diagnosis::Column each) { return std::ranges::binary_search(instance.faults, each); });
      EXPECT_EQ(is_failing(test.outcome), has_fault);
      EXPECT_EQ(test.cost, static_cast<double>(test.covered.size()));
    }
  }
  const auto some = call_graph_instances(byacc_calls(), 4, {.fault_shows = 0.5}, 5);
  ASSERT_EQ(some.size(), 4u);
  EXPECT_EQ(some[3].tests, call_graph_instances(byacc_calls(), 9, {.fault_shows = 0.5}, 5)[3].tests)
      << "an instance depends on how many there are";
}

}  // namespace
}  // namespace smallscope::evaluation::planning
