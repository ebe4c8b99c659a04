// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/responsible.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <set>

#include "drawn.hpp"

namespace smallscope::diagnosis {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

/// Faults of which each makes a share of the tests fail that cover it.
struct Planted {
  Spectrum spectrum;
  std::vector<std::set<Column>> faults_of;  ///< by test: the faults that made it fail
};
Planted planted(std::uint32_t seed, Column columns, std::size_t tests, double density,
                const std::vector<std::pair<Column, double>>& faults) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> share;
  Planted made{Spectrum(numbered_elements(columns)), {}};
  for (std::size_t test = 0; test < tests; ++test) {
    Columns covered{0};  // as every program has some code that every test covers
    for (Column column = 1; column < columns; ++column)
      if (share(random) < density) covered.push_back(column);
    std::set<Column> shown;
    for (const auto& [fault, fails] : faults)
      if (std::ranges::binary_search(covered, fault) && share(random) < fails) shown.insert(fault);
    made.spectrum.add(test, shown.empty() ? Outcome::pass : Outcome::fail, covered);
    made.faults_of.push_back(std::move(shown));
  }
  return made;
}

std::set<Column> elements_of(const Responsibility& found) {
  std::set<Column> elements;
  for (const ResponsibleElement& each : found.elements) elements.insert(each.group.front());
  return elements;
}

TEST(ResponsibleElements, AreTheFaultsThatWerePlanted) {
  const std::vector<std::pair<Column, double>> faults{{3, 1.0}, {11, 0.6}, {17, 0.3}};
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    const Planted made = planted(seed, 30, 1000, 0.2, faults);
    const Responsibility found = responsible_elements(made.spectrum);
    EXPECT_EQ(elements_of(found), (std::set<Column>{3, 11, 17})) << "seed " << seed;
    EXPECT_EQ(found.unexplained, 0u);
    EXPECT_LT(found.bits, found.bits_alone);
    std::size_t right = 0, failing = 0;
    for (std::size_t test = 0; test < made.faults_of.size(); ++test) {
      EXPECT_EQ(found.element_of[test].has_value(), !made.faults_of[test].empty());
      if (!found.element_of[test]) continue;
      ++failing;
      right += made.faults_of[test].contains(found.elements[*found.element_of[test]].group.front());
    }
    EXPECT_GT(static_cast<double>(right), 0.9 * static_cast<double>(failing)) << "seed " << seed;
    for (const ResponsibleElement& each : found.elements)
      for (const auto& [fault, fails] : faults)
        if (each.group.front() == fault) {
          EXPECT_NEAR(each.health, 1 - fails, 0.12) << "seed " << seed;
        }
  }
}

TEST(ResponsibleElements, OfOneFaultAreOne) {
  for (std::uint32_t seed = 1; seed <= 20; ++seed)
    for (const double fails : {1.0, 0.5, 0.1}) {
      const Responsibility found = responsible_elements(planted(seed, 30, 1000, 0.2, {{7, fails}}).spectrum);
      EXPECT_EQ(elements_of(found), std::set<Column>{7}) << "seed " << seed << ", share " << fails;
    }
}

TEST(ResponsibleElements, CountTheTestsThatBelongToThem) {
  // e0 fails always; e1 and e2, which are never apart, fail twice in three; the last test covers neither.
  const Spectrum spectrum =
      pictured({"1 0 0 F", "1 0 0 F", "1 0 0 F", "1 0 0 F", "1 0 0 F", "1 0 0 F", "1 0 0 F", "1 0 0 F", "0 1 1 F",
                "0 1 1 F", "0 1 1 F", "0 1 1 F", "0 1 1 F", "0 1 1 F", "0 1 1 F", "0 1 1 F", "0 1 1 P", "0 1 1 P",
                "1 1 1 F", "0 0 0 P", "0 0 0 P", "0 0 0 P", "0 0 0 P", "0 0 0 P", "0 0 0 F"});
  const Responsibility found = responsible_elements(spectrum);
  ASSERT_THAT(found.elements, SizeIs(2));
  EXPECT_THAT(found.elements[0].group, ElementsAre(0u)) << "it has one test more";
  EXPECT_EQ(found.elements[0].responsible, 9u) << "also the one that covers both: e0 is less healthy";
  EXPECT_DOUBLE_EQ(found.elements[0].health, 0);
  EXPECT_THAT(found.elements[1].group, ElementsAre(1u, 2u));
  EXPECT_EQ(found.elements[1].responsible, 8u);
  EXPECT_EQ(found.elements[1].counts, (Counts{.ef = 9, .ep = 2, .nf = 9, .np = 5}));
  EXPECT_EQ(found.unexplained, 1u);
  EXPECT_EQ(found.element_of.back(), std::nullopt);
  EXPECT_EQ(found.element_of[16], std::nullopt) << "it passes";
}

