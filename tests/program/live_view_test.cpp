// SPDX-License-Identifier: Apache-2.0
// The live view of `run --watch` without a terminal: when explanations are settled, and which lines there are.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "run/live_view.hpp"

namespace smallscope::program {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

std::vector<std::string> texts(const LiveState& state, std::size_t columns, std::size_t rows) {
  std::vector<std::string> all;
  for (const BlockLine& line : live_lines(state, {columns, rows})) all.push_back(line.text);
  return all;
}

LiveState with_clusters(std::size_t count) {
  LiveState state{.account = {"10 of 100", "5/s", "9 failing"}};
  for (std::size_t i = 1; i <= count; ++i)
    state.clusters.push_back({.message = "m" + std::to_string(i), .cases = i, .first_test = 10 * i});
  return state;
}

TEST(Settling, NeedsThreeTimesAndTwiceTheTests) {
  Settling settling;
  EXPECT_FALSE(settling.seen("k", "a is 1", 100, false));
  EXPECT_FALSE(settling.seen("k", "a is 1", 300, false)) << "twice only";
  EXPECT_TRUE(settling.seen("k", "a is 1", 301, false));
  EXPECT_FALSE(settling.seen("k", "a is 2", 400, false)) << "it changed";
  EXPECT_FALSE(settling.seen("k", "a is 2", 500, false));
  EXPECT_FALSE(settling.seen("k", "a is 2", 799, false)) << "not twice the tests";
  EXPECT_TRUE(settling.seen("k", "a is 2", 800, false));
  EXPECT_FALSE(settling.seen("other", "a is 2", 800, false)) << "each cluster by itself";
  EXPECT_TRUE(settling.seen("other", "a is 3", 801, true)) << "a complete store leaves no doubt";
}

TEST(LiveLines, AreAsFewAsTheWidthAllows) {
  LiveState state = with_clusters(2);
  state.clusters[1].explanation = {"failed so far when a is 1", false};
  EXPECT_THAT(texts(state, 80, 24),
              ElementsAre("10 of 100   5/s   9 failing", "1  first: test 10      m1", "2  first: test 20      m2",
                          "   unsettled: failed so far when a is 1"));
  state.clusters[1].explanation.is_settled = true;
  EXPECT_THAT(texts(state, 20, 24),
              ElementsAre("10 of 100   5/s", "9 failing", "1  m1", "2  m2", "   settled: failed so far when a is 1"));
}

TEST(LiveLines, ShowTheLatestClustersWhereNotAllFit) {
  EXPECT_THAT(texts(with_clusters(9), 80, 5), ElementsAre("10 of 100   5/s   9 failing", "7 earlier clusters",
                                                          "8  first: test 80      m8", "9  first: test 90      m9"));
  EXPECT_THAT(texts(with_clusters(4), 80, 6), SizeIs(5)) << "the last line is needed for nothing else";
  EXPECT_THAT(texts(with_clusters(2), 20, 5), ElementsAre("10 of 100   5/s", "9 failing", "1  m1", "2  m2"));
}

TEST(LiveLines, NeverExceedTheScreen) {
  LiveState state = with_clusters(30);
  state.step = "confirming 1 of 2 failures in fresh processes";
  state.note = "no explanations: none";
  for (LiveCluster& cluster : state.clusters) cluster.explanation = {"failed so far when a is 1", true};
  for (std::size_t rows = 1; rows < 80; ++rows)
    for (const std::size_t columns : {1u, 2u, 20u, 50u, 200u})
      EXPECT_LE(live_lines(state, {columns, rows}).size(), rows - 1) << rows << " x " << columns;
}

TEST(CutToCells, CountsWideCharactersTwice) {
  EXPECT_EQ(cut_to_cells("abcdef", 6), "abcdef");
  EXPECT_EQ(cut_to_cells("abcdefg", 6), "abc...");
  EXPECT_EQ(cut_to_cells("\xe4\xb8\xad\xe6\x96\x87", 4), "\xe4\xb8\xad\xe6\x96\x87");
  EXPECT_EQ(cut_to_cells("\xe4\xb8\xad\xe6\x96\x87\xe4\xb8\xad", 5), "\xe4\xb8\xad...");
  EXPECT_EQ(cut_to_cells("\xc3\xa4\xc3\xb6\xc3\xbc", 2), "..");
  EXPECT_EQ(cut_to_cells("abc", 0), "");
}

}  // namespace
}  // namespace smallscope::program
