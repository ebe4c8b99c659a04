// SPDX-License-Identifier: Apache-2.0
// A unit test of somebody else's, on the installed package.
#include <smallscope/generators.hpp>
#include <smallscope/gtest.hpp>

TEST(Squares, AreNotNegative) {
  EXPECT_EXHAUSTIVE(smallscope::generators::range(0, 99), [](int number) { EXPECT_GE(number * number, 0); });
}
