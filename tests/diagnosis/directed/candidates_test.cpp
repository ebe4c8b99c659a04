// SPDX-License-Identifier: Apache-2.0
// Candidates, and what they are predicted to cover, in a space where each level has an effect of its own.
#include <smallscope/diagnosis/directed/candidates.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace smallscope::diagnosis::directed {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

const std::vector<Ordinal> three_factors{3, 4, 5};
constexpr Ordinal all_inputs = 60;
constexpr Ordinal first_failing = 27;

/// An element for each level, in words of its own for each factor.
std::vector<Word> covered_levels(Ordinal ordinal) {
  return {Word{1} << (ordinal / 20), Word{1} << (ordinal / 5 % 4), Word{1} << (ordinal % 5)};
}

std::size_t differing_choices(Ordinal a, Ordinal b) {
  return (a / 20 != b / 20 ? 1u : 0u) + (a / 5 % 4 != b / 5 % 4 ? 1u : 0u) + (a % 5 != b % 5 ? 1u : 0u);
}

TEST(EffectPrediction, KnowsNothingBeforeAnythingWasObserved) {
  EXPECT_THAT(EffectPrediction(three_factors).predicted(first_failing), IsEmpty());
}

TEST(EffectPrediction, ComposesAllInputsOfSingleChanges) {
  EffectPrediction prediction(three_factors);
  prediction.observe(first_failing, covered_levels(first_failing));
  for (Ordinal each = 0; each < all_inputs; ++each)
    if (differing_choices(each, first_failing) == 1) prediction.observe(each, covered_levels(each));
  for (Ordinal each = 0; each < all_inputs; ++each) EXPECT_EQ(prediction.predicted(each), covered_levels(each)) << each;
}

TEST(EffectPrediction, ALevelThatNobodyHasSeenChangesNothing) {
  EffectPrediction prediction(three_factors);
  prediction.observe(0, covered_levels(0));
  prediction.observe(1, covered_levels(1));                   // the last factor from 0 to 1
  EXPECT_EQ(prediction.predicted(3), covered_levels(0));      // its level 3 was not seen
  EXPECT_EQ(prediction.predicted(5 + 1), covered_levels(1));  // nor level 1 of the second
}

TEST(EffectPrediction, TakesThePairThatDiffersLeast) {
  EffectPrediction prediction(three_factors);
  prediction.observe(0, covered_levels(0));
  prediction.observe(20 + 5 + 1, std::vector<Word>{2, 2, 2, 1});  // all changed, and an element of the fourth word
  prediction.observe(40, covered_levels(40));
  prediction.observe(40 + 1, covered_levels(41));
  EXPECT_EQ(prediction.predicted(1), (std::vector<Word>{1, 1, 2}));  // as from 40 to 41, not as from 0 to 26
}

TEST(EffectPrediction, RowsMayGrow) {
  EffectPrediction prediction(three_factors);
  prediction.observe(0, std::vector<Word>{1});
  prediction.observe(1, std::vector<Word>{1, 6});
  prediction.observe(5, std::vector<Word>{3});
  EXPECT_EQ(prediction.predicted(6), (std::vector<Word>{3, 6}));
}

std::vector<Ordinal> ordinals(const std::vector<Candidate>& candidates) {
  std::vector<Ordinal> all;
  for (const Candidate& each : candidates) all.push_back(each.ordinal);
  return all;
}

TEST(Candidates, AreDistinctAndNeverTheFailingInput) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Candidates candidates(three_factors, first_failing, {.number = 30, .seed = seed});
    std::vector<Ordinal> all = ordinals(candidates.all());
    ASSERT_THAT(all, SizeIs(30));
    EXPECT_EQ(ordinals(candidates.all()), all);
    EXPECT_EQ(std::ranges::count(all, first_failing), 0);
    std::ranges::sort(all);
    EXPECT_EQ(std::ranges::adjacent_find(all), all.end());
  }
}

