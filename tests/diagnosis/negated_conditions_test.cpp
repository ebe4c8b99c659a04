// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/negated_conditions.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace smallscope::diagnosis {
namespace {

using testing::ElementsAre;

NegatedCondition condition(std::string function, std::size_t mended, std::size_t kept, std::uint32_t line = 1) {
  return {.file = "src/a.c",
          .function = std::move(function),
          .line = line,
          .mended = mended,
          .failing = 4,
          .kept = kept,
          .passing = 10};
}

/// Functions f0 to f5 of a.c by suspicion; f3 and f4 tie.
FunctionRanking of_six() {
  FunctionRanking ranking;
  std::vector<Score> scores;
  for (const int score : {9, 7, 5, 3, 3, 1}) {
    ranking.functions.push_back({.name = "", .file = "lib/a.c", .function = "f" + std::to_string(scores.size())});
    scores.emplace_back().numerator = score;
  }
  ranking.ranking = rank(scores);
  return ranking;
}

std::vector<std::string> order_of(const FunctionRanking& ranking) {
  std::vector<std::string> names;
  for (const Ranked& each : ranking.ranking.order)
    names.push_back(ranking.functions[each.element].function + (each.first == each.last ? "" : "*"));
  return names;
}

TEST(NegatedConditions, GainIsWhatIsMendedLessWhatIsBroken) {
  EXPECT_DOUBLE_EQ(gain(condition("f", 4, 10)), 1);
  EXPECT_DOUBLE_EQ(gain(condition("f", 1, 5)), -0.25);
  EXPECT_DOUBLE_EQ(gain(condition("f", 0, 0)), -1);
  EXPECT_DOUBLE_EQ(gain({.mended = 1, .failing = 2, .kept = 0, .passing = 0}), 0.5) << "nothing can be broken";
}

TEST(NegatedConditions, AreSortedByGainThenByPlace) {
  std::vector<NegatedCondition> all{condition("f", 1, 10, 7), condition("f", 4, 10, 9), condition("f", 4, 10, 3)};
  sort_by_gain(all);
  EXPECT_EQ(all[0].line, 3u);
  EXPECT_EQ(all[1].line, 9u);
  EXPECT_EQ(all[2].line, 7u);
}

TEST(NegatedConditions, FunctionsWithGainComeFirst) {
  EXPECT_THAT(order_of(with_negated(of_six(), {condition("f5", 4, 10)})),
              ElementsAre("f5", "f0", "f1", "f2", "f3*", "f4*"));
  EXPECT_THAT(order_of(with_negated(of_six(), {condition("f5", 4, 10), condition("f2", 2, 10), condition("f5", 1, 9)})),
              ElementsAre("f2", "f5", "f0", "f1", "f3*", "f4*"))
      << "in the order of suspicion";
  EXPECT_THAT(order_of(with_negated(of_six(), {condition("f4", 3, 9)})),
              ElementsAre("f4", "f0", "f1", "f2", "f3", "f5"))
      << "a tie is parted";
  EXPECT_THAT(order_of(with_negated(of_six(), {condition("f4", 3, 9), condition("f3", 4, 10)})),
              ElementsAre("f3*", "f4*", "f0", "f1", "f2", "f5"));
}

TEST(NegatedConditions, ThatSayLittleChangeNothing) {
  const std::vector<std::string> unchanged{"f0", "f1", "f2", "f3*", "f4*", "f5"};
  EXPECT_EQ(order_of(with_negated(of_six(), {})), unchanged);
  EXPECT_EQ(order_of(with_negated(of_six(), {condition("f5", 1, 5), condition("f4", 4, 4), condition("f4", 1, 10)})),
            unchanged)
      << "too little gain";
  EXPECT_EQ(order_of(with_negated(of_six(), {condition("", 4, 10), condition("other", 4, 10)})), unchanged);
  NegatedCondition elsewhere = condition("f5", 4, 10);
  elsewhere.file = "b.c";
  EXPECT_EQ(order_of(with_negated(of_six(), {elsewhere})), unchanged);
  std::vector<NegatedCondition> many;
  for (const char* const function : {"f2", "f3", "f4", "f5"}) many.push_back(condition(function, 4, 10));
  EXPECT_EQ(order_of(with_negated(of_six(), many)), unchanged) << "of too many functions";
}

}  // namespace
}  // namespace smallscope::diagnosis
