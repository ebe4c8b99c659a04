// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <smallscope/evaluation/order_study.hpp>
#include <smallscope/evaluation/replay.hpp>

#include "stores.hpp"

namespace smallscope::evaluation {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

/// By executing what an order visits, test after test.
std::vector<Ordinal> walked(const FailureTable& table, const std::vector<Ordinal>& visited) {
  std::vector<Ordinal> tests;
  for (const FailureGroup& group : table.groups) {
    const std::set<Ordinal> members(group.members.begin(), group.members.end());
    const auto first = std::find_if(visited.begin(), visited.end(), [&](Ordinal o) { return members.contains(o); });
    tests.push_back(static_cast<Ordinal>(first - visited.begin()) + 1);
  }
  return tests;
}

const FailureTable four_faults = table_of(360, {{300, 301, 359}, {7}, {0, 120, 240}, {41, 83}});

TEST(FirstSeen, IsWhatAWalkOfTheOrderFinds) {
  for (const Contender& contender : contenders({3, 4, 5, 6}))
    for (std::uint64_t seed = 1; seed <= (contender.is_seeded() ? 20u : 1u); ++seed) {
      if (contender.repeat) continue;
      generators::OrderSpecification specification = contender.order;
      specification.seed = seed;
      const auto order = generators::make_order(specification, four_faults.inputs);
      std::vector<Ordinal> visited;
      order->ordinals(0, four_faults.inputs, visited);
      EXPECT_EQ(first_seen(four_faults, *order), walked(four_faults, visited)) << contender.name << ", seed " << seed;
    }
}

TEST(FirstSeen, CountsTheTestsThatAreRepeated) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const generators::JumpOrder order(four_faults.inputs, 20, seed);
    std::vector<Ordinal> visited;
    order.ordinals(0, order.sparse_size(), visited);
    for (Ordinal ordinal = 0; ordinal < four_faults.inputs; ++ordinal) visited.push_back(ordinal);
    EXPECT_EQ(first_seen_repeating(four_faults, order), walked(four_faults, visited)) << "seed " << seed;
  }
}

TEST(FirstSeen, OfAnOrdinalBeyondTheOrderIsAnError) {
  EXPECT_THROW(first_seen(four_faults, *generators::dense(300)), std::out_of_range);
}

TEST(Apfd, IsThatOfThePaper) {
  // Five tests, two faults, first seen by the tests 1 and 3: 1 - 4/10 + 1/10.
  EXPECT_DOUBLE_EQ(apfd(std::vector<Ordinal>{1, 3}, 5), 0.7);
  // The example of Rothermel et al. 2001: ten faults, five tests. In order A-B-C-D-E 50%, in order C-E-B-A-D 84%.
  EXPECT_DOUBLE_EQ(apfd(std::vector<Ordinal>{1, 1, 2, 2, 3, 3, 3, 5, 5, 5}, 5), 0.5);
  EXPECT_DOUBLE_EQ(apfd(std::vector<Ordinal>{1, 1, 1, 1, 1, 1, 1, 2, 2, 2}, 5), 0.84);
  // The only fault of an only test.
  EXPECT_DOUBLE_EQ(apfd(std::vector<Ordinal>{1}, 1), 0.5);
}

TEST(Apfd, OfNothingIsAnError) {
  EXPECT_THAT([] { apfd({}, 5); }, ThrowsMessage<EvaluationError>(HasSubstr("no faults")));
  EXPECT_THAT([] { apfd(std::vector<Ordinal>{1}, 0); }, ThrowsMessage<EvaluationError>(HasSubstr("0 tests")));
  EXPECT_THAT([] { random_expectation(table_of(5, {})); }, ThrowsMessage<EvaluationError>(HasSubstr("no faults")));
}

TEST(Score, IsTheLeastAndTheMean) {
  const Score measured = score(std::vector<Ordinal>{8, 2, 5}, 10);
  EXPECT_EQ(measured, (Score{2, 5, 1 - 0.5 + 0.05, 10}));
}

/// Over all 720 permutations of a space of 6 the expectation is exact.
TEST(RandomExpectation, IsTheMeanOverAllPermutations) {
  const FailureTable small = table_of(6, {{0, 4}, {5}});
  std::vector<Ordinal> visited{0, 1, 2, 3, 4, 5};
  Score sum;
  double permutations = 0;
  do {
    const Score one = score(walked(small, visited), 6);
    sum.first_failure += one.first_failure;
    sum.first_seen += one.first_seen;
    sum.apfd += one.apfd;
    ++permutations;
  } while (std::next_permutation(visited.begin(), visited.end()));
  ASSERT_EQ(permutations, 720);
  const Score expected = random_expectation(small);
  EXPECT_NEAR(expected.first_failure, sum.first_failure / permutations, 1e-12);
  EXPECT_NEAR(expected.first_seen, sum.first_seen / permutations, 1e-12);
  EXPECT_NEAR(expected.apfd, sum.apfd / permutations, 1e-12);
}

}  // namespace
}  // namespace smallscope::evaluation
