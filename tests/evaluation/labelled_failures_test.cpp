// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <smallscope/evaluation/labelled_failures.hpp>
#include <smallscope/evaluation/merging_study.hpp>
#include <smallscope/evaluation/order_study.hpp>

#include "files.hpp"
#include "stores.hpp"

namespace smallscope::evaluation {
namespace {

using clustering::Faults;
using testing::ElementsAre;
using testing::SizeIs;

class FaultFile : public testing::Test {
 protected:
  Faults read(const std::string& text) const { return Faults::read(directory_.write("faults.toml", text)); }
  const TemporaryDirectory directory_;
};

constexpr std::string_view three = R"(
[[fault]]
campaign = "small"
name = "first"
messages = 'wrong \d'
why = "one line of code"
program = '''
int x;
'''

[[fault]]
campaign = ["other", "small"]
name = "second"
messages = "^right: late$"
input = 'while'
observed.after = 'for'

[[fault]]
campaign = "other"
name = "third"
messages = 'never'
)";

TEST_F(FaultFile, LabelsEveryFailingInputThatItKnows) {
  results::Store store = store_of(10);
  add_pass(store, 0, 10, 10,
           {case_of(0, 2, {"wrong 1"}), case_of(0, 4, {"late"}), case_of(0, 5, {"wrong 2"}), case_of(0, 9, {"odd"})});
  const LabelledFailures labelled = labelled_failures(store, read(std::string(three)), {});
  ASSERT_THAT(labelled.faults.groups, SizeIs(1));
  EXPECT_EQ(labelled.faults.groups[0].name, "first");
  EXPECT_THAT(labelled.faults.groups[0].members, ElementsAre(2, 5));
  EXPECT_THAT(labelled.unlabelled, ElementsAre(4, 9));
  EXPECT_THAT(labelled.unseen, ElementsAre("second"));
}

TEST_F(FaultFile, AnInputMayShowSeveralFaults) {
  const Faults faults = read(
      "[[fault]]\ncampaign = 'small'\nname = 'a'\nmessages = 'a'\n"
      "[[fault]]\ncampaign = 'small'\nname = 'b'\nmessages = 'b'\n");
  results::Store store = store_of(10);
  add_pass(store, 0, 10, 10, {case_of(0, 2, {"a", "b"}), case_of(0, 7, {"b"})});
  const LabelledFailures labelled = labelled_failures(store, faults, {});
  EXPECT_EQ(labelled.faults.failing(), 2u);
  const OrderStudy study = study_orders(failures_of(store, {}), contenders({}), 5, labelled);
  EXPECT_EQ(study.rows[0].order, "dense");
  EXPECT_EQ(study.rows[0].faults->first_seen.mean, 3) << "both at the third test";
  EXPECT_EQ(study.rows[0].first_seen.mean, 5.5) << "the clusters at 3 and 8";
  EXPECT_DOUBLE_EQ(study.rows[0].faults->apfd.mean, 1 - 6.0 / 20 + 1.0 / 20);
}

TEST_F(FaultFile, MergedLevelsFindOrMaskFaults) {
  const Faults faults = read(
      "[[fault]]\ncampaign = 'small'\nname = 'a'\nmessages = 'a'\n"
      "[[fault]]\ncampaign = 'small'\nname = 'b'\nmessages = 'b'\n"
      "[[fault]]\ncampaign = 'small'\nname = 'c'\nmessages = 'c'\n"
      "[[fault]]\ncampaign = 'small'\nname = 'nowhere'\nmessages = 'nowhere'\n");
  results::Store store = store_of(12);
  add_pass(store, 1, 4, 4, {case_of(1, 0, {"a", "b"})});
  results::Unmerging unmerging{.level = 1, .ordinal = 0, .probes = 4};
  unmerging.parts.push_back({{}, case_of(0, 7, {"b"})});
  store.add_unmergings(std::vector{unmerging});
  add_pass(store, 0, 12, 12, {case_of(0, 1, {"a"}), case_of(0, 7, {"b"}), case_of(0, 9, {"c"})});
  const MergingStudy study = study_merging(store, {}, faults);
  EXPECT_THAT(study.faults, ElementsAre("a", "b", "c"));
  EXPECT_EQ(study.levels[0].faults_masked, 2u) << "a, which a merged input shows but no part of it, and c";
  EXPECT_EQ(study.levels[0].faults_so_far, 1u);
  EXPECT_THAT(study.missed_faults, ElementsAre("a", "c"));
}

}  // namespace
}  // namespace smallscope::evaluation
