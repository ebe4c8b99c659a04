// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/ambiguity_groups.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "drawn.hpp"

namespace smallscope::diagnosis {
namespace {

using ::testing::ElementsAre;

/// Columns compared as a whole.
std::vector<Columns> grouped(const Spectrum& spectrum, bool failing_only) {
  std::map<std::vector<bool>, Columns> groups;
  for (Column column = 0; column < spectrum.columns(); ++column) {
    std::vector<bool> bits;
    for (std::size_t i = 0; i < spectrum.tests(); ++i) {
      const CoveredTest test = spectrum.test(i);
      if (failing_only ? is_failing(test.outcome) : test.outcome != Outcome::skip)
        bits.push_back(spectrum.covers(test.row, column));
    }
    groups[bits].push_back(column);
  }
  std::vector<Columns> sorted;
  for (const auto& [bits, members] : groups) sorted.push_back(members);
  std::ranges::sort(sorted);
  return sorted;
}

TEST(AmbiguityGroups, AreEqualColumns) {
  const Spectrum spectrum = pictured({"1 1 0 0 F", "1 1 1 0 P", "0 0 1 0 S"});
  EXPECT_THAT(ambiguity_groups(spectrum).groups(), ElementsAre(Columns{0, 1}, Columns{2}, Columns{3}));
  EXPECT_THAT(ambiguity_groups(spectrum).group_of(), ElementsAre(0, 0, 1, 2));
  EXPECT_THAT(ambiguity_groups(spectrum, Rows::failing).groups(), ElementsAre(Columns{0, 1}, Columns{2, 3}));
}

TEST(AmbiguityGroups, SkippedTestsTellNothingApart) {
  EXPECT_THAT(ambiguity_groups(pictured({"1 0 S"})).groups(), ElementsAre(Columns{0, 1}));
}

TEST(AmbiguityGroups, OfDrawnSpectraAreThoseOfWholeColumns) {
  std::size_t several = 0;
  for (std::uint32_t seed = 0; seed < 40; ++seed) {
    const Column columns = 1 + seed * 7;
    // Few rows leave many columns equal; more than 64 take several blocks.
    const Spectrum spectrum = drawn(seed, columns, 300, seed % 2 == 0 ? 5 : 200, 0.02);
    const AmbiguityGroups groups = ambiguity_groups(spectrum);
    ASSERT_EQ(groups.groups(), grouped(spectrum, false)) << seed;
    ASSERT_EQ(ambiguity_groups(spectrum, Rows::failing).groups(), grouped(spectrum, true)) << seed;
    several += groups.size() < columns && groups.size() > 1 ? 1 : 0;
  }
  EXPECT_GT(several, 20u);
}

TEST(AmbiguityGroups, AreRefinedTestByTest) {
  const Spectrum spectrum = drawn(11, 130, 40, 40, 0.1);
  AmbiguityGroups groups(spectrum.columns());
  EXPECT_EQ(groups.size(), 1u);
  for (std::size_t i = 0; i < spectrum.tests(); ++i) {
    if (spectrum.test(i).outcome == Outcome::skip) continue;
    const auto row = spectrum.row(spectrum.test(i).row);
    groups.refine(std::span(&row, 1));
  }
  EXPECT_EQ(groups.groups(), ambiguity_groups(spectrum).groups());
}

TEST(AmbiguityGroups, AreReadAsAnElementWithALine) {
  const std::vector<Element> elements = {{.name = "f:0x10", .function = "f"},
                                         {.name = "p.c:3", .line = 3, .function = "g"},
                                         {.name = "p.c:7", .line = 7, .function = "f"},
                                         {.name = "p.c:8", .line = 8, .function = "f"},
                                         {.name = "h:0x20", .function = "h"}};
  EXPECT_EQ(most_legible({0, 1, 2, 3}, elements), 2u) << "not that of another function";
  EXPECT_EQ(most_legible({1, 2}, elements), 1u) << "the first has a line";
  EXPECT_EQ(most_legible({0, 1, 4}, elements), 0u) << "its function has none";
}

TEST(AmbiguityGroups, OfNoElementAreNone) { EXPECT_EQ(AmbiguityGroups(0).size(), 0u); }

}  // namespace
}  // namespace smallscope::diagnosis
