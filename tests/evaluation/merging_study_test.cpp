// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <smallscope/evaluation/merging_study.hpp>

#include "stores.hpp"

namespace smallscope::evaluation {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::SizeIs;
using testing::ThrowsMessage;

results::Unmerging apart(int level, Ordinal ordinal, std::vector<results::Case> found, double seconds) {
  results::Unmerging unmerging{.level = level, .ordinal = ordinal, .probes = 4, .seconds = seconds};
  for (results::Case& part : found) unmerging.parts.push_back({{}, std::move(part)});
  return unmerging;
}

/// M2 shows a; M1 shows a, b and c, of which un-merging finds b; d is nowhere but in M0.
results::Store ladder() {
  results::Store store = store_of(12);
  add_pass(store, 2, 2, 2, {case_of(2, 0, {"a"})}, 1);
  store.add_unmergings(std::vector{apart(2, 0, {case_of(0, 1, {"a"})}, 0.5)});
  add_pass(store, 1, 4, 4, {case_of(1, 0, {"a"}), case_of(1, 2, {"b", "c"})}, 2);
  store.add_unmergings(std::vector{apart(1, 2, {case_of(0, 7, {"b"})}, 0.25)});
  add_pass(
      store, 0, 12, 12,
      {case_of(0, 1, {"a"}), case_of(0, 2, {"a"}), case_of(0, 7, {"b"}), case_of(0, 8, {"c"}), case_of(0, 9, {"d"})},
      20);
  return store;
}

TEST(MergingStudy, SaysWhatEachLevelShowsAndMasks) {
  const MergingStudy study = study_merging(ladder(), {});
  EXPECT_EQ(study.inputs, 12u);
  EXPECT_EQ(study.failing, 5u);
  EXPECT_EQ(study.clusters, 4u);
  ASSERT_THAT(study.levels, SizeIs(2));
  const MergedLevelStudy &highest = study.levels[0], &lower = study.levels[1];
  EXPECT_EQ(highest.account.level, 2);
  EXPECT_EQ(highest.signatures, 1u);
  EXPECT_EQ(highest.masked_merged, 3u);
  EXPECT_EQ(highest.masked_unmerged, 3u);
  EXPECT_EQ(highest.found_so_far, 1u);
  EXPECT_EQ(lower.signatures, 2u);
  EXPECT_EQ(lower.masked_merged, 1u) << "d";
  EXPECT_EQ(lower.masked_unmerged, 3u) << "all but b";
  EXPECT_EQ(lower.found_so_far, 2u);
}

TEST(MergingStudy, NamesWhatOnlyLevelZeroShows) {
  const MergingStudy study = study_merging(ladder(), {});
  EXPECT_EQ(study.found(), 2u);
  ASSERT_THAT(study.missed, SizeIs(2));
  EXPECT_THAT(study.missed[0].name, HasSubstr("c"));
  EXPECT_EQ(study.missed[0].first, 8u);
  EXPECT_EQ(study.missed[0].shown_at, 1);
  EXPECT_EQ(study.missed[1].members, 1u);
  EXPECT_EQ(study.missed[1].shown_at, std::nullopt);
}

TEST(MergingStudy, CountsTheTimeOfTakingApartWhereItBelongs) {
  const MergingStudy study = study_merging(ladder(), {});
  EXPECT_DOUBLE_EQ(study.levels[0].seconds, 1);
  EXPECT_DOUBLE_EQ(study.levels[1].seconds, 2);
  EXPECT_DOUBLE_EQ(study.seconds, 20);
  EXPECT_DOUBLE_EQ(study.merged_seconds(), 3.75);
  EXPECT_EQ(study.merged_executions(), 14u) << "6 merged inputs, 8 probes";
}

TEST(MergingStudy, NeedsAWholeLadder) {
  results::Store flat = store_of(3);
  add_pass(flat, 0, 3, 3, {case_of(0, 1, {"a"})});
  EXPECT_THAT([&] { study_merging(flat, {}); },
              ThrowsMessage<EvaluationError>(AllOf(HasSubstr("no merged levels"), HasSubstr("run small --ladder"))));
  results::Store begun = store_of(3);
  add_pass(begun, 1, 2, 2, {});
  EXPECT_THAT([&] { study_merging(begun, {}); }, ThrowsMessage<EvaluationError>(HasSubstr("0 of 3 inputs")));
  results::Store gap = store_of(3);
  add_pass(gap, 1, 2, 1, {});
  add_pass(gap, 0, 3, 3, {});
  EXPECT_THAT([&] { study_merging(gap, {}); },
              ThrowsMessage<EvaluationError>(HasSubstr("1 of 2 merged inputs of level 1")));
}

}  // namespace
}  // namespace smallscope::evaluation
