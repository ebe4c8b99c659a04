// SPDX-License-Identifier: Apache-2.0
// Pairs of a failing input and a passing one that differs in one choice, against all pairs looked at one by one.
#include <smallscope/diagnosis/counterfactuals.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace smallscope::diagnosis {
namespace {

/// Three choices; the third exists only beside an even first one.
generators::Choices choices_of(Ordinal ordinal) {
  generators::Choices choices{{"a", ordinal / 12, ""}, {"b", ordinal / 3 % 4, ""}};
  if (ordinal / 12 % 2 == 0) choices.push_back({"c", ordinal % 3, ""});
  return choices;
}

Spectrum random_spectrum(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<Element> elements;
  for (int i = 0; i < 70; ++i) elements.push_back({.name = std::to_string(i), .function = i < 30 ? "f" : "g"});
  Spectrum spectrum(elements);
  for (Ordinal ordinal = 0; ordinal < 60; ++ordinal) {
    if (ordinal / 12 % 2 == 1 && ordinal % 3 != 0) continue;  // the same input
    std::vector<Column> covered;
    for (Column column = 0; column < 70; ++column)
      if (random() % 3 == 0) covered.push_back(column);
    constexpr Outcome outcomes[] = {Outcome::pass, Outcome::pass, Outcome::fail, Outcome::crash, Outcome::skip};
    spectrum.add(ordinal, outcomes[random() % 5], std::span<const Column>(covered));
  }
  return spectrum;
}

TEST(Counterfactuals, AreThoseOfAllPairs) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Spectrum spectrum = random_spectrum(seed);
    const Counterfactuals found = counterfactuals(spectrum, choices_of);
    std::uint64_t pairs = 0;
    std::vector<std::uint64_t> only_failing(70), only_passing(70);
    for (std::size_t i = 0; i < spectrum.tests(); ++i)
      for (std::size_t j = 0; j < spectrum.tests(); ++j) {
        const CoveredTest failing = spectrum.test(i), passing = spectrum.test(j);
        if (!is_failing(failing.outcome) || passing.outcome != Outcome::pass) continue;
        const generators::Choices a = choices_of(failing.ordinal), b = choices_of(passing.ordinal);
        if (a.size() != b.size() || distance(a, b) != 1) continue;
        ++pairs;
        for (Column column = 0; column < 70; ++column) {
          const bool in_a = spectrum.covers(failing.row, column), in_b = spectrum.covers(passing.row, column);
          only_failing[column] += in_a && !in_b ? 1 : 0;
          only_passing[column] += in_b && !in_a ? 1 : 0;
        }
      }
    ASSERT_GT(pairs, 10u);
    ASSERT_EQ(found.pairs, pairs);
    ASSERT_EQ(found.only_failing, only_failing);
    ASSERT_EQ(found.only_passing, only_passing);
  }
}

TEST(Counterfactuals, RankUnitsByTheSumOverTheirElements) {
  const Spectrum spectrum = random_spectrum(3);
  const Counterfactuals found = counterfactuals(spectrum, choices_of);
  const RankedUnits ranked = rank_units(into_functions(spectrum.elements()), found);
  ASSERT_EQ(ranked.elements.size(), 2u);
  std::uint64_t of_f = 0, of_g = 0;
  for (Column column = 0; column < 70; ++column) (column < 30 ? of_f : of_g) += found.only_failing[column];
  EXPECT_DOUBLE_EQ(ranked.elements[0], static_cast<double>(of_f) / static_cast<double>(found.pairs));
  EXPECT_EQ(ranked.ranking.order[0].element, of_f >= of_g ? 0u : 1u);
}

TEST(Counterfactuals, NeedUnitsOfTheSameElements) {
  EXPECT_THROW(rank_units(into_functions({{.name = "one"}}), Counterfactuals{}), SpectrumError);
}

}  // namespace
}  // namespace smallscope::diagnosis
