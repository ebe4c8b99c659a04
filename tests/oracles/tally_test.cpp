// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <smallscope/oracles/tally.hpp>

namespace smallscope::oracles {
namespace {

TEST(Tallies, CountJudgementsByOracleAndVerdict) {
  Tallies tallies({"first", "never"});
  tallies.add("second", Verdict::fail);
  tallies.add("first", Verdict::pass, 3);
  tallies.add("first", Verdict::crashed);
  tallies.add("first", Verdict::discarded);
  tallies.add("first", Verdict::not_applicable, 5);
  tallies.add("first", Verdict::oracle_error);
  const Tally first = tallies.of("first");
  EXPECT_EQ(first.passed(), 3);
  EXPECT_EQ(first.failed(), 1);
  EXPECT_EQ(first.rejected(), 1);
  EXPECT_EQ(first.applied(), 5) << "not where it did not apply, nor where it could not judge";
  EXPECT_EQ(first.errors(), 1);
  EXPECT_EQ(tallies.of("never").applied(), 0);
  EXPECT_EQ(tallies.of("unknown"), Tally{"unknown"});
  std::vector<std::string> names;
  for (const Tally& tally : tallies) names.push_back(tally.oracle);
  EXPECT_THAT(names, testing::ElementsAre("first", "never", "second"));
}

TEST(Tallies, AddUp) {
  Tallies one, other, all;
  one.add("a", Verdict::pass, 2);
  other.add("a", Verdict::pass, -1);
  other.add("b", Verdict::timed_out);
  all.add(one);
  all.add(other);
  EXPECT_EQ(all.of("a").passed(), 1);
  EXPECT_EQ(all.of("b").failed(), 1);
  EXPECT_TRUE(Tallies().empty());
}

}  // namespace
}  // namespace smallscope::oracles
