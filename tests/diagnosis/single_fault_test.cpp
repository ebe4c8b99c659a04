// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/single_fault.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include <smallscope/diagnosis/ambiguity_groups.hpp>

#include "drawn.hpp"

namespace smallscope::diagnosis {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Tests = std::vector<std::size_t>;
using Inputs = std::array<int, 3>;

/// The paper's running example, minmax.c of Groce et al., executed: C1 to C5 are elements 0 to 4.
Spectrum minmax(const std::vector<Inputs>& inputs) {
  Spectrum spectrum(numbered_elements(5));
  for (std::size_t number = 0; number < inputs.size(); ++number) {
    const auto [input1, input2, input3] = inputs[number];
    int least = input1, most = input1;
    Columns covered{0};
    if (most < input2) {
      most = input2;
      covered.push_back(1);
    }
    if (most < input3) {
      most = input3;
      covered.push_back(2);
    }
    if (least > input2) {
      most = input2;  // the fault: least = input2
      covered.push_back(3);
    }
    if (least > input3) {
      least = input3;
      covered.push_back(4);
    }
    spectrum.add(number, least <= most ? Outcome::pass : Outcome::fail, covered);
  }
  return spectrum;
}

/// Example 2. The published vector of the fifth input, and with it the counts of C2 and C3, do not follow from the
/// program; the published spectra, scores and order do.
const std::vector<Inputs> example_2{{1, 0, 2}, {2, 0, 1}, {2, 0, 2}, {0, 1, 0}, {0, 0, 1},
                                    {1, 1, 0}, {2, 0, 0}, {2, 2, 2}, {1, 2, 0}, {0, 1, 2}};

Tests every_test(const Spectrum& spectrum) {
  Tests tests(spectrum.tests());
  for (std::size_t i = 0; i < tests.size(); ++i) tests[i] = i;
  return tests;
}

double score(const Ranking& ranking, Column element) {
  return find_measure("naish-op")->value(ranking.order[ranking.position[element]].score);
}

TEST(SingleFault, Examples2To7OfThePaper) {
  const Spectrum spectrum = minmax(example_2);
  EXPECT_THAT(spectrum.counts(), ElementsAre(Counts{.ef = 3, .ep = 7, .nf = 0, .np = 0}, Counts{0, 3, 3, 4},
                                             Counts{1, 2, 2, 5}, Counts{3, 1, 0, 6}, Counts{1, 3, 2, 4}));
  const Ranking ranking = rank_by(spectrum, every_test(spectrum));
  const double expected[] = {2.125, -0.375, 0.75, 2.875, 0.625};
  for (Column element = 0; element < 5; ++element) EXPECT_DOUBLE_EQ(score(ranking, element), expected[element]);
  Columns order;
  for (const Ranked& each : ranking.order) order.push_back(each.element + 1);
  EXPECT_THAT(order, ElementsAre(4, 1, 3, 5, 2));
}

TEST(SingleFault, Example8OfThePaper) {
  const Spectrum spectrum = minmax(example_2);
  const Witnesses found = witnesses(spectrum, WitnessRule::first);
  EXPECT_THAT(found.tests, ElementsAre(0, 1));
  EXPECT_THAT(common_elements(spectrum).elements(), ElementsAre(0, 3));
  const Ranking ranking = rank_by(spectrum, found.tests);
  const double expected[] = {2, 0, 1, 2, 1};
  for (Column element = 0; element < 5; ++element) EXPECT_DOUBLE_EQ(score(ranking, element), expected[element]);
  // The third failing test alone has nothing else in common with the others.
  EXPECT_THAT(witnesses(spectrum, WitnessRule::fewest).tests, ElementsAre(2));
}

TEST(SingleFault, AllInputsOfMinmax) {
  std::vector<Inputs> inputs;
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b)
      for (int c = 0; c < 3; ++c) inputs.push_back({a, b, c});
  const Spectrum spectrum = minmax(inputs);
  const Ranking ranking = rank_by(spectrum, every_test(spectrum));
  const double expected[] = {4.043, -0.391, 0.826, 4.826, 0.652};
  for (Column element = 0; element < 5; ++element) EXPECT_NEAR(score(ranking, element), expected[element], 5e-4);
  const SingleFault found = single_fault(spectrum);
  EXPECT_THAT(found.common, ElementsAre(0, 3));
  EXPECT_EQ(found.certificate, (Certificate{.failing = 5, .unexplained = 0, .scanned = 27}));
  EXPECT_TRUE(found.witnesses.is_fewest);
  EXPECT_EQ(found.witnesses.tests.size(), 1u);
  EXPECT_EQ(found.companions.size(), 1u) << "one passing test tells C1 and C4 apart";
  EXPECT_EQ(found.ranking.order[0].element, 3u);
  EXPECT_EQ(found.ranking.order[0].last, 1u) << "the fault alone is first, by two of 27 tests";
}

