// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/planning/belief.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "../drawn.hpp"

namespace smallscope::diagnosis::planning {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

const std::vector<std::string> believed_table_1{"110 F", "011 F", "101 F", "101 P"};

std::vector<Word> row(std::initializer_list<Column> covered, Column columns) {
  return row_of(std::vector<Column>(covered), columns);
}

void expect_posterior(const Diagnoses& found, const Diagnoses& wanted) {
  ASSERT_EQ(found.all.size(), wanted.all.size());
  // Rounding may order equally probable diagnoses otherwise.
  for (const Diagnosis& each : wanted.all) {
    const auto same = std::ranges::find(found.all, each.elements, &Diagnosis::elements);
    ASSERT_NE(same, found.all.end());
    EXPECT_NEAR(same->probability, each.probability, 1e-9);
    EXPECT_NEAR(same->log_likelihood, each.log_likelihood, 1e-9);
    for (std::size_t i = 0; i < each.health.size(); ++i) EXPECT_NEAR(same->health[i], each.health[i], 1e-6);
  }
  EXPECT_EQ(found.unexplained, wanted.unexplained);
  EXPECT_EQ(found.enumeration, wanted.enumeration);
}

TEST(Belief, GivesTable1) {
  const Belief belief(pictured(believed_table_1));
  const Diagnoses found = belief.diagnoses();
  ASSERT_EQ(found.all.size(), 3u);
  EXPECT_NEAR(found.all[0].probability, 0.4554, 5e-5);
  EXPECT_NEAR(found.all[2].probability, 0.0892, 5e-5);
  EXPECT_NEAR(belief.greatest(), 0.4554, 5e-5);
  EXPECT_NEAR(belief.entropy(), 1.3446, 5e-5);
  EXPECT_THAT(belief.fault_probabilities(),
              ElementsAre(DoubleNear(0.545, 5e-4), DoubleNear(0.911, 5e-4), DoubleNear(0.545, 5e-4)));
}

TEST(Belief, SaysHowLikelyTestsOfTable1Pass) {
  // The formula sheet: .722, .089, .722.
  const Belief belief(pictured(believed_table_1));
  EXPECT_NEAR(belief.pass_probability(row({0}, 3)), 0.722, 5e-4);
  EXPECT_NEAR(belief.pass_probability(row({1}, 3)), 0.089, 5e-4);
  EXPECT_NEAR(belief.pass_probability(row({2}, 3)), 0.722, 5e-4);
  EXPECT_NEAR(belief.pass_probability(row({}, 3)), 1, 1e-12);
}

TEST(Belief, ReadsTheWordsOfThePaperInThreeWays) {
  const Belief belief(pictured(believed_table_1));
  const double mean = belief.pass_probability(row({0}, 3), PassReading::inverted);
  // .4554 * (1 - .5) + .0892 * (1 - .4343), and .4554 of the diagnosis that the test does not cover.
  EXPECT_NEAR(mean, 0.4554 * 0.5 + 0.0892 * (1 - 0.4343) + 0.4554, 5e-4);
  EXPECT_NEAR(belief.pass_probability(row({0, 1}, 3), PassReading::elements),
              0.999 * (1 - 0.5446) * 0.999 * (1 - 0.9108), 5e-4);
  EXPECT_EQ(name(PassReading::inverted), "inverted");
}

TEST(Belief, IsThePosteriorOfBarinelWhateverTheOrderOfTests) {
  for (std::uint32_t seed = 0; seed < 40; ++seed) {
    const Spectrum all = drawn(seed, 9, 24, 16, 0.35);
    Belief one_by_one(all.columns());
    for (std::size_t i = 0; i < all.tests(); ++i) {
      const CoveredTest test = all.test(i);
      if (test.outcome != Outcome::skip) one_by_one.observe(all.row(test.row), is_failing(test.outcome));
    }
    expect_posterior(one_by_one.diagnoses(), diagnose(all));
    expect_posterior(Belief(all).diagnoses(), diagnose(all));
    EXPECT_EQ(one_by_one.left_out_probability(), 0);
    if (HasFatalFailure()) FAIL() << "seed " << seed;
  }
}

TEST(Belief, BoundsTheElementsAsBarinelDoes) {
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    const Spectrum all = drawn(seed, 9, 14, 10, 0.4);
    const Diagnoses wanted = diagnose(all, {.bounds = {.cardinality = 3}});
    const Diagnoses found = Belief(all, {.cardinality = 3}).diagnoses();
    ASSERT_EQ(found.all.size(), wanted.all.size()) << seed;
    for (std::size_t i = 0; i < wanted.all.size(); ++i)
      EXPECT_NEAR(found.all[i].probability, wanted.all[i].probability, 1e-9) << seed;
  }
}

TEST(Belief, CopiesDoNotDisturbEachOther) {
  const Spectrum all = drawn(3, 9, 20, 14, 0.35);
  const Belief before(all);
  const Diagnoses wanted = before.diagnoses();
  for (Column element = 0; element < 9; ++element)
    for (const bool is_failing : {false, true}) {
      Belief after = before;
      after.observe(row({element}, 9), is_failing);
    }
  expect_posterior(before.diagnoses(), wanted);
}

