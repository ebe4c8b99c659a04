// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <smallscope/diagnosis/spectrum.hpp>

#include "drawn.hpp"

namespace smallscope::diagnosis {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

/// Counted one test and one element at a time.
std::vector<Counts> counted(const Spectrum& spectrum) {
  std::vector<Counts> counts(spectrum.columns());
  for (std::size_t i = 0; i < spectrum.tests(); ++i) {
    const CoveredTest test = spectrum.test(i);
    if (test.outcome == Outcome::skip) continue;
    for (Column column = 0; column < spectrum.columns(); ++column) {
      const bool covers = spectrum.covers(test.row, column);
      if (is_failing(test.outcome))
        ++(covers ? counts[column].ef : counts[column].nf);
      else
        ++(covers ? counts[column].ep : counts[column].np);
    }
  }
  return counts;
}

Columns covered(const Spectrum& spectrum, std::size_t test) {
  Columns columns;
  for_each_bit(spectrum.row(spectrum.test(test).row), [&](Column column) { columns.push_back(column); });
  return columns;
}

TEST(Spectrum, StoresEqualRowsOnceAndKeepsEveryTest) {
  Spectrum spectrum(numbered_elements(70));
  spectrum.add(9, Outcome::fail, Columns{0, 69});
  spectrum.add(4, Outcome::pass, Columns{1});
  spectrum.add(12, Outcome::skip, Columns{69, 0, 0});
  EXPECT_EQ(spectrum.tests(), 3u);
  EXPECT_EQ(spectrum.rows(), 2u);
  EXPECT_EQ(spectrum.test(0), (CoveredTest{9, Outcome::fail, 0}));
  EXPECT_EQ(spectrum.test(1), (CoveredTest{4, Outcome::pass, 1}));
  EXPECT_EQ(spectrum.test(2), (CoveredTest{12, Outcome::skip, 0}));
  EXPECT_THAT(covered(spectrum, 2), ElementsAre(0, 69));
  EXPECT_EQ(spectrum.weight(0), (Weight{.passing = 0, .failing = 1}));
}

TEST(Spectrum, CountsFailCrashAndHangAsFailingAndSkippedTestsNowhere) {
  const Spectrum spectrum = pictured({"1 1 F", "1 0 C", "1 0 H", "0 1 P", "1 1 S"});
  EXPECT_EQ(spectrum.failing(), 3u);
  EXPECT_EQ(spectrum.passing(), 1u);
  EXPECT_THAT(spectrum.counts(), ElementsAre(Counts{3, 0, 0, 1}, Counts{1, 1, 2, 0}));
}

TEST(Spectrum, CountsTestsThatCoverNothing) {
  const Spectrum spectrum = pictured({"0 F", "0 P", "1 P"});
  EXPECT_THAT(spectrum.counts(), ElementsAre(Counts{0, 1, 1, 1}));
}

TEST(Spectrum, CountsEveryDrawnSpectrumAsOneByOne) {
  // From one row to more than the 4,080 that the counters take before they are read.
  for (const auto& [tests, distinct] :
       {std::pair<std::size_t, std::size_t>{40, 1}, {300, 7}, {4000, 500}, {9000, 9000}})
    for (const Column columns : {1u, 64u, 65u, 150u}) {
      const Spectrum spectrum = drawn(columns, columns, tests, distinct, 0.4);
      ASSERT_EQ(spectrum.counts(), counted(spectrum)) << columns << " elements, " << tests << " tests";
    }
}

TEST(Spectrum, RelabelledIsAsMadeWithThoseOutcomes) {
  std::mt19937 random(1);
  for (const std::size_t distinct : {1u, 7u, 300u}) {
    Spectrum spectrum = drawn(3, 70, 300, distinct, 0.4);
    for (int round = 0; round < 3; ++round) {
      Spectrum expected(spectrum.elements());
      std::vector<Outcome> outcomes;
      for (std::size_t i = 0; i < spectrum.tests(); ++i) {
        outcomes.push_back(all_outcomes[random() % std::size(all_outcomes)]);
        expected.add(spectrum.test(i).ordinal, outcomes[i], covered(spectrum, i));
      }
      std::size_t seen = 0;
      spectrum.relabel([&](const CoveredTest& test) {
        EXPECT_EQ(test.ordinal, expected.test(seen).ordinal);
        return outcomes[seen++];
      });
      ASSERT_EQ(spectrum, expected);
      ASSERT_EQ(spectrum.counts(), counted(expected));
      ASSERT_EQ(spectrum.failing(), expected.failing());
      ASSERT_EQ(spectrum.passing(), expected.passing());
      for (std::size_t row = 0; row < expected.rows(); ++row) ASSERT_EQ(spectrum.weight(row), expected.weight(row));
    }
  }
}

TEST(Spectrum, HoldsNoElementAndNoTest) {
  const Spectrum spectrum;
  EXPECT_TRUE(spectrum.counts().empty());
  Spectrum blind;
  blind.add(1, Outcome::fail, Columns{});
  EXPECT_EQ(blind.failing(), 1u);
}

TEST(Spectrum, RefusesRowsThatAreNotOfItsElements) {
  Spectrum spectrum(numbered_elements(3));
  EXPECT_THAT([&] { spectrum.add(0, Outcome::pass, Columns{3}); },
              ThrowsMessage<SpectrumError>(HasSubstr("element 3 is covered, but there are only 3")));
  EXPECT_THAT([&] { spectrum.add(7, Outcome::pass, std::vector<Word>{8}); },
              ThrowsMessage<SpectrumError>(HasSubstr("test #7 covers an element beyond the last of 3")));
  EXPECT_THAT(
      [&] {
        spectrum.add(0, Outcome::pass, std::vector<Word>{1, 0});
      },
      ThrowsMessage<SpectrumError>(HasSubstr("a row of 2 words for 3 elements: it must have 1")));
  EXPECT_EQ(spectrum.tests(), 0u);
}

TEST(Folding, CoversALineIfAnyOfItsBlocksIsCovered) {
  const std::vector<Element> blocks{
      {.name = "b0", .file = "a.c", .line = 7, .function = "f", .kind = ElementKind::block},
      {.name = "b1", .file = "a.c", .line = 9, .function = "g", .kind = ElementKind::block},
      {.name = "b2", .file = "a.c", .line = 7, .function = "f", .kind = ElementKind::block},
      {.name = "nowhere"},
      {.name = "b3", .file = "b.c", .line = 7, .function = "f", .kind = ElementKind::block}};
  Spectrum spectrum(blocks);
  spectrum.add(5, Outcome::fail, Columns{2, 3});
  spectrum.add(6, Outcome::pass, Columns{1, 4});
  const Folding lines = into_lines(blocks);
  EXPECT_THAT(lines.target, ElementsAre(0, 1, 0, 2, 3));
  EXPECT_EQ(lines.elements[0].name, "a.c:7");
  EXPECT_EQ(lines.elements[0].kind, ElementKind::line);
  EXPECT_EQ(lines.elements[2], blocks[3]);
  const Spectrum by_line = folded(spectrum, lines);
  EXPECT_THAT(covered(by_line, 0), ElementsAre(0, 2));
  EXPECT_THAT(covered(by_line, 1), ElementsAre(1, 3));
  EXPECT_EQ(by_line.test(0).ordinal, 5u);
  const Spectrum by_function = folded(spectrum, into_functions(blocks));
  EXPECT_EQ(by_function.columns(), 4u);  // f of a.c, g, the one without, f of b.c
  EXPECT_THAT(covered(by_function, 0), ElementsAre(0, 2));
  // Lines to functions gives what blocks to functions gives.
  EXPECT_EQ(folded(by_line, into_functions(by_line.elements())), by_function);
}

TEST(Folding, RefusesAnotherSpectrum) {
  EXPECT_THAT([] { folded(pictured({"1 1 F"}), into_lines(numbered_elements(3))); },
              ThrowsMessage<SpectrumError>(HasSubstr("a folding of 3 elements for a spectrum of 2")));
}

TEST(Merging, JoinsTestsByOrdinalAndElementsByIdentity) {
  Spectrum a({{.name = "x"}, {.name = "y"}}), b({{.name = "y"}, {.name = "z"}});
  a.add(8, Outcome::fail, Columns{0, 1});
  a.add(2, Outcome::pass, Columns{1});
  b.add(5, Outcome::crash, Columns{0, 1});
  const Spectrum both = merged(a, b);
  EXPECT_THAT(both.elements(), ElementsAre(Element{.name = "x"}, Element{.name = "y"}, Element{.name = "z"}));
  EXPECT_EQ(both.tests(), 3u);
  EXPECT_EQ(both.test(0).ordinal, 2u);
  EXPECT_EQ(both.test(1).outcome, Outcome::crash);
  EXPECT_THAT(covered(both, 1), ElementsAre(1, 2));
  EXPECT_THAT(covered(both, 2), ElementsAre(0, 1));
}

TEST(Merging, OfPartsGivesTheWholeInAnyOrder) {
  const Spectrum whole = drawn(3, 80, 200, 30, 0.3);
  std::vector<Spectrum> parts(3, Spectrum(whole.elements()));
  for (std::size_t i = 0; i < whole.tests(); ++i) {
    const CoveredTest test = whole.test(i);
    parts[i % 3].add(test.ordinal, test.outcome, whole.row(test.row));
  }
  EXPECT_EQ(merged(merged(parts[0], parts[1]), parts[2]), whole);
  EXPECT_EQ(merged(parts[2], merged(parts[1], parts[0])), whole);
  EXPECT_EQ(merged(whole, parts[1]), whole);  // tests that both have count once
}

TEST(Merging, RefusesATestWithTwoOutcomesOrRows) {
  const Spectrum a = pictured({"1 0 F"}), other_outcome = pictured({"1 0 P"}), other_row = pictured({"1 1 F"});
  EXPECT_THAT([&] { merged(a, other_outcome); },
              ThrowsMessage<SpectrumError>(HasSubstr("test #0 is not the same in both spectra (fail and pass)")));
  EXPECT_THAT([&] { merged(a, other_row); }, ThrowsMessage<SpectrumError>(HasSubstr("test #0 is not the same")));
}

}  // namespace
}  // namespace smallscope::diagnosis
