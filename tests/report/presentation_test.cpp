// SPDX-License-Identifier: Apache-2.0
#include <smallscope/report/presentation.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace smallscope::report {
namespace {

using testing::AllOf;
using testing::HasSubstr;

results::Case failing_case(int level, results::Ordinal ordinal) {
  results::Case failing;
  failing.level = level;
  failing.ordinal = ordinal;
  failing.judgements = {{"right", oracles::Verdict::fail, {"it is wrong"}}};
  failing.input.files = {{"a.c", "int x;\n"}};
  return failing;
}

TEST(Presentation, AnInputIsNamedByLevelAndOrdinal) {
  EXPECT_EQ(short_name(failing_case(0, 12)), "#12");
  EXPECT_EQ(short_name(failing_case(2, 12)), "M2 #12");
  EXPECT_EQ(replay_arguments(failing_case(0, 12)), "12");
  EXPECT_EQ(replay_arguments(failing_case(2, 12)), "12 --merge-level 2");
}

TEST(Presentation, ARepresentativeSaysWhatIsWrongAndHowToRunItAgain) {
  clustering::Cluster cluster;
  cluster.id = "C1";
  cluster.members = {{0, 12}};
  cluster.representative = {0, 12};
  EXPECT_THAT(representative(cluster, failing_case(0, 12), "smallscope replay s.sqlite 12"),
              AllOf(HasSubstr("C1"), HasSubstr("int x;"), HasSubstr("it is wrong"),
                    HasSubstr("again: smallscope replay s.sqlite 12")));
}

TEST(Presentation, RemarksStandInTheOrderGiven) {
  clustering::Cluster other, cluster;
  other.id = "C1";
  cluster.id = "C2";
  const clustering::ClearerMember clearer{.input = {0, 14}, .other = 0, .shared = {{"new", 0, "other"}}};
  results::Case record = failing_case(0, 14);
  record.choices = {{"new", 1, "re\nnamed"}};
  const std::string remark = clearer_text(clearer, std::vector{other, cluster}, record);
  EXPECT_EQ(remark,
            "all inputs of C1 have new = other, as this one has; likelier to show this fault alone: #14   new = "
            "`re\\nnamed`");
  EXPECT_THAT(representative(cluster, failing_case(0, 12), "again", {"first", "", remark}),
              HasSubstr("\n    first\n    all inputs of C1 have"));
}

TEST(Presentation, ATableHasARowForEveryCluster) {
  clustering::Cluster first, second;
  first.id = "C1";
  second.id = "C2";
  first.signature = {{"right", oracles::Verdict::fail, {"one"}}};
  second.signature = {{"right", oracles::Verdict::fail, {"two"}}};
  EXPECT_THAT(cluster_table({first, second}), AllOf(HasSubstr("one"), HasSubstr("two"), HasSubstr("C2")));
}

TEST(Presentation, ATitleOfFewInputsSaysOfHowMany) {
  const auto title = [](int with_most, int others) {
    clustering::Clustering clustering({});
    for (int i = 0; i < with_most + others; ++i) {
      results::Case failing = failing_case(0, static_cast<results::Ordinal>(i));
      if (i >= with_most) failing.judgements[0].messages = {"other " + std::string(static_cast<std::size_t>(i), 'x')};
      clustering.add(failing, 0);
    }
    return message_text(clustering.clusters().front(), 100);
  };
  EXPECT_EQ(title(3, 0), "right: it is wrong");
  EXPECT_EQ(title(3, 3), "4 messages, most often: right: it is wrong") << "half of them";
  EXPECT_EQ(title(3, 4), "5 messages, most often (3): right: it is wrong");
}

}  // namespace
}  // namespace smallscope::report
