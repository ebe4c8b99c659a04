// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/planning/neighbour_prediction.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace smallscope::diagnosis::planning {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// The decimal digits of the ordinal are its choices.
generators::Choices digits(Ordinal ordinal) {
  generators::Choices choices;
  for (const char* name : {"hundreds", "tens", "ones"}) choices.push_back({name, 0, ""});
  for (std::size_t place = 3; place-- > 0; ordinal /= 10) choices[place].index = ordinal % 10;
  return choices;
}

PredictedTrace trace(Word covered, double weight) { return {{covered}, weight}; }

void observe(NeighbourPrediction& prediction, Ordinal ordinal, Word covered) {
  prediction.observe(ordinal, std::vector<Word>{covered});
}

TEST(NeighbourPrediction, IsWhatTheNearestTestsCovered) {
  NeighbourPrediction prediction(digits, 2);
  EXPECT_THAT(prediction.predicted(555), IsEmpty());
  observe(prediction, 111, 0b001);  // three choices away from 555
  EXPECT_THAT(prediction.predicted(555), ElementsAre(trace(0b001, 1.0 / 3)));
  observe(prediction, 551, 0b010);  // one away
  observe(prediction, 155, 0b100);  // one away
  EXPECT_THAT(prediction.predicted(555), ElementsAre(trace(0b010, 1), trace(0b100, 1)));
  EXPECT_THAT(prediction.predicted(551), ElementsAre(trace(0b010, 1), trace(0b001, 0.5), trace(0b100, 0.5)))
      << "all that are as near as the second";
}

TEST(NeighbourPrediction, WeighsEqualTracesTogether) {
  NeighbourPrediction prediction(digits, 3);
  observe(prediction, 115, 0b01);  // two away from 555
  observe(prediction, 155, 0b10);  // one away
  observe(prediction, 515, 0b01);  // one away
  EXPECT_THAT(prediction.predicted(555), ElementsAre(trace(0b01, 1.5), trace(0b10, 1)));
}

TEST(NeighbourPrediction, ChangesThePoolWhenMoreIsKnown) {
  NeighbourPrediction prediction(digits, 1);
  observe(prediction, 0, 0b01);
  std::vector<PoolTest> pool{prediction.pool_test(1), prediction.pool_test(999)};
  EXPECT_FALSE(prediction.predict(pool)) << "it knows nothing new";
  observe(prediction, 998, 0b10);
  EXPECT_TRUE(prediction.predict(pool));
  EXPECT_THAT(pool[0].traces, ElementsAre(trace(0b01, 1)));
  EXPECT_THAT(pool[1].traces, ElementsAre(trace(0b10, 1)));
}

TEST(NeighbourPrediction, LetsASessionPlanWithoutKnownTraces) {
  // Digits of 7 in the tens fail, and take a way of their own; so does each digit of the ones.
  const auto covered = [](Ordinal ordinal) {
    Word word = 1;
    if (ordinal / 10 % 10 == 7) word |= 2;
    return word | Word{4} << ordinal % 10;
  };
  Spectrum observed(std::vector<Element>(12));
  const auto prediction = std::make_shared<NeighbourPrediction>(digits);
  for (const Ordinal ordinal : {70, 71, 60}) {
    observed.add(ordinal, ordinal / 10 % 10 == 7 ? Outcome::fail : Outcome::pass, std::vector<Word>{covered(ordinal)});
    prediction->observe(ordinal, std::vector<Word>{covered(ordinal)});
  }
  std::vector<PoolTest> pool;
  for (Ordinal ordinal = 0; ordinal < 100; ++ordinal)
    if (ordinal != 70 && ordinal != 71 && ordinal != 60) pool.push_back(prediction->pool_test(ordinal));
  Session session(observed, pool, {.stop = {.threshold = 0.95}, .predictor = prediction});
  std::size_t executed = 0;
  plan(session, [&](const PoolTest& test) -> std::optional<Executed> {
    ++executed;
    const Word word = covered(test.ordinal);
    return Executed{(word & 2) != 0 ? Outcome::fail : Outcome::pass, {word}};
  });
  EXPECT_LT(executed, 20u);
  ASSERT_FALSE(session.diagnoses().all.empty());
  EXPECT_EQ(session.groups()[session.diagnoses().all[0].elements[0]], std::vector<Column>{1});
}

}  // namespace
}  // namespace smallscope::diagnosis::planning
