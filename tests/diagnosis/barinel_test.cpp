// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/barinel.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "../../diagnosis/src/health.hpp"
#include "drawn.hpp"

namespace smallscope::diagnosis {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

const std::vector<std::string> observations{"110 F", "011 F", "101 F", "101 P"};

TEST(Barinel, GivesTable1OfTestDiagnosePlan) {
  const Diagnoses found = diagnose(pictured(observations));
  EXPECT_EQ(found.enumeration, Enumeration::complete);
  ASSERT_EQ(found.all.size(), 3u);
  // Published: .455 .455 .09; computed independently: .4554 .4554 .0892.
  EXPECT_EQ(found.all[0].elements, (ElementSet{0, 1}));
  EXPECT_NEAR(found.all[0].probability, 0.4554, 5e-5);
  EXPECT_THAT(found.all[0].health, ElementsAre(0.5, 0));
  EXPECT_NEAR(std::exp(found.all[0].log_likelihood), 0.25, 1e-12);
  EXPECT_EQ(found.all[1].elements, (ElementSet{1, 2}));
  EXPECT_NEAR(found.all[1].probability, 0.4554, 5e-5);
  EXPECT_THAT(found.all[1].health, ElementsAre(0, 0.5));
  EXPECT_EQ(found.all[2].elements, (ElementSet{0, 2}));
  EXPECT_NEAR(found.all[2].probability, 0.0892, 5e-5);
  EXPECT_THAT(found.all[2].health, ElementsAre(DoubleNear(0.4343, 5e-5), DoubleNear(0.4343, 5e-5)));
  EXPECT_NEAR(std::exp(found.all[2].log_likelihood), 0.048975, 5e-7);
  // p(C) of the sheet: .545 .911 .545.
  EXPECT_THAT(fault_probabilities(found, 3),
              ElementsAre(DoubleNear(0.545, 5e-4), DoubleNear(0.911, 5e-4), DoubleNear(0.545, 5e-4)));
}

TEST(Barinel, ThePriorCancelsWhereAllDiagnosesHaveOneSize) {
  for (const double prior : {0.5, 0.05, 0.01, 0.001}) {
    const Diagnoses found = diagnose(pictured(observations), {.prior = {.each = prior}});
    EXPECT_NEAR(found.all[2].probability, 0.0892, 5e-5) << prior;
  }
}

TEST(Barinel, GivesTheExampleOfTheThesis) {
  // {1}: 1.479e-4, {2, 3}: 6.24e-8, as products of prior and likelihood; here as their quotient.
  const Diagnoses found = diagnose(pictured({"110 F", "101 F", "111 P"}));
  ASSERT_EQ(found.all.size(), 2u);
  const auto product = [](const Diagnosis& diagnosis) {
    const auto faults = static_cast<double>(diagnosis.elements.size());
    return std::exp(diagnosis.log_likelihood) * std::pow(0.001, faults) * std::pow(0.999, 3 - faults);
  };
  EXPECT_EQ(found.all[0].elements, (ElementSet{0}));
  EXPECT_NEAR(product(found.all[0]), 1.479e-4, 5e-8);
  EXPECT_EQ(found.all[1].elements, (ElementSet{1, 2}));
  EXPECT_NEAR(product(found.all[1]), 6.24e-8, 5e-11);
  EXPECT_NEAR(found.all[0].probability / found.all[1].probability, product(found.all[0]) / product(found.all[1]), 1e-6);
}

TEST(Barinel, WithoutAFailingTestNothingIsAtFault) {
  const Diagnoses found = diagnose(pictured({"11 P", "10 S"}));
  ASSERT_EQ(found.all.size(), 1u);
  EXPECT_TRUE(found.all[0].elements.empty());
  EXPECT_EQ(found.all[0].probability, 1);
}

TEST(Barinel, LeavesOutFailingTestsThatCoverNothingAndSaysSo) {
  const Diagnoses found = diagnose(pictured({"00 F", "00 C", "10 F", "01 P"}));
  EXPECT_EQ(found.unexplained, 2u);
  ASSERT_EQ(found.all.size(), 1u);
  EXPECT_EQ(found.all[0].elements, (ElementSet{0}));
}

TEST(Barinel, SaysWhenItWasCut) {
  EXPECT_EQ(diagnose(pictured({"1100 F", "0011 F"}), {.bounds = {.cardinality = 1}}).enumeration,
            Enumeration::cut_by_cardinality);
  EXPECT_EQ(diagnose(pictured({"1100 F", "0011 F"}), {.bounds = {.number = 3}}).all.size(), 3u);
}

TEST(Barinel, TakesPriorsOfElements) {
  const Diagnoses found = diagnose(pictured({"11 F"}), {.prior = {.of_element = {0.2, 0.6}}});
  // The odds are 1/4 and 3/2; the likelihoods are equal.
  EXPECT_NEAR(found.all[0].probability, 1.5 / 1.75, 1e-12);
  EXPECT_EQ(found.all[0].elements, (ElementSet{1}));
}

TEST(Barinel, RefusesPriorsThatAreNone) {
  const Spectrum spectrum = pictured({"11 F"});
  for (const double prior : {0.0, 1.0, -0.5, std::nan("")})
    EXPECT_THAT([&] { diagnose(spectrum, {.prior = {.each = prior}}); },
                ThrowsMessage<SpectrumError>(HasSubstr("it must be above 0 and below 1")));
  EXPECT_THAT([&] { diagnose(spectrum, {.prior = {.of_element = {0.1}}}); },
              ThrowsMessage<SpectrumError>(HasSubstr("1 priors for 2 elements")));
}

/// The greatest log-likelihood on a grid of the cube, refined around the best point.
double greatest_on_a_grid(const std::vector<Projection>& projections, std::size_t elements) {
  constexpr int steps = 24;
  std::vector<double> low(elements, 0), high(elements, 1);
  double best = -std::numeric_limits<double>::infinity();
  for (int refinement = 0; refinement < 8; ++refinement) {
    std::vector<int> at(elements);
    std::vector<double> best_point;
    for (bool is_more = true; is_more;) {
      std::vector<double> point(elements);
      for (std::size_t i = 0; i < elements; ++i) point[i] = low[i] + (high[i] - low[i]) * at[i] / steps;
      double sum = 0;
      for (const Projection& each : projections) {  // products, not logarithms as in the program
        double g = 1;
        for (std::size_t i = 0; i < elements; ++i)
          if ((each.covered >> i & 1u) != 0) g *= point[i];
        if (each.passing > 0) sum += each.passing * std::log(g);
        if (each.failing > 0) sum += each.failing * std::log(1 - g);
      }
      if (best_point.empty() || sum > best) {
        best = std::max(best, sum);
        best_point = point;
      }
      is_more = false;
      for (std::size_t i = 0; i < elements && !is_more; ++i) {
        is_more = ++at[i] <= steps;
        if (!is_more) at[i] = 0;
      }
    }
    for (std::size_t i = 0; i < elements; ++i) {
      const double step = (high[i] - low[i]) / steps;
      low[i] = std::max(0.0, best_point[i] - 2 * step);
      high[i] = std::min(1.0, best_point[i] + 2 * step);
    }
  }
  return best;
}

TEST(Health, NoGridHasALikelierOne) {
  std::mt19937 random(5);
  std::size_t interior = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const std::size_t elements = 1 + random() % 3;
    const std::uint32_t most = trial % 3 == 0 ? 3 : trial % 3 == 1 ? 40 : 5000;
    std::vector<Projection> projections;
    for (std::uint64_t covered = 1; covered < 1u << elements; ++covered)
      if (random() % 4 != 0)
        projections.push_back(
            {covered, static_cast<std::uint32_t>(random() % most), static_cast<std::uint32_t>(random() % most)});
    const Health found = most_likely_health(projections, elements);
    const double grid = greatest_on_a_grid(projections, elements);
    const double tests = static_cast<double>(most);
    EXPECT_GE(found.log_likelihood, grid - 1e-9 * tests) << "trial " << trial;
    EXPECT_LE(found.log_likelihood, grid + 1e-3 * tests) << "trial " << trial;
    EXPECT_DOUBLE_EQ(found.log_likelihood, log_likelihood(projections, found.health));
    for (const double health : found.health) {
      EXPECT_GE(health, 0);
      EXPECT_LE(health, 1);
      interior += health > 0 && health < 1 ? 1 : 0;
    }
  }
  EXPECT_GT(interior, 300u);
}

