// SPDX-License-Identifier: Apache-2.0
// What can come of a test of the pool, for planners that look ahead. Values and functions of one thread.
#pragma once

#include <vector>

#include <smallscope/diagnosis/planning/planners.hpp>

namespace smallscope::diagnosis::planning {

struct PossibleOutcome {
  std::span<const Word> covered;
  bool is_failing;
  double probability;
};

/// All outcomes of a test with a probability above 0.
std::vector<PossibleOutcome> outcomes_of(const Belief& belief, const PoolTest& test, PassReading reading);

/// Those of the tests that may cover an element of the row, in the same order.
std::vector<std::size_t> through(std::span<const Word> row, std::span<const PoolTest> pool,
                                 std::span<const std::size_t> tests);

/// The tests of the pool by ascending ordinal, so that neither ties nor draws depend on the order of the pool.
std::vector<std::size_t> in_order(std::span<const PoolTest> pool);

/// Of some tests of the pool, in order, the one that a planner other than sparse sampling proposes.
std::size_t chosen(const Belief& belief, std::span<const PoolTest> pool, std::span<const std::size_t> among,
                   Planner planner, const PlannerOptions& options, Randomness& random);

/// What expected_cost() gives for a belief that weighs no more diagnoses than it may; `others` is the rest of the pool.
double expected_cost_ahead(const Belief& belief, std::span<const PoolTest> pool, std::size_t test,
                           const std::vector<std::size_t>& others, const PlannerOptions& options, std::uint64_t seed);

}  // namespace smallscope::diagnosis::planning