/// What these tests have in common, test by test.
Columns in_common(const Spectrum& spectrum, const Tests& tests) {
  Columns common;
  for (Column column = 0; column < spectrum.columns(); ++column)
    if (std::ranges::all_of(tests, [&](std::size_t test) { return spectrum.covers(spectrum.test(test).row, column); }))
      common.push_back(column);
  return common;
}

bool covers_something(const Spectrum& spectrum, std::size_t test) {
  const auto row = spectrum.row(spectrum.test(test).row);
  return std::ranges::any_of(row, [](Word word) { return word != 0; });
}

/// Those that cover something.
Tests failing_tests(const Spectrum& spectrum) {
  Tests tests;
  for (std::size_t test = 0; test < spectrum.tests(); ++test)
    if (is_failing(spectrum.test(test).outcome) && covers_something(spectrum, test)) tests.push_back(test);
  return tests;
}

/// The size of the smallest subset, with the start if there is one, that has nothing more in common.
std::size_t smallest(const Spectrum& spectrum, const Tests& failing, std::optional<std::size_t> start) {
  std::size_t least = failing.size();
  const Columns common = in_common(spectrum, failing);
  for (std::size_t subset = 1; subset < (std::size_t{1} << failing.size()); ++subset) {
    Tests taken;
    for (std::size_t i = 0; i < failing.size(); ++i)
      if ((subset >> i & 1u) != 0) taken.push_back(failing[i]);
    const bool has_start = !start || std::ranges::count(taken, *start) > 0;
    if (has_start && taken.size() < least && in_common(spectrum, taken) == common) least = taken.size();
  }
  return least;
}

TEST(Witnesses, HaveInCommonWhatAllFailingTestsHaveAndTheFewestAreTheFewest) {
  std::set<std::size_t> sizes;
  std::size_t larger_by_greed = 0, larger_by_algorithm_1 = 0;
  for (std::uint32_t seed = 0; seed < 300; ++seed) {
    const Spectrum spectrum = drawn(seed, 1 + seed % 70, 16, 14, seed % 3 == 0 ? 0.6 : 0.85);
    const Tests failing = failing_tests(spectrum);
    if (failing.empty()) continue;
    const Columns common = in_common(spectrum, failing);
    for (const bool has_start : {false, true}) {
      const auto start = has_start ? std::optional(failing[seed % failing.size()]) : std::nullopt;
      std::map<WitnessRule, std::size_t> size;
      for (const WitnessRule rule : all_witness_rules) {
        const Witnesses found = witnesses(spectrum, rule, start);
        EXPECT_EQ(in_common(spectrum, found.tests), common) << seed << " " << name(rule);
        EXPECT_TRUE(!start || found.tests.front() == *start);
        for (const std::size_t test : found.tests) EXPECT_EQ(std::ranges::count(failing, test), 1);
        EXPECT_LE(found.tests.size(), 1 + spectrum.columns() - common.size()) << "each removes an element";
        size[rule] = found.tests.size();
        EXPECT_TRUE(found.is_fewest || rule != WitnessRule::fewest);
        if (!found.is_fewest) continue;
        EXPECT_EQ(size[rule], smallest(spectrum, failing, start)) << seed << " " << name(rule);
      }
      sizes.insert(size[WitnessRule::fewest]);
      larger_by_greed += size[WitnessRule::greedy] > size[WitnessRule::fewest] ? 1 : 0;
      larger_by_algorithm_1 += size[WitnessRule::first] > size[WitnessRule::greedy] ? 1 : 0;
    }
  }
  EXPECT_GE(sizes.size(), 4u) << "the drawn problems are not all trivial";
  EXPECT_GT(larger_by_greed, 0u);
  EXPECT_GT(larger_by_algorithm_1, 50u);
}

TEST(Witnesses, OfAlgorithm1AreWhereTheRunningIntersectionShrinks) {
  for (std::uint32_t seed = 0; seed < 50; ++seed) {
    const Spectrum spectrum = drawn(seed, 100, 60, 40, 0.9);
    CommonElements common(spectrum.columns());
    Tests taken;
    Certificate expected;
    for (std::size_t number = 0; number < spectrum.tests(); ++number) {
      const CoveredTest test = spectrum.test(number);
      const Weight weight{.passing = test.outcome == Outcome::pass ? 1u : 0u,
                          .failing = is_failing(test.outcome) ? 1u : 0u};
      if (common.add(spectrum.row(test.row), weight)) taken.push_back(number);
      expected.failing += weight.failing;
      expected.scanned += weight.failing + weight.passing;
    }
    EXPECT_EQ(taken, witnesses(spectrum, WitnessRule::first).tests) << seed;
    EXPECT_EQ(common.elements(), in_common(spectrum, failing_tests(spectrum)));
    EXPECT_EQ(common.certificate(), expected);
    EXPECT_EQ(common_elements(spectrum).certificate(), expected) << "equal rows are all counted";
  }
}

