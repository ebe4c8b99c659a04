// SPDX-License-Identifier: Apache-2.0
#include <smallscope/evaluation/concolic_study.hpp>

#include <set>

#include <gtest/gtest.h>

namespace smallscope::evaluation {
namespace {

using concolic::Fault;

/// One of three faults; 0 is none.
auto faulty(int active) {
  return concolic::program({{"a", 0, 15}, {"b", 0, 15}, {"c", 0, 15}}, [fault = Fault(active)](auto a, auto b, auto c) {
    const auto largest = [](Fault one, auto x, auto y, auto z) {
      auto found = x;
      if (one(1) ? found < y - 4 : found < y) found = y;
      if (one(2) ? found < z && x != 3 : found < z) found = z;
      return found;
    };
    return largest(fault, a, b, c) == concolic::oracle([&] { return largest(Fault(), a, b, c); });
  });
}

class Study : public testing::Test {
 protected:
  void SetUp() override {
    if (!concolic::has_solver()) GTEST_SKIP() << "built without Z3";
  }
};

TEST_F(Study, FollowsEachStrategyFromEachStart) {
  ConcolicStudy study{.tests = 12, .starts = 2};
  add(study, "none", *faulty(0));
  add(study, "first", *faulty(1));
  add(study, "second", *faulty(2));
  EXPECT_EQ(study.left_out.without_failure, std::vector<std::string>{"none"});
  ASSERT_EQ(study.faults.size(), 2u);
  for (const ConcolicFault& fault : study.faults) {
    EXPECT_EQ(fault.judged, 4096u);
    EXPECT_GT(fault.failing, 50u);
    EXPECT_GT(fault.whole.rank.best, 0u);
    std::set<std::pair<std::string, std::size_t>> suites;
    for (const ConcolicSuite& suite : fault.suites) {
      EXPECT_TRUE(suites.emplace(suite.strategy, suite.start).second);
      ASSERT_FALSE(suite.after.empty());
      EXPECT_LE(suite.after.size(), 13u);
      EXPECT_EQ(suite.after.front().failing, 1u);
      // Only paths are exhausted, and the subject has few; choices are not.
      if (suite.strategy.starts_with("change")) {
        EXPECT_EQ(suite.after.size(), 13u) << suite.strategy;
        EXPECT_EQ(suite.counts.questions, 0u);
      } else {
        EXPECT_GT(suite.counts.questions, 0u) << suite.strategy;
        EXPECT_EQ(suite.counts.diverged, 0u);
        EXPECT_LE(suite.after.back().questions, suite.counts.questions);
      }
      for (const ConcolicStep& step : suite.after) {
        EXPECT_LE(step.rank.best, step.rank.worst);
        EXPECT_LE(static_cast<double>(step.rank.best), step.rank.average);
      }
      const std::size_t needed = tests_until_as_whole(suite, fault);
      for (std::size_t tests = 0; tests < std::min(needed, suite.after.size()); ++tests)
        EXPECT_FALSE(is_as_whole(suite.after[tests], fault));
      EXPECT_TRUE(needed == suite.after.size() || is_as_whole(suite.after[needed], fault));
    }
    EXPECT_EQ(suites.size(), 30u) << "15 strategies, 2 starts";
  }
}

TEST_F(Study, ASampleStandsForALargeSpace) {
  ConcolicStudy study{.tests = 2, .starts = 1, .sample = 500};
  add(study, "first", *faulty(1));
  ASSERT_EQ(study.faults.size(), 1u);
  EXPECT_EQ(study.faults[0].judged, 500u);
  EXPECT_EQ(study.faults[0].inputs, 4096u);
}

}  // namespace
}  // namespace smallscope::evaluation
