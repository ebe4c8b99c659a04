// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/planning/planners.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <set>

#include "../drawn.hpp"

namespace smallscope::diagnosis::planning {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

const std::vector<std::string> runs_of_table_1{"110 F", "011 F", "101 F", "101 P"};

PoolTest known(Ordinal ordinal, const std::vector<Column>& covered, Column columns, double cost = 1) {
  return {.ordinal = ordinal, .traces = {{row_of(covered, columns)}}, .cost = cost};
}

std::vector<PoolTest> pool_of_table_1() { return {known(5, {0}, 3), known(6, {1}, 3), known(7, {2}, 3)}; }

std::vector<PoolTest> drawn_pool(std::mt19937& random, Column columns, std::size_t size) {
  std::vector<PoolTest> pool;
  for (std::size_t i = 0; i < size; ++i) {
    std::vector<Column> covered;
    for (Column column = 0; column < columns; ++column)
      if (random() % 3 == 0) covered.push_back(column);
    pool.push_back(known(i, covered, columns, 1 + static_cast<double>(covered.size())));
  }
  return pool;
}

/// Everything below is computed from diagnose() alone: no belief is kept, nothing is shared.
Spectrum with(const Spectrum& spectrum, const PoolTest& test, bool is_failing) {
  Spectrum result = spectrum;
  result.add(1000 + test.ordinal, is_failing ? Outcome::fail : Outcome::pass,
             std::span<const Word>(test.traces[0].covered));
  return result;
}

double naive_entropy(const Spectrum& spectrum) {
  double sum = 0;
  for (const Diagnosis& each : diagnose(spectrum).all)
    if (each.probability > 0) sum -= each.probability * std::log2(each.probability);
  return sum;
}

double naive_pass(const Spectrum& spectrum, const PoolTest& test) {
  double sum = 0;
  for (const Diagnosis& each : diagnose(spectrum).all) {
    double product = each.probability;
    for (std::size_t i = 0; i < each.elements.size(); ++i)
      if ((test.traces[0].covered[0] >> each.elements[i] & 1u) != 0) product *= each.health[i];
    sum += product;
  }
  return sum;
}

double naive_expected_entropy(const Spectrum& spectrum, const PoolTest& test) {
  const double pass = naive_pass(spectrum, test);
  double sum = 0;
  if (pass > 1e-12) sum += pass * naive_entropy(with(spectrum, test, false));
  if (pass < 1 - 1e-12) sum += (1 - pass) * naive_entropy(with(spectrum, test, true));
  return sum;
}

bool concerns(const Spectrum& spectrum, const PoolTest& test) {
  for (const Diagnosis& each : diagnose(spectrum).all)
    for (const Column element : each.elements)
      if ((test.traces[0].covered[0] >> element & 1u) != 0) return true;
  return false;
}

/// Best expected cost to a diagnosis of at least `threshold`, by full expansion of all tests that can tell something.
double naive_cost(const Spectrum& spectrum, const std::vector<PoolTest>& pool, double threshold) {
  const Diagnoses now = diagnose(spectrum);
  if (now.all.size() <= 1 || now.all[0].probability >= threshold) return 0;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < pool.size(); ++i) {
    if (!concerns(spectrum, pool[i])) continue;
    std::vector<PoolTest> others = pool;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    const double pass = naive_pass(spectrum, pool[i]);
    double cost = pool[i].cost;
    if (pass > 1e-12) cost += pass * naive_cost(with(spectrum, pool[i], false), others, threshold);
    if (pass < 1 - 1e-12) cost += (1 - pass) * naive_cost(with(spectrum, pool[i], true), others, threshold);
    least = std::min(least, cost);
  }
  return least == std::numeric_limits<double>::infinity() ? 0 : least;
}

TEST(Planners, GainInTable1WhatTheSheetSays) {
  const Belief belief(pictured(runs_of_table_1));
  const std::vector<PoolTest> pool = pool_of_table_1();
  EXPECT_NEAR(information_gain(belief, pool[0]), 0.2713, 5e-5);
  EXPECT_NEAR(information_gain(belief, pool[1]), 0.2924, 5e-5);
  EXPECT_NEAR(information_gain(belief, pool[2]), 0.2713, 5e-5);
}

TEST(Planners, ChooseInTable1WhatThePaperSays) {
  const Belief belief(pictured(runs_of_table_1));
  const std::vector<PoolTest> pool = pool_of_table_1();
  std::set<std::size_t> best_diagnosis;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Randomness random(seed);
    EXPECT_EQ(next_test(belief, pool, {.planner = Planner::highest_probability}, random), 1u);
    EXPECT_EQ(next_test(belief, pool, {.planner = Planner::entropy}, random), 1u);
    best_diagnosis.insert(*next_test(belief, pool, {.planner = Planner::best_diagnosis}, random));
  }
  EXPECT_EQ(best_diagnosis, (std::set<std::size_t>{0, 1, 2}));
}