/// The description length of these groups by its definition; the likelihood is raised from many starting points.
double bits_by_definition(const Spectrum& spectrum, const std::vector<Column>& chosen, std::size_t candidates) {
  double tests = 0, bits = 0;
  for (std::size_t row = 0; row < spectrum.rows(); ++row)
    tests += spectrum.weight(row).passing + spectrum.weight(row).failing;
  std::vector<double> health(chosen.size(), 0.5);
  const auto goodness = [&](std::size_t row) {
    double product = 1;
    for (std::size_t i = 0; i < chosen.size(); ++i)
      if (spectrum.covers(row, chosen[i])) product *= health[i];
    return product;
  };
  for (int round = 0; round < 400; ++round) {
    std::vector<double> fails(chosen.size()), all(chosen.size());
    for (std::size_t row = 0; row < spectrum.rows(); ++row)
      for (std::size_t i = 0; i < chosen.size(); ++i) {
        if (!spectrum.covers(row, chosen[i])) continue;
        const Weight weight = spectrum.weight(row);
        all[i] += weight.passing + weight.failing;
        if (weight.failing > 0) fails[i] += weight.failing * (1 - health[i]) / (1 - goodness(row));
      }
    for (std::size_t i = 0; i < chosen.size(); ++i) health[i] = 1 - fails[i] / all[i];
  }
  for (std::size_t row = 0; row < spectrum.rows(); ++row) {
    const Weight weight = spectrum.weight(row);
    const double passes = goodness(row);
    const bool is_covered = std::ranges::any_of(chosen, [&](Column column) { return spectrum.covers(row, column); });
    if (weight.failing > 0) bits += weight.failing * (is_covered ? -std::log2(1 - passes) : std::log2(tests));
    if (weight.passing > 0 && is_covered) bits += weight.passing * -std::log2(std::max(passes, 1e-300));
  }
  return bits + static_cast<double>(chosen.size()) *
                    (std::log2(std::max(static_cast<double>(candidates), 2.0)) + std::log2(tests) / 2);
}

TEST(ResponsibleElements, AreDescribedInAsManyBitsAsDefinedAndNearlyTheFewest) {
  std::size_t fewest = 0, drawn_ones = 0;
  for (std::uint32_t seed = 1; seed <= 40; ++seed) {
    const Planted made = planted(seed, 6, 60, 0.4, {{2, 0.9}, {5, 0.5}});
    if (made.spectrum.failing() == 0) continue;
    const Responsibility found = responsible_elements(made.spectrum);
    std::vector<Column> chosen;
    for (const ResponsibleElement& each : found.elements) chosen.push_back(each.group.front());
    // Elements that are responsible for no test are in the description, but not in the result.
    EXPECT_GE(found.bits, bits_by_definition(made.spectrum, chosen, 6) - 0.2) << "seed " << seed;
    double least = std::numeric_limits<double>::infinity();
    for (unsigned set = 0; set < 64; ++set) {
      std::vector<Column> tried;
      for (Column column = 0; column < 6; ++column)
        if (set >> column & 1u) tried.push_back(column);
      least = std::min(least, bits_by_definition(made.spectrum, tried, 6));
    }
    EXPECT_GE(found.bits, least - 0.2) << "seed " << seed;
    ++drawn_ones;
    fewest += found.bits <= least + 0.2;
  }
  EXPECT_EQ(drawn_ones, 40u);
  EXPECT_GE(fewest, 38u) << "the search is greedy, but seldom misses the shortest description";
}

