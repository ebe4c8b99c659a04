// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators/randomness.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace smallscope::generators {
namespace {

TEST(Randomness, IsThePublishedSplitmix64) {
  Randomness random(1234567);
  EXPECT_EQ(random.next(), 6457827717110365317u);
  EXPECT_EQ(random.next(), 3203168211198807973u);
}

TEST(Randomness, DrawsFractionsBelowOneEvenly) {
  Randomness random(3);
  double sum = 0;
  for (int i = 0; i < 10'000; ++i) {
    const double fraction = random.fraction();
    ASSERT_GE(fraction, 0);
    ASSERT_LT(fraction, 1);
    sum += fraction;
  }
  EXPECT_NEAR(sum / 10'000, 0.5, 0.02);
}

TEST(Randomness, ShufflesAllValuesAndRepeatsItself) {
  std::vector<int> values{1, 2, 3, 4, 5, 6, 7, 8}, again = values;
  Randomness(9).shuffle(values);
  Randomness(9).shuffle(again);
  EXPECT_EQ(values, again);
  EXPECT_FALSE(std::ranges::is_sorted(values));
  std::ranges::sort(values);
  EXPECT_EQ(values, (std::vector<int>{1, 2, 3, 4, 5, 6, 7, 8}));
}

}  // namespace
}  // namespace smallscope::generators
