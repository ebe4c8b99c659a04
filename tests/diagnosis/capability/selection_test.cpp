// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/capability/selection.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "../drawn.hpp"

namespace smallscope::diagnosis::capability {
namespace {

using testing::ElementsAre;

std::optional<std::size_t> first_failing(const Spectrum& spectrum) {
  for (std::size_t test = 0; test < spectrum.tests(); ++test)
    if (is_failing(spectrum.test(test).outcome)) return test;
  return std::nullopt;
}

/// Each test of the pool on its own, in the pool's order.
std::vector<std::size_t> selected_one_by_one(const Spectrum& spectrum, std::vector<std::size_t> pool,
                                             std::size_t failing_test, const Criterion& criterion, std::size_t count) {
  Suite suite = suite_of(spectrum, failing_test);
  std::vector<std::size_t> selected;
  const auto row = [&](std::size_t test) { return spectrum.row(spectrum.test(test).row); };
  while (selected.size() < count && !pool.empty()) {
    const auto best = std::ranges::max_element(
        pool, {}, [&](std::size_t test) { return criterion.score(suite, suite.prospect(row(test))); });
    selected.push_back(*best);
    suite.add(row(*best), is_failing(spectrum.test(*best).outcome));
    pool.erase(best);
  }
  return selected;
}

TEST(Selection, TakesTheBestTestOfAnyPoolAndTheEarliestOfEqualOnes) {
  for (std::uint32_t seed = 0; seed < 30; ++seed) {
    const Spectrum spectrum = drawn(seed, 40, 60, 5 + seed, 0.4);
    const auto failing = first_failing(spectrum);
    ASSERT_TRUE(failing);
    std::vector<std::size_t> pool = all_others(spectrum, *failing);
    std::mt19937 random(seed);
    std::ranges::shuffle(pool, random);
    for (const Criterion& criterion : criteria())
      ASSERT_EQ(select(Pool(spectrum, pool), *failing, scorer(criterion), 12),
                selected_one_by_one(spectrum, pool, *failing, criterion, 12))
          << criterion.name << ' ' << seed;
  }
}

TEST(Selection, EndsWithThePool) {
  const Spectrum spectrum = pictured({"1 1 0 F", "1 0 0 P", "1 0 0 S", "1 0 0 P", "0 1 1 F"});
  EXPECT_THAT(all_others(spectrum, 0), ElementsAre(1, 3, 4));
  const Scorer split = scorer(*find_criterion("split"));
  EXPECT_THAT(select(Pool(spectrum, {4, 3, 1}), 0, split, 10), ElementsAre(4, 3, 1));
  EXPECT_THAT(select(Pool(spectrum, {1, 3, 4}), 0, split, 2), ElementsAre(1, 3));
  EXPECT_THAT(select(Pool(spectrum, {}), 0, split, 2), ElementsAre());
}

TEST(Selection, RefusesAPoolThatIsNone) {
  const Spectrum spectrum = pictured({"1 1 0 F", "1 0 0 P", "1 0 0 S"});
  EXPECT_THROW(Pool(spectrum, {3}), SpectrumError);
  EXPECT_THROW(Pool(spectrum, {2}), SpectrumError);
  EXPECT_THROW(Pool(spectrum, {1, 1}), SpectrumError);
  EXPECT_THROW(suite_of(spectrum, 1), SpectrumError);
  EXPECT_THROW(suite_of(spectrum, 3), SpectrumError);
}

TEST(Pool, FindsTheRowOfAPosition) {
  const Spectrum spectrum = pictured({"1 F", "0 P", "1 P", "0 P"});
  Pool pool(spectrum, {1, 2, 3});
  EXPECT_EQ(pool.tests(), 3u);
  EXPECT_EQ(pool.row_of_position(0), 0u);
  EXPECT_EQ(pool.row_of_position(1), 0u);
  EXPECT_EQ(pool.row_of_position(2), 1u);
  EXPECT_EQ(pool.take(0), 1u);  // now test 2 is the earliest
  EXPECT_EQ(pool.row_of_position(0), 0u);
  EXPECT_EQ(pool.take(0), 2u);
  EXPECT_EQ(pool.take(pool.row_of_position(0)), 3u);
  EXPECT_TRUE(pool.empty());
}

}  // namespace
}  // namespace smallscope::diagnosis::capability