TEST(Candidates, HalfOfThemAreTheNearest) {
  Candidates candidates(three_factors, first_failing, {.number = 18, .seed = 3});
  std::size_t near = 0, far = 0;
  for (const Candidate& each : candidates.all()) {
    EXPECT_EQ(each.distance, differing_choices(each.ordinal, first_failing));
    (each.distance == 1 ? near : far) += 1;
  }
  EXPECT_EQ(near + far, 18u);
  EXPECT_GE(near, 9u);  // there are 2 + 3 + 4
  EXPECT_GT(far, 0u);
}

TEST(Candidates, AreAllOfASmallSpace) {
  Candidates candidates(three_factors, first_failing,
                        {.number = 1'000, .is_candidate = [](Ordinal each) { return each % 2 == 0; }});
  candidates.observe(4, covered_levels(4));
  candidates.remove(6);
  std::vector<Ordinal> all = ordinals(candidates.all());
  std::ranges::sort(all);
  std::vector<Ordinal> expected;
  for (Ordinal each = 0; each < all_inputs; each += 2)
    if (each != 4 && each != 6) expected.push_back(each);
  EXPECT_EQ(all, expected);
}

TEST(Candidates, WhatWasRemovedMakesRoom) {
  Candidates candidates(three_factors, first_failing, {.number = 3, .seed = 1});
  const std::vector<Ordinal> before = ordinals(candidates.all());
  candidates.observe(before[0], covered_levels(before[0]));
  candidates.remove(before[2]);
  const std::vector<Ordinal> after = ordinals(candidates.all());
  ASSERT_THAT(after, SizeIs(3));
  EXPECT_EQ(after[0], before[1]);
  EXPECT_EQ(std::ranges::count(after, before[0]), 0);
  EXPECT_EQ(std::ranges::count(after, before[2]), 0);
}

TEST(Candidates, CoverWhatIsKnownOrPredicted) {
  Candidates candidates(three_factors, 0,
                        {.number = all_inputs, .covered_of = [](Ordinal each) {
                           return each % 5 == 2 ? std::optional(std::vector<Word>{7, 7, 7, 7, 7}) : std::nullopt;
                         }});
  candidates.observe(0, covered_levels(0));
  candidates.observe(1, covered_levels(1));
  for (const Candidate& each : candidates.all()) {
    ASSERT_THAT(each.covered, SizeIs(5));  // the width of the widest
    EXPECT_EQ(each.is_known, each.ordinal % 5 == 2);
    if (each.is_known)
      EXPECT_THAT(each.covered, ElementsAre(7, 7, 7, 7, 7));
    else
      EXPECT_THAT(each.covered, ElementsAre(1, 1, each.ordinal % 5 == 1 ? 2 : 1, 0, 0)) << each.ordinal;
  }
}

TEST(Candidates, AskOnceForWhatIsNotKnown) {
  std::map<Ordinal, std::vector<Word>> known{{3, covered_levels(3)}};
  std::map<Ordinal, int> asked;
  Candidates candidates(
      three_factors, first_failing,
      {.number = 10,
       .covered_of = [&](Ordinal each) { return known.contains(each) ? std::optional(known.at(each)) : std::nullopt; },
       .find_out =
           [&](const std::vector<Ordinal>& ordinals) {
             for (const Ordinal each : ordinals) {
               ++asked[each];
               if (each % 2 == 0) known[each] = covered_levels(each);  // of the others nothing can be known
             }
           },
       .is_candidate = [](Ordinal each) { return each < 20; }});
  std::vector<Ordinal> seen;
  for (int round = 0; round < 10; ++round) {
    const std::vector<Candidate> all = candidates.all();
    if (all.empty()) break;
    for (const Candidate& each : all) {
      EXPECT_EQ(each.is_known, each.ordinal % 2 == 0 || each.ordinal == 3) << each.ordinal;
      if (each.is_known) {
        EXPECT_EQ(each.covered, covered_levels(each.ordinal));
      }
    }
    seen.push_back(all.front().ordinal);
    candidates.observe(all.front().ordinal, covered_levels(all.front().ordinal));
  }
  EXPECT_FALSE(asked.contains(3));
  for (const auto& [ordinal, times] : asked) EXPECT_EQ(times, 1) << ordinal;
  EXPECT_GE(asked.size(), 10u);
}

}  // namespace
}  // namespace smallscope::diagnosis::directed