TEST(Planners, HighestProbabilityAvoidsWhatIsSurelyAtFault) {
  // Element 0 is in every diagnosis; 1 and 2 are equally suspected.
  const Belief belief(pictured({"1000 F", "0110 F"}));
  const std::vector<PoolTest> pool{known(0, {0}, 4), known(1, {1}, 4), known(2, {3}, 4)};
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Randomness random(seed);
    EXPECT_EQ(next_test(belief, pool, {.planner = Planner::highest_probability}, random), 1u);
  }
}

TEST(Planners, EntropyChoosesTheLeastExpectedEntropy) {
  std::mt19937 random(8);
  std::size_t compared = 0;
  for (std::uint32_t seed = 0; seed < 30; ++seed) {
    const Spectrum spectrum = drawn(seed, 7, 9, 8, 0.4);
    const std::vector<PoolTest> pool = drawn_pool(random, 7, 6);
    std::vector<double> expected;
    for (const PoolTest& test : pool) expected.push_back(naive_expected_entropy(spectrum, test));
    const Belief belief(spectrum);
    for (std::size_t i = 0; i < pool.size(); ++i)
      EXPECT_NEAR(naive_entropy(spectrum) - information_gain(belief, pool[i]), expected[i], 1e-8) << seed;
    Randomness draws(seed);
    const auto chosen = next_test(belief, pool, {.planner = Planner::entropy, .diagnoses_ahead = 100'000}, draws);
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < pool.size(); ++i)
      if (concerns(spectrum, pool[i])) least = std::min(least, expected[i]);
    if (least == std::numeric_limits<double>::infinity()) continue;
    ++compared;
    EXPECT_NEAR(expected[*chosen], least, 1e-8) << seed;
  }
  EXPECT_GT(compared, 15u);
}

TEST(Planners, EntropyLeavesOutWhatTellsNothingUnlessItMay) {
  // Most likely health is no Bayesian estimate: whatever some tests do, they leave more in doubt.
  std::size_t found = 0;
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    const Belief belief(drawn(seed, 6, 10, 8, 0.4));
    for (Column element = 0; element < 6; ++element) {
      const std::vector<PoolTest> pool{known(0, {}, 6), known(1, {element}, 6)};
      if (information_gain(belief, pool[1]) > -1e-6) continue;
      ++found;
      ASSERT_EQ(information_gain(belief, pool[0]), 0);
      Randomness random(1);
      EXPECT_EQ(next_test(belief, pool, {.planner = Planner::entropy}, random), 1u);
      EXPECT_EQ(next_test(belief, pool, {.planner = Planner::entropy, .may_learn_nothing = true}, random), 0u);
    }
  }
  EXPECT_GT(found, 0u);
}

TEST(Planners, EntropyMayBeDividedByCost) {
  const Belief belief(pictured({"1111 F"}));
  // The first tells more, the second tells nearly as much for a fifth of the cost.
  const std::vector<PoolTest> pool{known(0, {0, 1}, 4, 5), known(1, {0}, 4, 1)};
  ASSERT_GT(information_gain(belief, pool[0]), information_gain(belief, pool[1]));
  Randomness random(1);
  EXPECT_EQ(next_test(belief, pool, {.planner = Planner::entropy}, random), 0u);
  EXPECT_EQ(next_test(belief, pool, {.planner = Planner::entropy, .is_gain_per_cost = true}, random), 1u);
}

