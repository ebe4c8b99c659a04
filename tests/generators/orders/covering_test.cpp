// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <functional>
#include <map>
#include <set>
#include <smallscope/generators/orders/covering.hpp>

#include "laws.hpp"

namespace smallscope::generators {
namespace {

using testing::HasSubstr;

/// So many factors of so many levels each, as the literature writes them: {{4, 15}, {3, 17}} is 4^15 3^17.
std::vector<Ordinal> powers(const std::vector<std::pair<Ordinal, std::size_t>>& terms) {
  std::vector<Ordinal> levels;
  for (const auto& [level, count] : terms) levels.insert(levels.end(), count, level);
  return levels;
}

/// Calls visit for every set of `strength` of `columns` columns.
void for_each_set(std::size_t columns, std::size_t strength,
                  const std::function<void(const std::vector<std::size_t>&)>& visit) {
  std::vector<bool> taken(columns, false);
  std::fill(taken.begin(), taken.begin() + static_cast<std::ptrdiff_t>(strength), true);
  do {
    std::vector<std::size_t> set;
    for (std::size_t column = 0; column < columns; ++column)
      if (taken[column]) set.push_back(column);
    visit(set);
  } while (std::prev_permutation(taken.begin(), taken.end()));
}

/// The combinations that the rows hold, by brute force, and how many there are.
std::pair<Ordinal, Ordinal> covered_of(const std::vector<Ordinal>& levels, std::size_t strength,
                                       std::span<const LevelRow> rows) {
  Ordinal covered = 0, all = 0;
  for_each_set(levels.size(), strength, [&](const std::vector<std::size_t>& set) {
    std::set<LevelRow> seen;
    for (const LevelRow& row : rows) {
      LevelRow part;
      for (const std::size_t column : set) part.push_back(row[column]);
      seen.insert(std::move(part));
    }
    covered += seen.size();
    Ordinal count = 1;
    for (const std::size_t column : set) count *= levels[column];
    all += count;
  });
  return {covered, all};
}

struct Shape {
  std::string name;
  std::vector<Ordinal> levels;
  std::size_t strength;
  std::size_t most_rows;  // 0: no more than there are inputs
};

class CoveringRows : public testing::TestWithParam<Shape> {};

TEST_P(CoveringRows, CoverEveryCombinationInFewRows) {
  const auto& [name, levels, strength, most_rows] = GetParam();
  const std::vector<LevelRow> rows = covering_rows(levels, strength);
  for (const LevelRow& row : rows) {
    ASSERT_EQ(row.size(), levels.size());
    for (std::size_t i = 0; i < row.size(); ++i) ASSERT_LT(row[i], levels[i]);
  }
  const auto [covered, all] = covered_of(levels, strength, rows);
  EXPECT_EQ(covered, all);
  EXPECT_EQ(combination_count(levels, strength), all);
  EXPECT_LE(rows.size(), most_rows != 0 ? most_rows : MixedRadix(levels).size());
  // No row repeats, and each covers the most that is left: gains never grow.
  CombinationCoverage coverage(levels, strength);
  Ordinal before = coverage.combinations_per_row();
  for (const LevelRow& row : rows) {
    const Ordinal added = coverage.add(row);
    EXPECT_LE(added, before);
    EXPECT_GT(added, 0u);
    before = added;
  }
  EXPECT_TRUE(coverage.complete());
}

// The bounds are PICT's published numbers of rows, then what a lower bound or algebra says.
const Shape shapes[] = {
    {"pict_3_4", powers({{3, 4}}), 2, 9},
    {"pict_3_13", powers({{3, 13}}), 2, 15},
    {"pict_2_100", powers({{2, 100}}), 2, 10},
    {"pict_10_20", powers({{10, 20}}), 2, 213},
    {"pict_4_15_3_17_2_29", powers({{4, 15}, {3, 17}, {2, 29}}), 2, 38},
    {"pict_three_way_4_6", powers({{4, 6}}), 3, 64},
    {"paper", {2, 3, 2, 6, 4, 4}, 2, 24},
    {"unequal", {6, 6, 55, 3, 4}, 2, 330},
    {"alone", {7}, 1, 7},
    {"each_level_once", {2, 9, 1, 4}, 1, 9},
    {"everything", {2, 3, 4}, 3, 24},
    {"two", {5, 3}, 2, 15},
    {"ones_among", {1, 4, 1, 3, 2, 1}, 3, 24},
    {"only_ones", {1, 1, 1}, 2, 1},
    {"four_way", powers({{2, 8}}), 4, 0},
    {"five_way", powers({{2, 5}, {3, 2}}), 5, 0},
    {"nine_is_a_field", powers({{9, 10}}), 2, 81},
    {"sixteen_is_a_field", powers({{16, 17}}), 2, 256},
    {"eight_with_nucleus", powers({{8, 10}}), 3, 512},
    {"beyond_64_bits", powers({{5, 40}}), 2, 65},
};
INSTANTIATE_TEST_SUITE_P(Shapes, CoveringRows, testing::ValuesIn(shapes),
                         [](const testing::TestParamInfo<Shape>& shape) { return shape.param.name; });

TEST(CoveringRowsOf, TwoLevelsAreAsFewAsThereCanBe) {
  // Kleitman and Spencer: the greatest number of columns for N rows is N - 1 choose N / 2 rounded up.
  const std::map<std::size_t, std::size_t> rows_by_columns{{2, 4},  {3, 4},  {4, 5},  {5, 6},
                                                           {10, 6}, {11, 7}, {15, 7}, {16, 8}};
  for (const auto& [columns, rows] : rows_by_columns)
    EXPECT_EQ(covering_rows(powers({{2, columns}}), 2).size(), rows) << columns;
}

TEST(ExtendedRows, KeepTheFirstOnesAndCoverTheRest) {
  const std::vector<Ordinal> levels{3, 1, 4, 2, 3};
  const std::vector<LevelRow> pairs = covering_rows(levels, 2), rows = extended_rows(levels, 3, pairs);
  ASSERT_GT(rows.size(), pairs.size());
  EXPECT_TRUE(std::equal(pairs.begin(), pairs.end(), rows.begin()));
  CombinationCoverage coverage(levels, 3);
  Ordinal before = coverage.combinations_per_row();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Ordinal added = coverage.add(rows[i]);
    EXPECT_GT(added, 0u);
    if (i > pairs.size()) {
      EXPECT_LE(added, before);
    }
    before = added;
  }
  EXPECT_TRUE(coverage.complete());
  EXPECT_EQ(extended_rows(levels, 2, pairs), pairs) << "nothing is left to cover";
  const auto [covered, all] = covered_of(levels, 2, extended_rows(levels, 2, {}));
  EXPECT_EQ(covered, all);
  EXPECT_THAT(error_of([&] {
                (void)extended_rows(levels, 2, {{{0, 0}}});
              }),
              HasSubstr("the row has 2 levels for 5 factors"));
  EXPECT_THAT(error_of([&] { (void)extended_rows(levels, 9, {}); }), HasSubstr("above the number of factors"));
}

TEST(CoveringRowsOf, AreTheSameEverywhereAndForEver) {
  // Stores keep positions in the order that begins with these rows. Whoever changes them makes a new order.
  const auto hash = [](const std::vector<Ordinal>& levels, std::size_t strength) {
    std::uint64_t state = 0xcbf29ce484222325u;
    for (const LevelRow& row : covering_rows(levels, strength))
      for (const Ordinal level : row) state = (state ^ level) * 0x100000001b3u;
    return state;
  };
  EXPECT_EQ(hash({2, 3, 2, 6, 4, 4}, 2), 11839746913595596472u);
  EXPECT_EQ(hash({10, 8, 4, 4, 4, 2}, 3), 11021738805253729390u);
  EXPECT_EQ(hash(powers({{3, 13}}), 2), 2990530015461617967u);
}

TEST(CoveringRowsOf, ExplainWhatIsWrong) {
  const auto error = [](std::vector<Ordinal> levels, std::size_t strength) {
    std::string of_rows = error_of([&] { (void)covering_rows(levels, strength); });
    const std::string of_coverage = error_of([&] { CombinationCoverage(levels, strength); });
    EXPECT_EQ(of_rows.substr(of_rows.find(':')), of_coverage.substr(of_coverage.find(':')));
    return of_rows;
  };
  EXPECT_THAT(error({2, 2}, 0), HasSubstr("covering rows: the strength is 0"));
  EXPECT_THAT(error({2, 2}, 3), HasSubstr("the strength 3 is above the number of factors, 2; reduce it"));
  EXPECT_THAT(error({}, 1), HasSubstr("the strength 1 is above the number of factors, 0"));
  EXPECT_THAT(error({2, 0, 2}, 2), HasSubstr("factor 1 has no levels"));
  EXPECT_THAT(error({10'000, 10'000}, 2),
              HasSubstr("there are 100000000 combinations of strength 2, more than the 67108864"));
  EXPECT_THAT(error(powers({{1000, 100}}), 50), HasSubstr("2^64 or more combinations"));
}

TEST(CombinationCount, IsTheSumOverAllSets) {
  EXPECT_EQ(combination_count(powers({{2, 100}}), 2), 4950u * 4);
  EXPECT_EQ(combination_count(std::vector<Ordinal>{2, 3, 5}, 1), 10u);
  EXPECT_EQ(combination_count(std::vector<Ordinal>{2, 3, 5}, 2), 31u);
  EXPECT_EQ(combination_count(std::vector<Ordinal>{2, 3, 5}, 3), 30u);
  EXPECT_EQ(combination_count(std::vector<Ordinal>{2, 3, 5}, 4), 0u);
  EXPECT_EQ(combination_count(std::vector<Ordinal>{2, 0, 5}, 2), 10u);
  EXPECT_EQ(combination_count(powers({{2, 64}}), 64), ~Ordinal{0}) << "saturates";
}

TEST(CombinationCoverage, CountsExactlyForEveryPrefix) {
  const std::vector<Ordinal> levels{3, 2, 1, 4, 2};
  const MixedRadix radix(levels);
  for (const std::size_t strength : {1u, 2u, 3u, 5u}) {
    CombinationCoverage coverage(levels, strength);
    std::vector<LevelRow> rows;
    for (Ordinal step = 0; step < radix.size(); ++step) {
      LevelRow row;
      radix.levels(step * 29 % radix.size(), row);
      rows.push_back(row);
      (void)coverage.add(row);
      const auto [covered, all] = covered_of(levels, strength, rows);
      ASSERT_EQ(coverage.covered(), covered) << "strength " << strength << " after " << rows.size();
      ASSERT_EQ(coverage.combinations(), all);
      ASSERT_EQ(coverage.add(row), 0u) << "a row again has nothing new";
    }
    EXPECT_TRUE(coverage.complete());
  }
}

TEST(CombinationCoverage, RejectsRowsThatDoNotFit) {
  CombinationCoverage coverage({2, 3}, 2);
  EXPECT_THAT(error_of([&] { (void)coverage.add(LevelRow{1}); }), HasSubstr("the row has 1 levels for 2 factors"));
  EXPECT_THAT(error_of([&] { (void)coverage.add(LevelRow{1, 3}); }), HasSubstr("factor 1 has no level 3"));
  EXPECT_EQ(coverage.covered(), 0u);
}

}  // namespace
}  // namespace smallscope::generators
