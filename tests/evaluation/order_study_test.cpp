// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <smallscope/evaluation/order_study.hpp>

#include "stores.hpp"

namespace smallscope::evaluation {
namespace {

using testing::HasSubstr;
using testing::SizeIs;
using testing::ThrowsMessage;

TEST(SampleMean, IsTheMeanWithItsInterval) {
  EXPECT_EQ(sample_mean(std::array{4.0}), (SampleMean{4, 0}));
  const SampleMean spread = sample_mean(std::array{1.0, 2.0, 3.0, 4.0});
  EXPECT_DOUBLE_EQ(spread.mean, 2.5);
  EXPECT_DOUBLE_EQ(spread.half_width, 1.96 * std::sqrt(5.0 / 3 / 4));
  EXPECT_THAT([] { sample_mean({}); }, ThrowsMessage<EvaluationError>(HasSubstr("at least one seed")));
}

TEST(Contenders, NeedFactorsForPairwise) {
  EXPECT_THAT(contenders({}), SizeIs(5));
  EXPECT_THAT(contenders({2, 3}), SizeIs(7));
  EXPECT_EQ(contenders({}).front().order.name, "dense");
}

TEST(OrderStudy, ReplaysSeededOrdersOftenAndOthersOnce) {
  const OrderStudy study = study_orders(table_of(60, {{17, 30}, {59}}), contenders({3, 4, 5}), 10);
  ASSERT_THAT(study.rows, SizeIs(7));
  for (const OrderRow& row : study.rows) {
    const bool is_seeded = row.order.starts_with("jump") || row.order == "shuffle";
    EXPECT_EQ(row.replays, is_seeded ? 10u : 1u) << row.order;
    EXPECT_EQ(row.first_failure.half_width > 0, is_seeded) << row.order;
    if (row.order == "jump --repeat")
      EXPECT_GT(row.total.mean, 60) << row.order;
    else
      EXPECT_EQ(row.total, (SampleMean{60, 0})) << row.order;
  }
  EXPECT_EQ(study.rows[0].first_failure.mean, 18);
  EXPECT_EQ(study.rows[0].first_seen.mean, 39);
  EXPECT_DOUBLE_EQ(study.random.first_failure, 61.0 / 4);
  EXPECT_THROW(study_orders(table_of(60, {{17}}), contenders({}), 0), EvaluationError);
}

/// Of `jump --repeat`, exactly, by going through all sequences of jumps: the tests until `target`, after `visited` ones
/// that ended at `from`, times the probability of getting there.
double expected_tests(Ordinal target, Ordinal size, int from, double visited, double probability, Ordinal limit) {
  double sum = 0;
  for (Ordinal jump = 1; jump <= limit; ++jump) {
    const int next = from + static_cast<int>(jump);
    const double share = probability / static_cast<double>(limit);
    if (next == static_cast<int>(target))
      sum += share * (visited + 1);
    else if (next < static_cast<int>(target))
      sum += expected_tests(target, size, next, visited + 1, share, limit);
    else {
      // Missed: the rest of the sparse pass, then the target at its own place in the exhaustive pass.
      const auto rest = [&](auto&& self, int at, double share_of) -> double {
        if (at >= static_cast<int>(size)) return 0;
        double visits = share_of;  // this one
        for (Ordinal further = 1; further <= limit; ++further)
          visits += self(self, at + static_cast<int>(further), share_of / static_cast<double>(limit));
        return visits;
      };
      sum += share * (visited + static_cast<double>(target) + 1) + rest(rest, next, share);
    }
  }
  return sum;
}

TEST(OrderStudy, TheJumpsMeanIsItsExpectation) {
  constexpr Ordinal size = 9, target = 6, limit = 3;
  const double expected = expected_tests(target, size, -1, 0, 1, limit);
  const Contender jumps{"jump", {.name = "jump", .jump_limit = limit}, true};
  const OrderStudy study = study_orders(table_of(size, {{target}}), {jumps}, 20'000);
  const SampleMean mean = study.rows[0].first_failure;
  EXPECT_GT(mean.half_width, 0);
  EXPECT_NEAR(mean.mean, expected, 2 * mean.half_width);
}

TEST(Summary, IsTheGeometricMeanOfEachFamily) {
  const auto study = [](std::vector<std::string> families, double gain) {
    OrderStudy made{.families = std::move(families), .random = {10, 10, 0, 0}};
    made.rows.push_back({"dense", 1, {80, 0}, {80, 0}, {}, {}});
    made.rows.push_back({"jump", 1, {40, 0}, {20, 0}, {}, {}});
    made.rows.push_back({"golden", 1, {80 / gain, 0}, {80 / gain, 0}, {}, {}});
    return made;
  };
  const std::vector<OrderStudy> studies{study({"a", "both"}, 2), study({"b", "both"}, 8)};
  const std::vector<FamilySummary> families = summarise(studies);
  ASSERT_THAT(families, SizeIs(3));
  EXPECT_EQ(families[1].family, "both");
  const OrderSummary golden = families[1].orders[2];
  EXPECT_EQ(golden.order, "golden");
  EXPECT_EQ(golden.spaces, 2u);
  EXPECT_NEAR(golden.first_failure_gain, 4, 1e-12);
  EXPECT_NEAR(golden.over_random, 2, 1e-12);
  EXPECT_DOUBLE_EQ(golden.worst_first_failure, 1);
  EXPECT_DOUBLE_EQ(golden.worst_first_seen, 2);
  EXPECT_EQ(families[2].orders[0].first_failure_gain, 1);
}

}  // namespace
}  // namespace smallscope::evaluation
