// SPDX-License-Identifier: Apache-2.0
#include <smallscope/runner/fragment_lines.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <set>

namespace smallscope::runner {
namespace {

using generators::Ordinal;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(FragmentLines, BlameWhoStandsOnANamedLine) {
  const std::vector<FragmentLines> fragments{
      {0, "a.c", 3, 20}, {1, "a.c", 21, 40}, {0, "b.c", 5, 5}, {4, "b.c", 6, 6}, {1, "b.c", 9, 9}};
  EXPECT_THAT(fragments_on({{"a.c", 37}}, fragments), ElementsAre(1u));
  EXPECT_THAT(fragments_on({{"a.c", 3}, {"a.c", 20}}, fragments), ElementsAre(0u)) << "each once";
  EXPECT_THAT(fragments_on({{"b.c", 9}, {"b.c", 6}}, fragments), ElementsAre(1u, 4u));
  EXPECT_THAT(fragments_on({{"a.c", 2}, {"a.c", 41}, {"b.c", 7}, {"c.c", 6}, {"a.c", 0}}, fragments), IsEmpty())
      << "nobody stands there";
  EXPECT_THAT(fragments_on({}, fragments), IsEmpty());
  EXPECT_THAT(fragments_on({{"a.c", 3}}, {}), IsEmpty());
}

TEST(FragmentLines, BlameNobodyOnALineThatSeveralShare) {
  const std::vector<FragmentLines> fragments{{0, "a.c", 1, 2}, {1, "a.c", 2, 3}, {1, "a.c", 3, 4}};
  EXPECT_THAT(fragments_on({{"a.c", 2}}, fragments), IsEmpty());
  EXPECT_THAT(fragments_on({{"a.c", 3}}, fragments), ElementsAre(1u)) << "both stretches are of one fragment";
}

TEST(FragmentLines, AgreeWithLookingAtEveryLineOfEveryStretch) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 2000; ++round) {
    std::vector<FragmentLines> fragments;
    std::vector<NamedLine> lines;
    for (std::size_t i = random() % 8; i > 0; --i) {
      const std::size_t first = 1 + random() % 12;
      fragments.push_back({random() % 4, random() % 2 == 0 ? "a" : "b", first, first + random() % 4});
    }
    for (std::size_t i = random() % 4; i > 0; --i) lines.push_back({random() % 2 == 0 ? "a" : "b", 1 + random() % 15});
    std::set<Ordinal> expected;
    for (const NamedLine& line : lines) {
      std::set<Ordinal> there;
      for (const FragmentLines& one : fragments)
        for (std::size_t number = one.first; number <= one.last; ++number)
          if (NamedLine{one.file, number} == line) there.insert(one.fragment);
      if (there.size() == 1) expected.insert(there.begin(), there.end());
    }
    EXPECT_EQ(fragments_on(lines, fragments), std::vector<Ordinal>(expected.begin(), expected.end())) << round;
  }
}

}  // namespace
}  // namespace smallscope::runner
