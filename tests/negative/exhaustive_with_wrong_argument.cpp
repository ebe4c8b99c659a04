// module: gtest
// expect: every property's check must be callable with a value of the generator
// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators.hpp>
#include <smallscope/gtest.hpp>

TEST(Wrong, Argument) {
  EXPECT_EXHAUSTIVE(smallscope::generators::range(0, 3), [](const std::string& text) { return text.empty(); });
}