TEST(ResponsibleElements, DoNotDependOnTheOrderOfTests) {
  const Planted made = planted(5, 20, 300, 0.3, {{4, 0.8}, {9, 0.4}});
  std::vector<std::size_t> order(made.spectrum.tests());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::mt19937 random(1);
  std::ranges::shuffle(order, random);
  Spectrum shuffled(made.spectrum.elements());
  for (const std::size_t number : order) {
    const CoveredTest test = made.spectrum.test(number);
    shuffled.add(test.ordinal, test.outcome, made.spectrum.row(test.row));
  }
  const Responsibility a = responsible_elements(made.spectrum), b = responsible_elements(shuffled);
  EXPECT_EQ(elements_of(a), elements_of(b));
  EXPECT_DOUBLE_EQ(a.bits, b.bits);
  for (std::size_t i = 0; i < order.size(); ++i) EXPECT_EQ(b.element_of[i], a.element_of[order[i]]);
}

TEST(ResponsibleElements, SkippedTestsDoNotCount) {
  const Planted made = planted(3, 20, 400, 0.3, {{4, 0.8}});
  Spectrum more(made.spectrum.elements());
  for (std::size_t number = 0; number < made.spectrum.tests(); ++number) {
    const CoveredTest test = made.spectrum.test(number);
    more.add(2 * test.ordinal, test.outcome, made.spectrum.row(test.row));
    more.add(2 * test.ordinal + 1, Outcome::skip, Columns{9});
  }
  const Responsibility a = responsible_elements(made.spectrum), b = responsible_elements(more);
  EXPECT_EQ(elements_of(a), elements_of(b));
  EXPECT_DOUBLE_EQ(a.bits, b.bits);
}

TEST(ResponsibleElements, DoNotDivideALabelThatNeedsOneByItself) {
  // Tests of label 1 fail at e1 always; those of label 2 at e2, half of them together with e1's neighbour e3.
  Spectrum spectrum(numbered_elements(5));
  std::vector<std::uint32_t> labels;
  const auto add = [&](const Columns& covered, Outcome outcome, std::uint32_t label, int times) {
    for (int i = 0; i < times; ++i) spectrum.add(spectrum.tests(), outcome, covered), labels.push_back(label);
  };
  add({0, 1, 3}, Outcome::fail, 1, 40);
  add({0, 2, 3}, Outcome::fail, 2, 20);
  add({0, 2, 4}, Outcome::fail, 2, 20);
  add({0, 2}, Outcome::pass, 0, 4);
  add({0, 4}, Outcome::pass, 0, 40);
  add({0}, Outcome::pass, 0, 100);
  const auto labels_of_elements = [&](const Responsibility& found) {
    std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
    for (std::size_t i = 0; i < labels.size(); ++i)
      if (found.element_of[i]) pairs.emplace(labels[i], *found.element_of[i]);
    return pairs;
  };
  const Responsibility without = responsible_elements(spectrum), with = responsible_elements(spectrum, labels);
  EXPECT_THAT(labels_of_elements(without), SizeIs(3)) << "e3 has those of label 1, and half of those of label 2";
  EXPECT_THAT(labels_of_elements(with), SizeIs(2));
  EXPECT_DOUBLE_EQ(with.bits, without.bits);
}

TEST(ResponsibleElements, WithoutFailuresOrElementsThereAreNone) {
  EXPECT_THAT(responsible_elements(pictured({"1 0 P", "0 1 P"})).elements, IsEmpty());
  EXPECT_THAT(responsible_elements(Spectrum()).elements, IsEmpty());
  const Responsibility uncovered = responsible_elements(pictured({"0 F", "0 F", "1 P"}));
  EXPECT_THAT(uncovered.elements, IsEmpty());
  EXPECT_EQ(uncovered.unexplained, 2u);
}

TEST(ResponsibleElements, OfTooManyAreThoseThatSayMost) {
  const Planted made = planted(2, 40, 500, 0.2, {{7, 0.9}});
  const Responsibility found = responsible_elements(made.spectrum, {}, {.most_effort = 10 * made.spectrum.rows()});
  EXPECT_EQ(found.left_out, 30u);
  EXPECT_EQ(elements_of(found), std::set<Column>{7});
}

TEST(ResponsibleElements, RefuseLabelsOfOtherTestsAndBounds) {
  const Spectrum spectrum = pictured({"1 F", "0 P"});
  EXPECT_THROW((void)responsible_elements(spectrum, std::vector<std::uint32_t>{1}), SpectrumError);
  EXPECT_THROW((void)responsible_elements(spectrum, {}, {.most_elements = 0}), SpectrumError);
  EXPECT_THROW((void)responsible_elements(spectrum, {}, {.most_elements = 65}), SpectrumError);
}

}  // namespace
}  // namespace smallscope::diagnosis
