// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <random>
#include <smallscope/generators/divisor.hpp>
#include <vector>

namespace smallscope::generators {
namespace {

TEST(Divisor, DividesAsTheOperatorDoes) {
  std::mt19937_64 random(7);
  std::vector<Ordinal> numbers{~Ordinal{0}, ~Ordinal{0} - 1};
  for (Ordinal small = 0; small < 100; ++small) numbers.push_back(small);
  for (int bits = 1; bits < 64; ++bits) {
    for (const Ordinal near : {(Ordinal{1} << bits) - 1, Ordinal{1} << bits, (Ordinal{1} << bits) + 1})
      numbers.push_back(near);
    for (int i = 0; i < 5; ++i) numbers.push_back(random() >> (64 - bits));
  }
  for (const Ordinal divisor : numbers) {
    if (divisor == 0) continue;
    const Divisor by(divisor);
    for (const Ordinal number : numbers) ASSERT_EQ(by.quotient(number), number / divisor) << number << " / " << divisor;
    for (int i = 0; i < 20; ++i) {
      const Ordinal multiple = random() / divisor * divisor;  // the neighbours of a multiple are the hard cases
      for (const Ordinal number : {multiple - 1, multiple, multiple + divisor - 1})
        ASSERT_EQ(by.quotient(number), number / divisor) << number << " / " << divisor;
    }
  }
}

TEST(Divisor, ByNothingIsHarmless) {
  EXPECT_EQ(Divisor(0).quotient(5), 5u);
  EXPECT_EQ(Divisor().quotient(5), 5u);
}

}  // namespace
}  // namespace smallscope::generators
