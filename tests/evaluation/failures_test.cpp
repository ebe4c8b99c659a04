// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <smallscope/evaluation/failures.hpp>

#include "stores.hpp"

namespace smallscope::evaluation {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;
using testing::ThrowsMessage;

TEST(Failures, AreTheClustersOfLevelZero) {
  results::Store store = store_of(10);
  add_pass(store, 1, 2, 2, {case_of(1, 0, {"merged"})});
  add_pass(store, 0, 10, 10, {case_of(0, 3, {"a"}), case_of(0, 4, {"b"}), case_of(0, 9, {"a"})});
  const FailureTable table = failures_of(store, {});
  EXPECT_EQ(table.space, "small");
  EXPECT_EQ(table.inputs, 10u);
  EXPECT_EQ(table.failing(), 3u);
  ASSERT_THAT(table.groups, SizeIs(2));
  EXPECT_THAT(table.groups[0].members, ElementsAre(3, 9));
  EXPECT_THAT(table.groups[0].name, HasSubstr("a"));
  EXPECT_THAT(table.groups[1].members, ElementsAre(4));
  EXPECT_THAT(unmerged_clusters(store, {}), SizeIs(2));
}

TEST(Failures, NeedEveryVerdict) {
  results::Store store = store_of(10);
  add_pass(store, 0, 10, 9, {case_of(0, 3, {"a"})});
  EXPECT_THAT([&] { failures_of(store, {}); },
              ThrowsMessage<EvaluationError>(AllOf(HasSubstr("9 of 10 inputs"), HasSubstr("run small --resume"))));
}

TEST(Failures, NeedAFailure) {
  results::Store store = store_of(10);
  add_pass(store, 0, 10, 10, {});
  EXPECT_THAT([&] { failures_of(store, {}); },
              ThrowsMessage<EvaluationError>(HasSubstr("none of the 10 inputs fails")));
}

}  // namespace
}  // namespace smallscope::evaluation