TEST(Witnesses, EqualRowsCountOnceForEveryRule) {
  for (std::uint32_t seed = 0; seed < 30; ++seed) {
    const Spectrum once = drawn(seed, 30, 40, 30, 0.8);
    Spectrum twice = once;
    for (std::size_t number = once.tests(); number-- > 0;)
      twice.add(1'000 + number, once.test(number).outcome, once.row(once.test(number).row));
    for (const WitnessRule rule : all_witness_rules) {
      const Tests found = witnesses(once, rule).tests;
      EXPECT_EQ(witnesses(twice, rule).tests, found) << name(rule);
      EXPECT_EQ(companions(twice, found, CompanionRule::split), companions(once, found, CompanionRule::split));
      EXPECT_EQ(companions(twice, found, CompanionRule::nearest_coverage),
                companions(once, found, CompanionRule::nearest_coverage));
    }
    EXPECT_EQ(common_elements(twice).certificate().failing, 2 * once.failing());
  }
}

TEST(Witnesses, TestsThatCoverNothingAreLeftOut) {
  const Spectrum spectrum = pictured({"0 0 F", "1 1 F", "0 0 C", "1 0 P", "0 1 S"});
  const SingleFault found = single_fault(spectrum);
  EXPECT_THAT(found.common, ElementsAre(0, 1));
  EXPECT_EQ(found.certificate, (Certificate{.failing = 3, .unexplained = 2, .scanned = 4}));
  EXPECT_THAT(found.witnesses.tests, ElementsAre(1));
  EXPECT_THROW((void)witnesses(spectrum, WitnessRule::first, 0), SpectrumError);
  EXPECT_THROW((void)witnesses(spectrum, WitnessRule::first, 3), SpectrumError) << "passes";
  EXPECT_THROW((void)witnesses(spectrum, WitnessRule::first, 5), SpectrumError) << "there is none";
}

TEST(Witnesses, WithoutAFailingTestThereAreNone) {
  for (const Spectrum& spectrum : {Spectrum(), pictured({"1 0 P"}), pictured({"0 0 F"})})
    for (const WitnessRule rule : all_witness_rules) {
      EXPECT_THAT(witnesses(spectrum, rule).tests, IsEmpty());
      EXPECT_EQ(common_elements(spectrum).elements().size(), spectrum.columns()) << "nothing is known";
    }
}

TEST(Witnesses, ABoundLeavesTheBestSetSoFarWithoutAProof) {
  // The greedy choice removes four elements with the third row, and then needs both others.
  const Spectrum spectrum = pictured({"000111 F", "111000 F", "001001 F", "111111 P"});
  const Witnesses greedy = witnesses(spectrum, WitnessRule::greedy);
  EXPECT_THAT(greedy.tests, ElementsAre(2, 0, 1));
  EXPECT_FALSE(greedy.is_fewest);
  const Witnesses all = witnesses(spectrum, WitnessRule::fewest);
  EXPECT_THAT(all.tests, ElementsAre(0, 1));
  EXPECT_TRUE(all.is_fewest);
  const Witnesses none = witnesses(spectrum, WitnessRule::fewest, std::nullopt, {.rows = 2});
  EXPECT_EQ(none.tests, greedy.tests);
  EXPECT_FALSE(none.is_fewest);
  std::size_t unproven = 0;
  for (std::uint32_t seed = 0; seed < 5; ++seed) {
    const Spectrum large = drawn(seed, 200, 400, 300, 0.75);
    const WitnessBounds bounds{.steps = 5'000};
    const Witnesses cut = witnesses(large, WitnessRule::fewest, std::nullopt, bounds);
    EXPECT_EQ(in_common(large, cut.tests), in_common(large, failing_tests(large)));
    EXPECT_LE(cut.tests.size(), witnesses(large, WitnessRule::greedy).tests.size());
    EXPECT_EQ(witnesses(large, WitnessRule::fewest, std::nullopt, bounds).tests, cut.tests);
    unproven += cut.is_fewest ? 0 : 1;
  }
  EXPECT_GT(unproven, 0u);
}

TEST(CommonElements, SayWhenNothingIsLeftToLookAt) {
  Certificate certificate{.failing = 1, .scanned = 4};
  EXPECT_FALSE(certificate.is_complete()) << "the population is not known";
  certificate.population = 5;
  EXPECT_FALSE(certificate.is_complete());
  certificate.scanned = 5;
  EXPECT_TRUE(certificate.is_complete());
  CommonElements common(70);
  EXPECT_TRUE(common.contains(69));
  EXPECT_FALSE(common.contains(70));
  EXPECT_THROW((void)common.add(std::vector<Word>(1), {.passing = 1, .failing = 0}), SpectrumError);
}

/// How many pairs of these elements some of the tests separate.
std::size_t separated(const Spectrum& spectrum, const Columns& elements, const Tests& tests) {
  std::size_t pairs = 0;
  for (const Column a : elements)
    for (const Column b : elements)
      pairs += a < b && std::ranges::any_of(tests,
                                            [&](std::size_t test) {
                                              const std::size_t row = spectrum.test(test).row;
                                              return spectrum.covers(row, a) != spectrum.covers(row, b);
                                            })
                   ? 1
                   : 0;
  return pairs;
}

Tests passing_tests(const Spectrum& spectrum) {
  Tests tests;
  for (std::size_t test = 0; test < spectrum.tests(); ++test)
    if (spectrum.test(test).outcome == Outcome::pass) tests.push_back(test);
  return tests;
}

TEST(Companions, ThatSplitTakeTheMostAndTellApartWhatAllPassingTestsDo) {
  std::size_t most = 0;
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    Spectrum spectrum = drawn(seed, 60, 60, 50, 0.8);
    spectrum.relabel([](const CoveredTest& test) { return test.ordinal % 20 == 0 ? Outcome::fail : Outcome::pass; });
    const Tests found = witnesses(spectrum, WitnessRule::fewest).tests;
    const Columns common = in_common(spectrum, found);
    const Tests passing = passing_tests(spectrum);
    const Tests taken = companions(spectrum, found, CompanionRule::split, {.number = spectrum.tests()});
    EXPECT_EQ(separated(spectrum, common, taken), separated(spectrum, common, passing)) << seed;
    Tests before;
    for (const std::size_t next : taken) {
      std::size_t best = 0;
      for (const std::size_t other : passing) {
        Tests with = before;
        with.push_back(other);
        best = std::max(best, separated(spectrum, common, with));
      }
      before.push_back(next);
      EXPECT_EQ(separated(spectrum, common, before), best) << seed;
    }
    most = std::max(most, taken.size());
    const Tests few = companions(spectrum, found, CompanionRule::split, {.number = 2});
    EXPECT_TRUE(std::ranges::equal(few, std::span(taken).first(std::min<std::size_t>(2, taken.size()))));
  }
  EXPECT_GT(most, 3u);
}

TEST(Companions, NearestInCoverageAreNearestToTheNearestWitness) {
  const Spectrum spectrum =
      pictured({"1111000 F", "0001111 F", "1111100 P", "1111100 P", "0001110 P", "1000000 P", "0011111 P"});
  const Tests both{0, 1};
  const auto nearest = [&](std::size_t number) {
    return companions(spectrum, both, CompanionRule::nearest_coverage, {.number = number});
  };
  EXPECT_THAT(nearest(2), ElementsAre(2, 4));
  EXPECT_THAT(nearest(9), ElementsAre(2, 4, 6, 5)) << "equal rows once, the farthest last";
}

TEST(Companions, NearestInChoicesTakeWhatTheCallerSaysOfOrdinals) {
  const Spectrum spectrum = pictured({"110 F", "111 P", "101 P", "100 P"});
  // Of an ordinal: two choices.
  const ChoicesOf choices_of = [](Ordinal ordinal) {
    static const Ordinal values[][2] = {{0, 0}, {1, 1}, {0, 2}, {1, 0}};
    return generators::Choices{{.name = "a", .index = values[ordinal][0], .label = ""},
                               {.name = "b", .index = values[ordinal][1], .label = ""}};
  };
  EXPECT_THAT(companions(spectrum, Tests{0}, CompanionRule::nearest_choices, {.number = 2, .choices_of = choices_of}),
              ElementsAre(2, 3));
  EXPECT_THROW((void)companions(spectrum, Tests{0}, CompanionRule::nearest_choices), SpectrumError);
}

TEST(Companions, AtRandomCoverDifferentElementsAndFollowTheSeed) {
  const Spectrum spectrum = drawn(3, 40, 300, 25, 0.5);
  std::set<Tests> drawn_sets;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const CompanionOptions options{.number = 6, .seed = seed};
    const Tests found = companions(spectrum, {}, CompanionRule::random, options);
    std::set<std::size_t> rows;
    for (const std::size_t test : found) {
      EXPECT_EQ(spectrum.test(test).outcome, Outcome::pass);
      rows.insert(spectrum.test(test).row);
    }
    EXPECT_EQ(rows.size(), 6u);
    EXPECT_EQ(companions(spectrum, {}, CompanionRule::random, options), found);
    drawn_sets.insert(found);
  }
  EXPECT_GT(drawn_sets.size(), 15u);
}

}  // namespace
}  // namespace smallscope::diagnosis
