// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/hitting_sets.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <random>
#include <set>
#include <thread>

#include "drawn.hpp"

namespace smallscope::diagnosis {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Sets = std::vector<ElementSet>;

Sets drawn_conflicts(std::uint32_t seed, Column columns, std::size_t count, double density) {
  std::mt19937 random(seed);
  std::bernoulli_distribution is_covered(density);
  Sets conflicts;
  while (conflicts.size() < count) {
    ElementSet conflict;
    for (Column column = 0; column < columns; ++column)
      if (is_covered(random)) conflict.push_back(column);
    if (!conflict.empty()) conflicts.push_back(conflict);
  }
  return conflicts;
}

void sort_by_size(Sets& sets) {
  std::ranges::sort(sets, [](const ElementSet& a, const ElementSet& b) {
    return a.size() != b.size() ? a.size() < b.size() : a < b;
  });
}

/// Every subset of the elements is looked at.
Sets by_brute_force(const Sets& conflicts, Column columns) {
  std::vector<std::uint32_t> masks;
  for (const ElementSet& conflict : conflicts) {
    masks.push_back(0);
    for (const Column column : conflict) masks.back() |= 1u << column;
  }
  const auto hits = [&](std::uint32_t set) {
    return std::ranges::all_of(masks, [set](std::uint32_t mask) { return (set & mask) != 0; });
  };
  Sets sets;
  for (std::uint32_t set = 0; set < 1u << columns; ++set) {
    bool is_minimal = hits(set);
    for (std::uint32_t rest = set; is_minimal && rest != 0; rest &= rest - 1) is_minimal = !hits(set & ~(rest & -rest));
    if (!is_minimal) continue;
    sets.emplace_back();
    for (Column column = 0; column < columns; ++column)
      if ((set >> column & 1u) != 0) sets.back().push_back(column);
  }
  sort_by_size(sets);
  return sets;
}

/// Berge's multiplication: one conflict after another; a set that another one is part of is left out.
Sets by_multiplication(const Sets& conflicts) {
  std::set<ElementSet> sets{{}};
  for (const ElementSet& conflict : conflicts) {
    std::set<ElementSet> hit, next;
    std::vector<ElementSet> unhit;
    for (const ElementSet& set : sets) {
      const bool meets = std::ranges::any_of(conflict, [&](Column each) { return std::ranges::count(set, each) > 0; });
      if (meets)
        hit.insert(set);
      else
        unhit.push_back(set);
    }
    next = hit;
    for (const ElementSet& part : unhit)
      for (const Column element : conflict) {
        ElementSet whole = part;
        whole.insert(std::ranges::lower_bound(whole, element), element);
        const auto is_part = [&](const ElementSet& other) { return std::ranges::includes(whole, other); };
        if (std::ranges::none_of(hit, is_part)) next.insert(whole);
      }
    sets = std::move(next);
  }
  Sets sorted(sets.begin(), sets.end());
  sort_by_size(sorted);
  return sorted;
}

TEST(HittingSets, OfTheReadmeOfMhs2) {
  const Sets conflicts{{0, 1}, {0, 2}};
  const HittingSets found = minimal_hitting_sets(conflicts);
  EXPECT_THAT(found.sets, ElementsAre(ElementSet{0}, ElementSet{1, 2}));
  EXPECT_EQ(found.enumeration, Enumeration::complete);
}

TEST(HittingSets, WithoutConflictsTheEmptySetWithAnEmptyOneNone) {
  EXPECT_THAT(minimal_hitting_sets({}).sets, ElementsAre(ElementSet{}));
  EXPECT_THAT(minimal_hitting_sets(Sets{{1}, {}}).sets, IsEmpty());
  EXPECT_EQ(minimal_hitting_sets(Sets{{1}, {}}).enumeration, Enumeration::complete);
}

TEST(HittingSets, ExpandGroupsAndLeaveOutSupersets) {
  // 1 and 2 are in the same conflicts once the superset {1, 2, 3, 4} of {1, 2} is left out; so are 3 and 4.
  EXPECT_THAT(minimal_hitting_sets(Sets{{1, 2}, {1, 2, 3, 4}, {7, 7}}).sets,
              ElementsAre(ElementSet{1, 7}, ElementSet{2, 7}));
  EXPECT_THAT(minimal_hitting_sets(Sets{{2, 1}, {4, 3}}).sets,
              ElementsAre(ElementSet{1, 3}, ElementSet{1, 4}, ElementSet{2, 3}, ElementSet{2, 4}));
}

TEST(HittingSets, OfSmallProblemsAreThoseOfBruteForce) {
  for (std::uint32_t seed = 0; seed < 300; ++seed) {
    const Column columns = 1 + seed % 12;
    const Sets conflicts = drawn_conflicts(seed, columns, 1 + seed % 9, 0.1 + 0.1 * (seed % 8));
    const HittingSets found = minimal_hitting_sets(conflicts);
    ASSERT_EQ(found.sets, by_brute_force(conflicts, columns)) << seed;
    ASSERT_EQ(found.enumeration, Enumeration::complete);
  }
}

TEST(HittingSets, OfLargerProblemsAreThoseOfMultiplication) {
  // From one word for all elements and conflicts to several for each.
  for (const auto& [columns, count, density] : {std::tuple<Column, std::size_t, double>{20, 20, 0.3},
                                                {64, 4, 0.08},
                                                {65, 5, 0.07},
                                                {130, 4, 0.05},
                                                {12, 70, 0.3},
                                                {14, 200, 0.6}}) {
    const Sets conflicts = drawn_conflicts(columns, columns, count, density);
    const Sets found = minimal_hitting_sets(conflicts).sets;
    ASSERT_EQ(found, by_multiplication(conflicts)) << columns << " elements, " << count << " conflicts";
    ASSERT_GT(found.size(), 10u);
  }
}

TEST(HittingSets, ABoundOnCardinalityGivesAllSetsWithinIt) {
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    const Sets conflicts = drawn_conflicts(seed, seed % 2 == 0 ? 12 : 70, 5, seed % 2 == 0 ? 0.3 : 0.08);
    const Sets all = minimal_hitting_sets(conflicts).sets;
    for (std::size_t most = 0; most <= all.back().size() + 1; ++most) {
      Sets expected = all;
      std::erase_if(expected, [most](const ElementSet& set) { return set.size() > most; });
      const HittingSets found = minimal_hitting_sets(conflicts, {.cardinality = most});
      ASSERT_EQ(found.sets, expected) << seed << ", " << most;
      const bool is_cut = found.enumeration == Enumeration::cut_by_cardinality;
      ASSERT_TRUE(is_cut || expected.size() == all.size()) << seed << ", " << most;
      ASSERT_TRUE(most <= all.back().size() || found.enumeration == Enumeration::complete) << seed << ", " << most;
    }
  }
}

