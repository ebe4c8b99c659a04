// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/ranking.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "drawn.hpp"

namespace smallscope::diagnosis {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

Ranking of_numbers(const std::vector<int>& numbers) {
  std::vector<Score> scores;
  for (const int number : numbers) scores.push_back({number, 1});
  return rank(scores);
}

Columns elements_of(const Ranking& ranking) {
  Columns elements;
  for (const Ranked& each : ranking.order) elements.push_back(each.element);
  return elements;
}

TEST(Ranking, GivesEveryElementAnInterval) {
  const Ranking ranking = of_numbers({5, 9, 5, 1, 5});
  EXPECT_THAT(elements_of(ranking), ElementsAre(1, 0, 2, 4, 3));
  EXPECT_EQ(ranking.order[0].last, 1u);
  for (const std::size_t i : {1u, 2u, 3u}) {
    EXPECT_EQ(ranking.order[i].first, 2u);
    EXPECT_EQ(ranking.order[i].last, 4u);
  }
  EXPECT_EQ(ranking.order[4].first, 5u);
  EXPECT_THAT(ranking.position, ElementsAre(1, 0, 2, 4, 3));
}

TEST(Ranking, TieRulesArePointsOfTheInterval) {
  const Ranking ranking = of_numbers({5, 9, 5, 1, 5});
  EXPECT_EQ(rank_of(ranking, 2, Ties::min), 2);
  EXPECT_EQ(rank_of(ranking, 2, Ties::max), 4);
  EXPECT_EQ(rank_of(ranking, 2, Ties::average), 3);
  EXPECT_EQ(rank_of(ranking, 2, Ties::code), 3);
}

/// The rank of the first faulty element, averaged over all orders of the tie.
double expected_first(std::size_t higher, std::vector<bool> is_faulty) {
  std::sort(is_faulty.begin(), is_faulty.end());
  double sum = 0, orders = 0;
  do {
    sum +=
        static_cast<double>(higher + 1) + static_cast<double>(std::ranges::find(is_faulty, true) - is_faulty.begin());
    ++orders;
  } while (std::next_permutation(is_faulty.begin(), is_faulty.end()));
  return sum / orders;
}

TEST(Ranking, TheFirstOfSeveralFaultyElementsCounts) {
  const Ranking ranking = of_numbers({7, 5, 5, 5, 5, 9, 1});
  const Columns faulty{6, 2, 4, 4};
  EXPECT_EQ(rank_of_first(ranking, faulty, Ties::min), 3);
  EXPECT_EQ(rank_of_first(ranking, faulty, Ties::max), 5);  // two of four: the worst order has two others before
  EXPECT_EQ(rank_of_first(ranking, faulty, Ties::code), 4);
  EXPECT_DOUBLE_EQ(rank_of_first(ranking, faulty, Ties::average), expected_first(2, {true, true, false, false}));
  EXPECT_EQ(wasted_effort(ranking, faulty, Ties::max), 4);
  EXPECT_DOUBLE_EQ(exam(ranking, faulty, Ties::max), 5.0 / 7);
}

TEST(Ranking, TheExpectedRankIsThatOfAllOrders) {
  for (std::size_t tied = 1; tied <= 6; ++tied)
    for (std::size_t faulty = 1; faulty <= tied; ++faulty) {
      std::vector<int> numbers(tied, 1);
      numbers.push_back(2);
      Columns columns(faulty);
      for (std::size_t i = 0; i < faulty; ++i) columns[i] = static_cast<Column>(i);
      std::vector<bool> is_faulty(tied);
      std::fill_n(is_faulty.begin(), faulty, true);
      EXPECT_NEAR(rank_of_first(of_numbers(numbers), columns, Ties::average), expected_first(1, is_faulty), 1e-12);
    }
}

TEST(Ranking, AccuracyCountsRanksUpToN) {
  const std::vector<double> ranks{1, 3, 3.5, 10};
  EXPECT_EQ(acc_at(ranks, 1), 1u);
  EXPECT_EQ(acc_at(ranks, 3), 2u);
  EXPECT_EQ(acc_at(ranks, 10), 4u);
  EXPECT_EQ(mean(ranks), 4.375);
  EXPECT_EQ(mean({}), 0);
}

TEST(Ranking, AveragePrecisionIsThatOfEquationEight) {
  const Ranking ranking = of_numbers({9, 8, 7, 6, 5});
  EXPECT_DOUBLE_EQ(average_precision(ranking, Columns{0}, Ties::max), 1);
  EXPECT_DOUBLE_EQ(average_precision(ranking, Columns{3}, Ties::max), 1.0 / 4);
  EXPECT_DOUBLE_EQ(average_precision(ranking, Columns{1, 4}, Ties::max), (1.0 / 2 + 2.0 / 5) / 2);
}

TEST(Ranking, AUnitHasTheBestScoreOfItsElements) {
  const Ranking functions = rank_units(of_numbers({1, 9, 4, 4}), Columns{0, 1, 0, 2}, 3);
  EXPECT_THAT(elements_of(functions), ElementsAre(1, 0, 2));
  EXPECT_EQ(functions.order[1].first, 2u);
  EXPECT_EQ(functions.order[1].last, 3u);
}

TEST(Ranking, RefusesWhatIsNotRanked) {
  const Ranking ranking = of_numbers({1, 2});
  EXPECT_THAT([&] { rank_of_first(ranking, Columns{}, Ties::min); },
              ThrowsMessage<SpectrumError>(HasSubstr("no faulty element")));
  EXPECT_THAT([&] { exam(ranking, Columns{2}, Ties::min); },
              ThrowsMessage<SpectrumError>(HasSubstr("the faulty element 2 is not one of the 2 ranked ones")));
  EXPECT_THAT([&] { rank_units(ranking, Columns{0}, 1); }, ThrowsMessage<SpectrumError>(HasSubstr("units for 1")));
  EXPECT_THAT(
      [&] {
        rank_units(ranking, Columns{0, 2}, 2);
      },
      ThrowsMessage<SpectrumError>(HasSubstr("element 1 is in unit 2, but there are only 2")));
  EXPECT_THAT(
      [&] {
        rank_units(ranking, Columns{0, 0}, 2);
      },
      ThrowsMessage<SpectrumError>(HasSubstr("unit 1 has no element")));
}

TEST(Ranking, ElementsOfOneAmbiguityGroupAlwaysTie) {
  const Spectrum spectrum = pictured({"1 1 0 F", "1 1 1 P", "0 0 1 F"});
  for (const Measure& measure : measures()) {
    const Ranking ranking = rank(spectrum.counts(), measure);
    const auto interval = [&](Column element) {
      return std::pair(rank_of(ranking, element, Ties::min), rank_of(ranking, element, Ties::max));
    };
    EXPECT_EQ(interval(0), interval(1)) << measure.name;
  }
}

}  // namespace
}  // namespace smallscope::diagnosis