TEST(Health, OfOneElementIsItsShareOfPassingTests) {
  EXPECT_THAT(most_likely_health({{1, 3, 9}}, 1).health, ElementsAre(0.25));
  EXPECT_THAT(most_likely_health({{1, 0, 9}}, 1).health, ElementsAre(0));
  EXPECT_THAT(most_likely_health({{1, 3, 0}}, 1).health, ElementsAre(1));
}

TEST(Health, OfElementsThatAreNeverApartIsEqual) {
  const Health found = most_likely_health({{3, 3, 2}}, 2);
  EXPECT_NEAR(found.health[0] * found.health[1], 0.6, 1e-9);
  EXPECT_NEAR(found.health[0], found.health[1], 1e-9);
}

void expect_equal(const Diagnoses& a, const Diagnoses& b) {
  ASSERT_EQ(a.all.size(), b.all.size());
  for (std::size_t i = 0; i < a.all.size(); ++i) {
    ASSERT_EQ(a.all[i].elements, b.all[i].elements);
    ASSERT_EQ(a.all[i].health, b.all[i].health);
    ASSERT_EQ(a.all[i].log_likelihood, b.all[i].log_likelihood);
    ASSERT_EQ(a.all[i].probability, b.all[i].probability);
  }
  EXPECT_EQ(a.unexplained, b.unexplained);
}

TEST(Barinel, KeptBetweenTestsGivesWhatIsComputedAnew) {
  for (std::uint32_t seed = 0; seed < 30; ++seed) {
    const Spectrum all = drawn(seed, 9, 30, 20, 0.35);
    for (const EnumerationBounds& bounds : {EnumerationBounds{}, {.cardinality = 2}, {.number = 4}, {.number = 0}}) {
      const BarinelOptions options{.bounds = bounds};
      Barinel kept(all.elements(), options);
      Spectrum so_far(all.elements());
      for (std::size_t i = 0; i < all.tests(); ++i) {
        const CoveredTest test = all.test(i);
        kept.add(test.ordinal, test.outcome, all.row(test.row));
        so_far.add(test.ordinal, test.outcome, all.row(test.row));
        if (i % 3 == 0) expect_equal(kept.diagnoses(), diagnose(so_far, options));
      }
      EXPECT_EQ(kept.spectrum(), so_far);
      expect_equal(kept.diagnoses(), diagnose(so_far, options));
      if (HasFatalFailure()) FAIL() << "seed " << seed;
    }
  }
}

TEST(Barinel, DoesNotDependOnTheOrderOfTests) {
  const Spectrum forward = drawn(77, 10, 40, 25, 0.3);
  Spectrum backward(forward.elements());
  for (std::size_t i = forward.tests(); i-- > 0;) {
    const CoveredTest test = forward.test(i);
    backward.add(test.ordinal, test.outcome, forward.row(test.row));
  }
  expect_equal(diagnose(forward), diagnose(backward));
}

}  // namespace
}  // namespace smallscope::diagnosis
