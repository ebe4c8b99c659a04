// SPDX-License-Identifier: Apache-2.0
#include <smallscope/evaluation/capability/friedman.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <smallscope/evaluation/failures.hpp>

namespace smallscope::evaluation::capability {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using Matrix = std::vector<std::vector<double>>;

TEST(Friedman, FDistributionHasTheQuantilesOfTables) {
  EXPECT_NEAR(f_exceeds(2.866, 4, 20), 0.05, 1e-4);
  EXPECT_NEAR(f_exceeds(4.431, 4, 20), 0.01, 1e-4);
  EXPECT_NEAR(f_exceeds(161.45, 1, 1), 0.05, 1e-5);
  // With two degrees of freedom first: (1 + 2 f / d)^(-d / 2).
  for (const double f : {0.1, 1.0, 5.0, 60.0}) EXPECT_NEAR(f_exceeds(f, 2, 30), std::pow(1 + 2 * f / 30, -15), 1e-13);
  EXPECT_EQ(f_exceeds(0, 3, 3), 1);
  EXPECT_EQ(f_exceeds(std::numeric_limits<double>::infinity(), 3, 3), 0);
}

// Four cases and three methods; reckoned by hand.
TEST(Friedman, IsWhatIsReckonedByHand) {
  const Comparison comparison = compare_methods({{0.9, 0.5, 0.1}, {0.8, 0.7, 0.2}, {0.4, 0.6, 0.3}, {0.5, 0.5, 0.5}});
  EXPECT_EQ(comparison.cases, 4u);
  EXPECT_THAT(comparison.mean_ranks, ElementsAre(1.5, 1.75, 2.75));
  EXPECT_NEAR(comparison.chi_square, 4 * (0.25 + 0.0625 + 0.5625), 1e-12);  // 12 n / (k (k + 1)) = 4
  EXPECT_NEAR(comparison.f, 3 * 3.5 / (8 - 3.5), 1e-12);
  EXPECT_NEAR(comparison.probability, std::pow(1 + 2 * comparison.f / 6, -3), 1e-12);
  // The greatest difference: z = 1.25 / sqrt(1 / 2), against all three pairs.
  EXPECT_NEAR(comparison.adjusted[0][2], 3 * std::erfc(1.25), 1e-12);
  EXPECT_EQ(comparison.adjusted[0][2], comparison.adjusted[2][0]);
}

TEST(Friedman, OfEqualOrdersIsSure) {
  const Comparison comparison = compare_methods(Matrix(20, {3, 2, 1}));
  EXPECT_TRUE(std::isinf(comparison.f));
  EXPECT_EQ(comparison.probability, 0);
  const Comparison equal = compare_methods(Matrix(20, {1, 1, 1}));
  EXPECT_EQ(equal.chi_square, 0);
  EXPECT_EQ(equal.probability, 1);
  EXPECT_EQ(equal.adjusted[0][1], 1);
}

/// Whether the hypotheses "a and b are equal" in the set can all be true while all others are false.
bool is_exhaustive(const std::vector<std::pair<std::size_t, std::size_t>>& pairs, unsigned set, std::size_t methods) {
  std::vector<std::vector<bool>> equal(methods, std::vector<bool>(methods));
  for (std::size_t i = 0; i < pairs.size(); ++i)
    if ((set >> i & 1u) != 0) equal[pairs[i].first][pairs[i].second] = equal[pairs[i].second][pairs[i].first] = true;
  for (std::size_t a = 0; a < methods; ++a)
    for (std::size_t b = 0; b < methods; ++b)
      for (std::size_t c = 0; c < methods; ++c)
        if (a != b && b != c && a != c && equal[a][b] && equal[b][c] && !equal[a][c]) return false;
  return true;
}

TEST(Friedman, BergmannAndHommelIsItsDefinition) {
  std::mt19937_64 random(1);
  for (const std::size_t methods : {2u, 3u, 4u, 5u}) {
    Matrix probabilities(methods, std::vector<double>(methods, 1));
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    for (std::size_t a = 0; a < methods; ++a)
      for (std::size_t b = a + 1; b < methods; ++b) {
        pairs.emplace_back(a, b);
        probabilities[a][b] = std::pow(static_cast<double>(random() >> 11) * 0x1p-53, 3);
      }
    std::vector<double> expected(pairs.size());
    for (unsigned set = 1; set < 1u << pairs.size(); ++set) {
      if (!is_exhaustive(pairs, set, methods)) continue;
      double least = 1, size = 0;
      for (std::size_t i = 0; i < pairs.size(); ++i)
        if ((set >> i & 1u) != 0) {
          least = std::min(least, probabilities[pairs[i].first][pairs[i].second]);
          ++size;
        }
      for (std::size_t i = 0; i < pairs.size(); ++i)
        if ((set >> i & 1u) != 0) expected[i] = std::max(expected[i], std::min(1.0, size * least));
    }
    const Matrix adjusted = bergmann_hommel(probabilities);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      EXPECT_THAT(adjusted[pairs[i].first][pairs[i].second], DoubleNear(expected[i], 1e-15));
      EXPECT_GE(expected[i], probabilities[pairs[i].first][pairs[i].second]);
    }
  }
}

TEST(Friedman, RefusesWhatCannotBeCompared) {
  EXPECT_THROW(compare_methods({}), EvaluationError);
  EXPECT_THROW(compare_methods({{1}}), EvaluationError);
  EXPECT_THROW(compare_methods({{1, 2}, {1, 2, 3}}), EvaluationError);
  EXPECT_THROW(compare_methods({std::vector<double>(11)}), EvaluationError);
}

}  // namespace
}  // namespace smallscope::evaluation::capability