TEST(Belief, ForgetsWhatLookingAheadHasLeftInItsTables) {
  constexpr Column part = 102;
  const auto row_of_part = [](Column first) {
    std::vector<Column> covered;
    for (Column element = first; element < first + part; ++element) covered.push_back(element);
    return row_of(covered, 3 * part);
  };
  Belief belief(3 * part, {.diagnoses = 2'000'000});
  belief.observe(row_of_part(0), true);
  {
    Belief ahead = belief;  // more than a million sets of three elements
    ahead.observe(row_of_part(part), true);
    ahead.observe(row_of_part(2 * part), true);
    ASSERT_EQ(ahead.size(), std::size_t{part} * part * part);
  }
  Belief fresh(3 * part, {.diagnoses = 2'000'000});
  fresh.observe(row_of_part(0), true);
  for (Belief* each : {&belief, &fresh}) {
    each->observe(row({3, 200}, 3 * part), false);
    each->observe(row({3, 4, 200}, 3 * part), true);
  }
  expect_posterior(belief.diagnoses(), fresh.diagnoses());
  EXPECT_EQ(belief.pass_probability(row({3}, 3 * part)), fresh.pass_probability(row({3}, 3 * part)));
}

TEST(Belief, KeepsTheMostProbableDiagnosesAndSaysWhatItLeftOut) {
  const Spectrum all = drawn(11, 12, 20, 14, 0.35);
  const Diagnoses wanted = diagnose(all);
  ASSERT_GT(wanted.all.size(), 8u);
  const Belief cut = Belief(all).narrowed(4);
  const Diagnoses found = cut.diagnoses();
  ASSERT_EQ(found.all.size(), 4u);
  EXPECT_EQ(found.enumeration, Enumeration::cut_by_number);
  EXPECT_EQ(cut.left_out(), wanted.all.size() - 4);
  double kept = 0;
  for (std::size_t i = 0; i < 4; ++i) kept += wanted.all[i].probability;
  EXPECT_NEAR(cut.left_out_probability(), 1 - kept, 1e-9);
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_NEAR(found.all[i].probability, wanted.all[i].probability / kept, 1e-9) << i;
}

TEST(Belief, WithAHealthOf0APassingTestClearsWhatItCovers) {
  const Belief belief(pictured({"111 F", "100 P"}), {.fixed_health = 0});
  const Diagnoses found = belief.diagnoses();
  ASSERT_EQ(found.all.size(), 2u);
  EXPECT_EQ(found.all[0].elements, ElementSet{1});
  EXPECT_EQ(found.all[1].elements, ElementSet{2});
  EXPECT_NEAR(found.all[0].probability, 0.5, 1e-12);
}

TEST(Belief, OfAFixedHealthIsTheProductOfItsTests) {
  const Belief belief(pictured({"11 F", "10 P", "10 P", "01 F"}), {.fixed_health = 0.25});
  // {1} explains both failing tests: .75 * .75. {0} does not, {0, 1} is not minimal.
  ASSERT_EQ(belief.size(), 1u);
  EXPECT_NEAR(std::exp(belief.diagnoses().all[0].log_likelihood), 0.75 * 0.75, 1e-12);
}

TEST(Belief, IfNothingIsPossibleAllIsEquallyProbable) {
  const Belief belief(pictured({"11 F", "11 P"}), {.fixed_health = 0});
  ASSERT_EQ(belief.size(), 2u);
  EXPECT_NEAR(belief.greatest(), 0.5, 1e-12);
}

TEST(Belief, NamesWhatIsInQuestion) {
  const Belief belief(pictured({"1100 F", "0100 P"}));
  EXPECT_EQ(belief.in_question(), row({0, 1}, 4));
  EXPECT_EQ(belief.in_best(), row({0}, 4));
}

TEST(Belief, RefusesOptionsThatAreNone) {
  const Spectrum spectrum = pictured({"11 F"});
  EXPECT_THAT([&] { Belief(spectrum, {.diagnoses = 0}); }, ThrowsMessage<SpectrumError>(HasSubstr("at least 1")));
  for (const double health : {-0.1, 1.0, std::nan("")})
    EXPECT_THAT([&] { Belief(spectrum, {.fixed_health = health}); },
                ThrowsMessage<SpectrumError>(HasSubstr("from 0 to below 1")));
  EXPECT_THAT([&] { Belief(spectrum, {.prior = {.each = 2}}); },
              ThrowsMessage<SpectrumError>(HasSubstr("above 0 and below 1")));
  EXPECT_THAT([&] { Belief(2).observe(std::vector<Word>(2), true); },
              ThrowsMessage<SpectrumError>(HasSubstr("give 1 words")));
}

}  // namespace
}  // namespace smallscope::diagnosis::planning