TEST(HittingSets, ABoundOnTheNumberIsMetExactly) {
  const Sets conflicts{{0, 1}, {2, 3}, {4, 5}};
  for (const std::size_t most : {0u, 1u, 7u})
    EXPECT_EQ(minimal_hitting_sets(conflicts, {.number = most}).enumeration, Enumeration::cut_by_number);
  EXPECT_EQ(minimal_hitting_sets(conflicts, {.number = 7}).sets.size(), 7u);
  const HittingSets all = minimal_hitting_sets(conflicts, {.number = 8});
  EXPECT_EQ(all.sets.size(), 8u);
  EXPECT_EQ(all.enumeration, Enumeration::complete);
}

/// Far more sets than can be enumerated.
Sets endless() {
  Sets conflicts;
  for (Column i = 0; i < 50; ++i) conflicts.push_back({3 * i, 3 * i + 1, 3 * i + 2, 200 + i, 300 + i / 2});
  return conflicts;
}

TEST(HittingSets, AreCutByTime) {
  const auto end = for_each_minimal_hitting_set(endless(), {.time = std::chrono::milliseconds(5)},
                                                [](std::span<const Column>) { return true; });
  EXPECT_EQ(end, Enumeration::cut_by_time);
}

TEST(HittingSets, ABoundOnTheStepsGivesTheSameInEveryRun) {
  std::vector<std::size_t> found(2);
  for (std::size_t& each : found)
    EXPECT_EQ(for_each_minimal_hitting_set(endless(), {.steps = 3'000}, [&](auto) { return ++each > 0; }),
              Enumeration::cut_by_steps);
  EXPECT_GT(found[0], 0u);
  EXPECT_LE(found[0], 3 * 1'024u);
  EXPECT_EQ(found[0], found[1]);
}

TEST(HittingSets, AreStoppedByTheTokenAndByTheSink) {
  std::stop_source source;
  std::size_t found = 0;
  const auto count = [&](std::span<const Column>) {
    if (++found == 5000) source.request_stop();
    return true;
  };
  EXPECT_EQ(for_each_minimal_hitting_set(endless(), {.stop = source.get_token()}, count), Enumeration::stopped);
  EXPECT_GE(found, 5000u);
  found = 0;
  EXPECT_EQ(for_each_minimal_hitting_set(endless(), {}, [&](std::span<const Column>) { return ++found < 3; }),
            Enumeration::stopped);
  EXPECT_EQ(found, 3u);
}

TEST(HittingSets, OfManyDisjointConflictsNeedNoDeepStack) {
  Sets conflicts;
  for (Column i = 0; i < 3000; ++i) conflicts.push_back({i});
  EXPECT_EQ(minimal_hitting_sets(conflicts).sets[0].size(), 3000u);
}

TEST(Conflicts, AreTheDistinctRowsOfFailingTestsThatCoverSomething) {
  EXPECT_THAT(conflicts_of(pictured({"1 1 0 F", "1 0 0 P", "1 1 0 C", "0 0 0 F", "0 0 1 H", "1 1 1 S"})),
              ElementsAre(ElementSet{0, 1}, ElementSet{2}));
}

}  // namespace
}  // namespace smallscope::diagnosis
