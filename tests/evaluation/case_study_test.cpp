// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <smallscope/evaluation/case_study.hpp>

#include "files.hpp"
#include "stores.hpp"

namespace smallscope::evaluation {
namespace {

using clustering::Abstraction;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::ThrowsMessage;

clustering::Faults two_faults() {
  const TemporaryDirectory directory;
  return clustering::Faults::read(
      directory.write("faults.toml",
                      "[[fault]]\ncampaign = 'small'\nname = 'common'\nmessages = 'common'\n"
                      "[[fault]]\ncampaign = 'small'\nname = 'rare'\nmessages = 'rare'\n"));
}

/// M0: 1000 inputs in 50 s, 200..299 fail for the common reason (their concrete messages differ), 700 for the rare one.
/// M1: 10 inputs in 1 s, of which number 2 shows both.
results::Store two_levels() {
  results::Store store = store_of(1000);
  add_pass(store, 1, 10, 10, {case_of(1, 2, {"common 1", "rare"})}, 1);
  std::vector<results::Case> cases;
  for (Ordinal i = 200; i < 300; ++i) cases.push_back(case_of(0, i, {"common " + std::to_string(i)}));
  cases.push_back(case_of(0, 700, {"rare"}));
  add_pass(store, 0, 1000, 1000, std::move(cases), 50);
  return store;
}

const clustering::Options numbers_masked{.rules = clustering::RuleSet({}, {{R"(\d+)", "N"}})};

TEST(CaseStudy, HasAColumnForEachOfThePapersTables) {
  const CaseStudy study = study_case(two_levels(), numbers_masked, two_faults(), {{.name = "golden"}});
  ASSERT_THAT(study.levels, SizeIs(2));
  const CaseStudyLevel &unmerged = study.levels[0], &merged = study.levels[1];
  EXPECT_EQ(unmerged.level, 0);
  EXPECT_EQ(unmerged.inputs, 1000u);
  EXPECT_EQ(unmerged.failing, 101u);
  EXPECT_DOUBLE_EQ(unmerged.seconds, 50);
  EXPECT_DOUBLE_EQ(unmerged.seconds_a_test(), 0.05);
  EXPECT_THAT(unmerged.faults, ElementsAre("common", "rare"));
  EXPECT_THAT(unmerged.unlabelled, IsEmpty());
  EXPECT_EQ(unmerged.dense_first, 201);
  EXPECT_NEAR(unmerged.sparse_first.mean, 20, 4) << "a jump into the 100 that fail";
  EXPECT_NEAR(unmerged.sparse_first.mean, unmerged.sparse_predicted.mean, unmerged.sparse_predicted.deviation);
  EXPECT_NEAR(unmerged.sparse_total.mean, 1095, 5);
  EXPECT_LT(unmerged.own_first, 30);
  EXPECT_DOUBLE_EQ(unmerged.random_first(), 1001.0 / 102);
  EXPECT_DOUBLE_EQ(unmerged.apfd_dense->mean, 1 - (201.0 + 701) / 2000 + 1.0 / 2000);
  EXPECT_GT(unmerged.apfd_sparse->mean, 0.5);

  EXPECT_EQ(merged.level, 1);
  EXPECT_EQ(merged.inputs, 10u);
  EXPECT_EQ(merged.failing, 1u);
  EXPECT_DOUBLE_EQ(merged.seconds, 1);
  EXPECT_THAT(merged.faults, ElementsAre("common", "rare"));
  EXPECT_EQ(merged.dense_first, 3);
}

TEST(CaseStudy, SamplesTestsAsThePaperDoes) {
  const CaseStudy study = study_case(two_levels(), numbers_masked, two_faults(), {});
  const auto& clusterings = study.levels[0].clusterings;
  ASSERT_THAT(clusterings, SizeIs(4));
  const SampledClustering &random = clusterings[0], &oracle = clusterings[1], &abstract = clusterings[2],
                          &concrete = clusterings[3];
  EXPECT_EQ(random.abstraction, Abstraction::random);
  EXPECT_EQ(random.clusters, 1u);
  EXPECT_EQ(random.inspected, 2u) << "as many as abstract selects, which is more than 1%";
  EXPECT_NEAR(random.detected.mean, 1 + 2.0 / 101, 0.02) << "the rare one is among two of 101 tests";
  EXPECT_EQ(oracle.abstraction, Abstraction::oracle_name);
  EXPECT_EQ(oracle.clusters, 1u);
  EXPECT_EQ(oracle.inspected, 2u);
  EXPECT_EQ(abstract.clusters, 2u);
  EXPECT_EQ(abstract.detected.mean, 2);
  EXPECT_EQ(abstract.detected.half_width, 0);
  EXPECT_EQ(concrete.clusters, 101u);
  EXPECT_EQ(concrete.inspected, 101u);
  EXPECT_EQ(concrete.detected.mean, 2);
}

TEST(CaseStudy, WithoutFailuresTheFirstFailureTakesAllTests) {
  results::Store store = store_of(500);
  add_pass(store, 0, 500, 500, {}, 10);
  const CaseStudy study = study_case(store, {}, {}, {});
  const CaseStudyLevel& level = study.levels.front();
  EXPECT_EQ(level.dense_first, 500);
  EXPECT_EQ(level.own_first, 500);
  EXPECT_EQ(level.sparse_first, level.sparse_total);
  EXPECT_NEAR(level.sparse_total.mean, level.sparse_predicted.mean, 3);
  EXPECT_FALSE(level.apfd_dense);
  EXPECT_THAT(level.clusterings, IsEmpty());
}

TEST(CaseStudy, OtherJumpLimitsTradeTheFirstFailureForTheTotal) {
  const CaseStudy study = study_case(two_levels(), {}, {}, {}, {.trade_off = {5, 100}});
  const auto& trade_off = study.levels[0].trade_off;
  ASSERT_THAT(trade_off, SizeIs(2));
  EXPECT_GT(trade_off[0].first_failure.mean, trade_off[1].first_failure.mean);
  EXPECT_NEAR(trade_off[0].total, 1000 + 2000.0 / 6, 5);
  EXPECT_NEAR(trade_off[1].total, 1000 + 2000.0 / 101, 5);
}

TEST(CaseStudy, NeedsEveryVerdict) {
  results::Store store = store_of(10);
  add_pass(store, 0, 10, 10, {});
  add_pass(store, 1, 4, 2, {});
  EXPECT_THAT([&] { study_case(store, {}, {}, {}); },
              ThrowsMessage<EvaluationError>(HasSubstr("2 of 4 inputs of level 1 were executed")));
}

}  // namespace
}  // namespace smallscope::evaluation
