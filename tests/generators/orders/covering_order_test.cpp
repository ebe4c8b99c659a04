// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <numeric>
#include <set>
#include <smallscope/generators/orders/covering.hpp>
#include <smallscope/generators/orders/covering_order.hpp>

#include "laws.hpp"

namespace smallscope::generators {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Ordinal product_of(const std::vector<Ordinal>& factors) { return MixedRadix(factors).size(); }

/// Every shape with every strength.
class EveryShape : public testing::TestWithParam<std::tuple<std::vector<Ordinal>, std::size_t>> {
 protected:
  std::vector<Ordinal> factors() const { return std::get<0>(GetParam()); }
  CoveringOrder order() const {
    return CoveringOrder(product_of(factors()), as_factors(factors()), std::get<1>(GetParam()));
  }
};

TEST_P(EveryShape, IsABijectionThatRunsInPieces) {
  const CoveringOrder order = this->order();
  const Ordinal size = order.size();
  std::vector<Ordinal> all;
  order.ordinals(0, size, all);
  ASSERT_EQ(all.size(), size);
  EXPECT_EQ(std::set<Ordinal>(all.begin(), all.end()).size(), size);
  for (Ordinal position = 0; position < size; ++position) {
    ASSERT_EQ(order.at(position), all[position]);
    ASSERT_EQ(order.position(all[position]), position);
  }
  // Any range, as a shard or a resumed run asks for it: around the end of the rows, too.
  const Ordinal rows = order.covering_size();
  std::set<Ordinal> cuts{0, size / 3, size};
  for (const Ordinal near : {rows, rows + 1, rows + 7, rows / 2}) cuts.insert(std::min(near, size));
  if (rows > 0) cuts.insert(rows - 1);
  for (const Ordinal first : cuts) {
    for (const Ordinal last : cuts) {
      std::vector<Ordinal> part{42};
      order.ordinals(first, last, part);
      const auto from = all.begin() + static_cast<std::ptrdiff_t>(first);
      ASSERT_EQ(part, std::vector<Ordinal>(from, std::max(from, all.begin() + static_cast<std::ptrdiff_t>(last))))
          << first << " to " << last;
    }
  }
  EXPECT_THROW((void)order.at(size), std::out_of_range);
  EXPECT_THROW((void)order.position(size), std::out_of_range);
}

TEST_P(EveryShape, ItsFirstPositionsCoverItsFactors) {
  const CoveringOrder order = this->order();
  EXPECT_LE(order.covering_size(), order.size() / 4);
  std::size_t branching = 0;
  for (const Ordinal factor : factors()) branching += factor > 1 ? 1 : 0;
  EXPECT_EQ(order.covered_factors().size() + order.uncovered_factors().size(), branching);
  if (order.covering_size() == 0) return;
  EXPECT_LE(order.strength(), std::get<1>(GetParam()));
  std::vector<Ordinal> levels;
  for (const std::size_t factor : order.covered_factors()) levels.push_back(factors()[factor]);
  CombinationCoverage coverage(levels, order.strength());
  const MixedRadix radix(factors());
  LevelRow row, part;
  for (Ordinal position = 0; position < order.covering_size(); ++position) {
    EXPECT_FALSE(coverage.complete()) << "a row for nothing at " << position;
    radix.levels(order.at(position), row);
    part.clear();
    for (const std::size_t factor : order.covered_factors()) part.push_back(row[factor]);
    (void)coverage.add(part);
  }
  EXPECT_TRUE(coverage.complete());
}

INSTANTIATE_TEST_SUITE_P(
    CoveringOrder, EveryShape,
    testing::Combine(testing::Values(std::vector<Ordinal>{}, std::vector<Ordinal>{0}, std::vector<Ordinal>{5, 0, 3},
                                     std::vector<Ordinal>{1}, std::vector<Ordinal>{60},
                                     std::vector<Ordinal>{1, 1, 7, 1}, std::vector<Ordinal>{2, 2},
                                     std::vector<Ordinal>{10, 10}, std::vector<Ordinal>{2, 3, 2, 6, 4, 4},
                                     std::vector<Ordinal>{3, 1, 3, 3, 3}, std::vector<Ordinal>{6, 6, 55, 3, 4},
                                     std::vector<Ordinal>{1000, 2, 3, 2}, std::vector<Ordinal>(11, 2)),
                     testing::Values(1, 2, 3, 9)));

TEST(CoveringOrder, LeavesUncoveredWhatIsTooLargeAndSaysSo) {
  const CoveringOrder all(23'760, {6, 6, 55, 3, 4}, 2);
  EXPECT_EQ(all.covering_size(), 330u);
  EXPECT_THAT(all.covered_factors(), ElementsAre(0, 1, 2, 3, 4));
  EXPECT_THAT(all.uncovered_factors(), IsEmpty());
  const CoveringOrder most(6'000, {1000, 2, 3},
                           2);  // half of it, 3000 rows, would not be a beginning any more
  EXPECT_EQ(most.strength(), 2u);
  EXPECT_THAT(most.covered_factors(), ElementsAre(1, 2));
  EXPECT_THAT(most.uncovered_factors(), ElementsAre(0));
  EXPECT_EQ(most.covering_size(), 6u);
  std::set<Ordinal> levels;
  for (Ordinal position = 0; position < 6; ++position) levels.insert(most.at(position) / 6);
  EXPECT_EQ(levels.size(), 6u) << "the uncovered factor is spread";
  const CoveringOrder single(100, {10, 10}, 2);
  EXPECT_EQ(single.strength(), 1u);
  EXPECT_EQ(single.covering_size(), 10u);
  const CoveringOrder none(4, {2, 2}, 2);
  EXPECT_EQ(none.covering_size(), 0u);
  EXPECT_EQ(none.at(3), golden(4)->at(3));
}

TEST(CoveringOrder, CoversPairsBeforeTriples) {
  const std::vector<Ordinal> factors{10, 8, 4, 4, 4, 2};
  const CoveringOrder pairs(10'240, as_factors(factors), 2), triples(10'240, as_factors(factors), 3);
  EXPECT_EQ(triples.strength(), 3u);
  ASSERT_GT(triples.covering_size(), pairs.covering_size());
  for (Ordinal position = 0; position < pairs.covering_size(); ++position)
    ASSERT_EQ(triples.at(position), pairs.at(position));
  const CoveringOrder pairs_only(2'700, {5, 3, 3, 60},
                                 3);  // all triples would be 900 rows, a third of the space
  EXPECT_EQ(pairs_only.strength(), 2u);
  EXPECT_EQ(pairs_only.covering_size(), 300u);
  EXPECT_THAT(pairs_only.uncovered_factors(), IsEmpty());
}

TEST(CoveringOrder, ReachesIntoSpacesOf64Bits) {
  std::vector<Ordinal> factors(20, 9);
  const Ordinal size = product_of(factors);
  const CoveringOrder order(size, as_factors(factors), 2);
  ASSERT_GT(size, Ordinal{1} << 63);
  for (const Ordinal position : {Ordinal{0}, order.covering_size() - 1, order.covering_size(), size / 2, size - 1})
    EXPECT_EQ(order.position(order.at(position)), position);
}

/// Spaces with alternatives.
class EveryNestedShape : public testing::TestWithParam<std::vector<Factor>> {
 protected:
  CoveringOrder order() const { return CoveringOrder(product_of(levels_of(GetParam())), GetParam(), 2); }
};

TEST_P(EveryNestedShape, IsABijectionAndKeepsToAQuarter) {
  const CoveringOrder order = this->order();
  std::vector<Ordinal> all;
  order.ordinals(0, order.size(), all);
  EXPECT_EQ(std::set<Ordinal>(all.begin(), all.end()).size(), order.size());
  for (Ordinal position = 0; position < order.size(); ++position) {
    ASSERT_LT(all[position], order.size());
    ASSERT_EQ(order.at(position), all[position]);
    ASSERT_EQ(order.position(all[position]), position);
  }
  EXPECT_LE(order.covering_size(), order.size() / 4);
}

/// The number of the alternative, the level within it, and the levels of its factors.
struct Taken {
  std::size_t alternative = 0;
  Ordinal level = 0;
};
Taken taken(const Factor& factor, Ordinal level) {
  for (std::size_t i = 0;; ++i) {
    const Ordinal size = product_of(levels_of(factor.alternatives[i]));
    if (level < size) return {i, level};
    level -= size;
  }
}

TEST_P(EveryNestedShape, ShowsWhatEachAlternativesOwnOrderShows) {
  const CoveringOrder order = this->order();
  const MixedRadix radix(levels_of(GetParam()));
  LevelRow levels;
  for (std::size_t place = 0; place < GetParam().size(); ++place) {
    const Factor& factor = GetParam()[place];
    std::vector<std::set<Ordinal>> shown(factor.alternatives.size());
    for (Ordinal position = 0; position < order.covering_size(); ++position) {
      radix.levels(order.at(position), levels);
      if (factor.alternatives.empty()) continue;
      const Taken at = taken(factor, levels[place]);
      shown[at.alternative].insert(at.level);
    }
    for (std::size_t i = 0; i < shown.size(); ++i) {
      const Ordinal size = product_of(levels_of(factor.alternatives[i]));
      const CoveringOrder own(size, factor.alternatives[i], 2);
      EXPECT_FALSE(shown[i].empty()) << i;
      Ordinal missing = 0;
      for (Ordinal row = 0; row < own.covering_size(); ++row) missing += shown[i].contains(own.at(row)) ? 0 : 1;
      EXPECT_LE(missing, 1u) << "alternative " << i << " of factor " << place << ", for which a quarter may be too few";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(CoveringOrder, EveryNestedShape,
                         testing::Values(std::vector<Factor>{Factor({{2, 3, 4}, {5}, {1}, {6, 6, 6}})},
                                         std::vector<Factor>{4, Factor({{2, 3, 4}, {5}, {1}, {6, 6, 6}}), 3},
                                         std::vector<Factor>{Factor({{3, 3, 3}, {2, 2, 2, 2, 2}}),
                                                             Factor({{4, 4, 4}, {7}, {2}})},
                                         std::vector<Factor>{Factor({{1}, {Factor({{5, 5, 5}, {3}}), 4}, {10, 10}}), 2},
                                         std::vector<Factor>{Factor({{0}, {3, 4, 5}, {2, 0}})}));

TEST(CoveringOrder, BeginsWithEachAlternativeInTurn) {
  // Alternatives of very different sizes: a list of templates.
  const std::vector<Factor> templates{Factor({{20, 20, 20}, {1}, {2, 3}, {10, 10, 10}, {4}})};
  const CoveringOrder order(9'011, templates, 2);
  std::vector<std::size_t> turns;
  for (Ordinal position = 0; position < 9; ++position)
    turns.push_back(taken(templates.front(), order.at(position)).alternative);
  EXPECT_EQ(std::set<std::size_t>(turns.begin(), turns.begin() + 5).size(), 5u);
  std::vector<int> tests(5, 0);
  for (Ordinal position = 0; position < 450; ++position)
    ++tests[taken(templates.front(), order.at(position)).alternative];
  EXPECT_THAT(tests, ElementsAre(397, 1, 1, 50, 1)) << "then each has its share";
  // Every alternative with every level of another choice.
  const std::vector<Factor> beside{templates.front(), 7};
  const CoveringOrder both(9'011 * 7, beside, 2);
  std::set<std::pair<std::size_t, Ordinal>> pairs;
  for (Ordinal position = 0; position < 35; ++position)
    pairs.insert({taken(templates.front(), both.at(position) / 7).alternative, both.at(position) % 7});
  EXPECT_EQ(pairs.size(), 35u);
}

TEST(CoveringOrder, TakesNotLongForManyAlternatives) {
  const std::vector<Factor> large(10, 10);
  const std::vector<Factor> many{Factor(std::vector<std::vector<Factor>>(1'000, large))};
  const CoveringOrder order(levels_of(many).front(), many, 3);
  std::set<Ordinal> begun;
  for (Ordinal position = 0; position < 1'000; ++position) begun.insert(order.at(position) / 10'000'000'000);
  EXPECT_EQ(begun.size(), 1'000u);
}

TEST(CoveringOrder, ExplainsWhatIsWrong) {
  EXPECT_THAT(error_of([] {
                make_order({.name = "pairwise", .factors = {2, 3}}, 7);
              }),
              HasSubstr("pairwise: the factors multiply to 6, but the space has 7 inputs"));
  EXPECT_THAT(error_of([] { make_order({.name = "pairwise", .strength = 0}, 7); }), HasSubstr("the strength is 0"));
}

}  // namespace
}  // namespace smallscope::generators