TEST(Planners, SparseSamplingOfFullWidthIsTheExactProcess) {
  std::mt19937 random(21);
  std::size_t compared = 0;
  for (std::uint32_t seed = 0; seed < 25; ++seed) {
    const Spectrum spectrum = drawn(seed, 5, 6, 6, 0.5);
    const std::vector<PoolTest> pool = drawn_pool(random, 5, 3);
    const double least = naive_cost(spectrum, pool, 0.8);
    if (least == 0) continue;
    ++compared;
    const PlannerOptions options{.planner = Planner::sparse_sampling,
                                 .sampling = {.depth = 3, .policy = std::nullopt, .threshold = 0.8},
                                 .diagnoses_ahead = 100'000};
    const Belief belief(spectrum);
    Randomness draws(seed);
    const std::size_t chosen = *next_test(belief, pool, options, draws);
    EXPECT_NEAR(expected_cost(belief, pool, chosen, options, seed), least, 1e-8) << seed;
    for (std::size_t i = 0; i < pool.size(); ++i) {
      if (!concerns(spectrum, pool[i])) continue;
      EXPECT_GE(expected_cost(belief, pool, i, options, seed), least - 1e-8) << seed;
    }
  }
  EXPECT_GT(compared, 8u);
}

TEST(Planners, DrawnOutcomesApproachTheExactExpectation) {
  const Spectrum spectrum = drawn(4, 6, 8, 8, 0.45);
  std::mt19937 random(3);
  const std::vector<PoolTest> pool = drawn_pool(random, 6, 4);
  PlannerOptions options{.sampling = {.depth = 1, .threshold = 0.95}};
  const Belief belief(spectrum);
  ASSERT_GT(belief.size(), 2u);
  const double exact = expected_cost(belief, pool, 0, options, 0);
  options.sampling.is_exact = false;
  options.sampling.width = 4000;
  EXPECT_NEAR(expected_cost(belief, pool, 0, options, 0), exact, 0.05 * exact);
}

TEST(Planners, InterpolateAlongThePathOfThePaper) {
  // One failing test of four elements: a pass of one makes each of the others 4 / 13 probable, a failure makes it sure.
  const Belief belief(pictured({"1111 F"}));
  const std::vector<PoolTest> pool{known(0, {0}, 4, 3), known(1, {1}, 4, 100), known(2, {2}, 4, 100)};
  const PlannerOptions options{.sampling = {.depth = 1, .threshold = 0.9}};
  const double now = 0.25, after = 4.0 / 13;
  EXPECT_NEAR(belief.pass_probability(pool[0].traces[0].covered), 0.75, 1e-12);
  EXPECT_NEAR(expected_cost(belief, pool, 0, options, 0), 3 + 0.75 * 3 * (0.9 - after) / (after - now), 1e-9);
}

TEST(Planners, RolloutsGoToTheEnd) {
  const Belief belief(pictured({"110 F"}), {.fixed_health = 0});
  // Either test of one element decides, whatever its outcome.
  const std::vector<PoolTest> pool{known(0, {0}, 3, 2), known(1, {0, 1}, 3, 7)};
  const PlannerOptions options{.sampling = {.depth = 1, .leaf = LeafValue::rollout, .threshold = 0.9}};
  EXPECT_NEAR(expected_cost(belief, pool, 0, options, 0), 2, 1e-12);
  // The other one must fail and tells nothing; the rollout then runs the first.
  EXPECT_NEAR(expected_cost(belief, pool, 1, options, 0), 9, 1e-12);
  Randomness random(0);
  EXPECT_EQ(next_test(belief, pool, {.planner = Planner::sparse_sampling, .sampling = options.sampling}, random), 0u);
}

TEST(Planners, TakeTheMeanOverPredictedTraces) {
  const Belief belief(pictured(runs_of_table_1));
  const std::vector<PoolTest> pool = pool_of_table_1();
  const PoolTest mixed{.ordinal = 9, .traces = {{pool[0].traces[0].covered, 3}, {pool[1].traces[0].covered, 1}}};
  EXPECT_NEAR(pass_probability(belief, mixed),
              0.75 * pass_probability(belief, pool[0]) + 0.25 * pass_probability(belief, pool[1]), 1e-12);
  EXPECT_NEAR(information_gain(belief, mixed),
              0.75 * information_gain(belief, pool[0]) + 0.25 * information_gain(belief, pool[1]), 1e-12);
}

TEST(Planners, RepeatThemselvesWhateverTheOrderOfThePool) {
  std::mt19937 random(2);
  const Spectrum spectrum = drawn(6, 8, 12, 10, 0.4);
  const std::vector<PoolTest> pool = drawn_pool(random, 8, 12);
  const std::vector<PoolTest> reversed(pool.rbegin(), pool.rend());
  const Belief belief(spectrum);
  for (const Planner planner : all_planners)
    for (const bool is_exact : {true, false}) {
      const PlannerOptions options{.planner = planner, .sampling = {.is_exact = is_exact}};
      Randomness first(5), again(5), backwards(5);
      const std::size_t chosen = *next_test(belief, pool, options, first);
      EXPECT_EQ(next_test(belief, pool, options, again), chosen) << name(planner);
      EXPECT_EQ(reversed[*next_test(belief, reversed, options, backwards)].ordinal, pool[chosen].ordinal)
          << name(planner);
    }
}

TEST(Planners, OfEquallyGoodTestsTakeTheLowestOrdinal) {
  const Belief belief(pictured({"1111 F"}));
  const std::vector<PoolTest> pool{known(8, {0}, 4), known(3, {1}, 4), known(5, {2}, 4)};
  for (const Planner planner : {Planner::entropy, Planner::sparse_sampling}) {
    Randomness random(1);
    EXPECT_EQ(next_test(belief, pool, {.planner = planner}, random), 1u) << name(planner);
  }
}

TEST(Planners, ProposeNothingFromAnEmptyPool) {
  Randomness random(1);
  for (const Planner planner : all_planners)
    EXPECT_EQ(next_test(Belief(pictured(runs_of_table_1)), {}, {.planner = planner}, random), std::nullopt)
        << name(planner);
}

TEST(Planners, RefuseOptionsThatAreNone) {
  const Belief belief(pictured(runs_of_table_1));
  const std::vector<PoolTest> pool = pool_of_table_1();
  Randomness random(1);
  EXPECT_THAT([&] { next_test(belief, pool, {.planner = Planner::sparse_sampling, .sampling = {.depth = 0}}, random); },
              ThrowsMessage<SpectrumError>(HasSubstr("give at least 1 of each")));
  EXPECT_THAT(
      [&] {
        next_test(belief, pool,
                  {.planner = Planner::sparse_sampling, .sampling = {.depth = 2, .policy = Planner::sparse_sampling}},
                  random);
      },
      ThrowsMessage<SpectrumError>(HasSubstr("give another planner, or none")));
}

}  // namespace
}  // namespace smallscope::diagnosis::planning
