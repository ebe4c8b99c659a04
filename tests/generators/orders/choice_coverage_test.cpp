// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <set>
#include <smallscope/generators/orders/choice_coverage.hpp>
#include <smallscope/generators/orders/covering_order.hpp>
#include <string>

namespace smallscope::generators {
namespace {

/// The pairs that an input holds, as texts, by brute force: of levels or alternatives beside each other.
void add_pairs(const std::vector<Factor>& factors, Ordinal ordinal, const std::string& within,
               std::set<std::string>& pairs) {
  std::vector<std::string> chosen;
  Ordinal rest = ordinal;
  for (std::size_t i = factors.size(); i-- > 0;) {
    Ordinal level = rest % factors[i].levels;
    rest /= factors[i].levels;
    const std::string name = within + std::to_string(i) + "=";
    std::size_t alternative = 0;
    for (const std::vector<Factor>& parts : factors[i].alternatives) {
      Ordinal size = 1;
      for (const Factor& part : parts) size *= part.levels;
      if (level < size) {
        add_pairs(parts, level, name + std::to_string(alternative) + "/", pairs);
        break;
      }
      level -= size;
      ++alternative;
    }
    const Ordinal shown = factors[i].alternatives.empty() ? level : alternative;
    const Ordinal several = factors[i].alternatives.empty() ? factors[i].levels : factors[i].alternatives.size();
    if (several > 1) chosen.push_back(name + std::to_string(shown));
  }
  for (const std::string& a : chosen)
    for (const std::string& b : chosen)
      if (a < b) pairs.insert(a + " " + b);
}

Ordinal size_of(const std::vector<Factor>& factors) { return MixedRadix(levels_of(factors)).size(); }

class ChoiceCoverageLaws : public testing::TestWithParam<std::vector<Factor>> {};

TEST_P(ChoiceCoverageLaws, CountsWhatBruteForceCounts) {
  const std::vector<Factor>& factors = GetParam();
  const Ordinal size = size_of(factors);
  ChoiceCoverage coverage(factors, 2);
  EXPECT_EQ(coverage.combinations(), ChoiceCoverage::combinations(factors, 2));
  std::set<std::string> pairs;
  const auto order = golden(size);
  for (Ordinal position = 0; position < size; ++position) {
    const Ordinal before = coverage.covered(), ordinal = order->at(position);
    add_pairs(factors, ordinal, "", pairs);
    ASSERT_EQ(coverage.add(ordinal), pairs.size() - before);
    ASSERT_EQ(coverage.covered(), pairs.size());
    ASSERT_EQ(coverage.add(ordinal), 0u) << "once";
  }
  EXPECT_TRUE(coverage.complete());
}

INSTANTIATE_TEST_SUITE_P(Shapes, ChoiceCoverageLaws,
                         testing::Values(std::vector<Factor>{2, 3, 4}, std::vector<Factor>{1, 5, 1, 2},
                                         std::vector<Factor>{2, Factor({{3, 4}, {5}})},
                                         std::vector<Factor>{Factor({{3, 4}, {5, 1, 2}, {1}})},
                                         std::vector<Factor>{Factor({{Factor({{2, 2}, {3}}), 3}, {4}}), 2,
                                                             Factor({{2}, {2, 3}})}));

TEST(ChoiceCoverage, CountsAlternativesAsLevelsOfWhatIsBeside) {
  // 2 x 2 of a level and an alternative, 3 x 4 within the first.
  const std::vector<Factor> factors{2, Factor({{3, 4}, {5}})};
  EXPECT_EQ(ChoiceCoverage::combinations(factors, 2), 16u);
  EXPECT_EQ(ChoiceCoverage::combinations(factors, 3), 16u) << "of two, where there are two";
  EXPECT_EQ(ChoiceCoverage::most_beside(factors), 2u);
  EXPECT_EQ(ChoiceCoverage(factors, 2).most_per_input(), 2u);
  EXPECT_EQ(ChoiceCoverage::combinations({Factor({{3}, {5}})}, 2), 0u);
  EXPECT_EQ(ChoiceCoverage::most_beside({Factor({{3}, {5}})}), 1u);
  EXPECT_EQ(ChoiceCoverage::combinations({Ordinal{1} << 40, Ordinal{1} << 40}, 2), uncounted);
  EXPECT_THROW(ChoiceCoverage(factors, 0), GeneratorError);
}

TEST(ChoiceCoverage, ThePrefixOfACoveringOrderIsCompleteWhereRowsFit) {
  const std::vector<Factor> factors{6, Factor({{3, 4, 5, 6}, {4, 4, 4, 4}}), 5};
  const CoveringOrder order(size_of(factors), factors, 2);
  ChoiceCoverage coverage(factors, 2);
  for (Ordinal position = 0; position < order.covering_size(); ++position) coverage.add(order.at(position));
  EXPECT_TRUE(coverage.complete());
  EXPECT_LT(order.covering_size(), order.size() / 4);
}

}  // namespace
}  // namespace smallscope::generators
