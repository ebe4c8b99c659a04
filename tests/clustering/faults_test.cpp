#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <smallscope/clustering/faults.hpp>
#include <smallscope/evaluation/merging_study.hpp>
#include <smallscope/evaluation/order_study.hpp>

#include "stores.hpp"

namespace smallscope::evaluation {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::ThrowsMessage;

class FaultFile : public testing::Test {
 protected:
  Faults read(const std::string& text) const {
    std::ofstream(file_) << text;
    return Faults::read(file_);
  }
  void expect_refused(const std::string& text, const std::string& why) const {
    EXPECT_THAT([&] { read(text); }, ThrowsMessage<FaultsError>(HasSubstr(why))) << text;
  }
  void TearDown() override { std::filesystem::remove(file_); }
  const std::filesystem::path file_ =
      std::filesystem::path(testing::TempDir()) /
      (std::string("faults-") + testing::UnitTest::GetInstance()->current_test_info()->name() + ".toml");
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

TEST_F(FaultFile, HasNamesProgramsAndReasons) {
  const Faults faults = read(std::string(three));
  ASSERT_THAT(faults.all(), SizeIs(3));
  EXPECT_EQ(faults.all()[0].name, "first");
  EXPECT_EQ(faults.all()[0].program, "int x;\n");
  EXPECT_EQ(faults.all()[0].why, "one line of code");
  EXPECT_THAT(faults.of_campaign("small"), ElementsAre(0, 1));
  EXPECT_THAT(faults.of_campaign("other"), ElementsAre(1, 2));
  EXPECT_THAT(faults.of_campaign("smal"), IsEmpty());
  EXPECT_THAT(Faults().all(), IsEmpty());
}

TEST_F(FaultFile, SeveralFilesAreOneList) {
  read("[[fault]]\ncampaign = 'small'\nname = 'a'\nmessages = 'a'\n");
  const Faults twice = Faults::read(std::vector{file_, file_});
  EXPECT_THAT(twice.all(), SizeIs(2));
  EXPECT_THAT(twice.of_campaign("small"), ElementsAre(0, 1));
}

TEST_F(FaultFile, AFaultShowsWhereAllItsRulesHold) {
  const Faults faults = read(std::string(three));
  results::Case found = case_of(0, 1, {"wrong 5", "late"});
  EXPECT_TRUE(faults.shows(0, found, {}));
  EXPECT_FALSE(faults.shows(1, found, {})) << "neither input nor what was observed";
  found.input.files = {{"a.c", "while (x) f();"}};
  EXPECT_FALSE(faults.shows(1, found, {}));
  found.observed = {{"before", "for"}};
  EXPECT_FALSE(faults.shows(1, found, {}));
  found.observed = {{"after", "for (;;)"}};
  EXPECT_TRUE(faults.shows(1, found, {}));
  EXPECT_FALSE(faults.shows(2, found, {}));
}

TEST_F(FaultFile, MessagesAreThoseThatClustersAreMadeOf) {
  const Faults faults = read("[[fault]]\ncampaign = 'small'\nname = 'n'\nmessages = '^right: wrong N$'\n");
  const results::Case found = case_of(0, 1, {"wrong 5"});
  EXPECT_FALSE(faults.shows(0, found, {}));
  const clustering::Options abstract{.rules = clustering::RuleSet({}, {{R"(\d+)", "N"}})};
  EXPECT_TRUE(faults.shows(0, found, abstract));
}

TEST_F(FaultFile, MistakesAreRefusedWithLineAndRemedy) {
  expect_refused("[[fault]]\nname = 'n'\nmessages = 'm'\n", ":1: the fault 'n' has no campaign");
  expect_refused("[[fault]]\ncampaign = 'c'\nmessages = 'm'\n", "has no name");
  expect_refused("[[fault]]\ncampaign = 'c'\nname = 'n'\n", "'n' has no rule; give it messages");
  expect_refused("[[fault]]\ncampaign = 'c'\nname = 'n'\n\nmessages = '('\n",
                 ":5: 'messages' is no regular expression");
  expect_refused("[[fault]]\ncampaign = 'c'\nname = 'n'\nmesages = 'm'\n", ":4: unknown key 'mesages'");
  expect_refused("[[fault]]\ncampaign = 7\n", ":2: 'campaign' is not a text");
  expect_refused("[[fault]]\ncampaign = 'c'\nname = 'n'\nobserved = 'm'\n", "'observed' is not a table");
  expect_refused("fault = 3\n", "'fault' is not an array of tables");
  expect_refused("[[fault]\n", ":1: ");
  EXPECT_THROW(Faults::read("no such file"), FaultsError);
}

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
  EXPECT_EQ(study.levels[0].faults_masked_merged, 1u) << "c";
  EXPECT_EQ(study.levels[0].faults_masked_unmerged, 2u) << "a and c";
  EXPECT_EQ(study.levels[0].faults_so_far, 1u);
  EXPECT_THAT(study.missed_faults, ElementsAre("a", "c"));
}

}  // namespace
}  // namespace smallscope::evaluation
