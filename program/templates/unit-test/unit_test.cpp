// SPDX-License-Identifier: Apache-2.0
// The unit test: every sorted text of a few letters, searched for a letter.
#include <algorithm>
#include <string>

#include <smallscope/generators.hpp>
#include <smallscope/gtest.hpp>

#include "subject.hpp"

namespace gen = smallscope::generators;

TEST(Position, IsThatOfTheFirstLetterNotLess) {
  // CHANGE: all inputs within bounds, composed of smaller generators.
  const auto sorted = gen::strings("abc", 0, 4).named("sorted").filter([](const std::string& text) {
    return std::is_sorted(text.begin(), text.end());
  });
  // CHANGE: what must hold. A returned bool is judged, and so are EXPECT_EQ and its like.
  EXPECT_EXHAUSTIVE(sorted, [](const std::string& text) {
    const auto expected = std::lower_bound(text.begin(), text.end(), 'b') - text.begin();
    EXPECT_EQ(position(text, 'b'), static_cast<std::size_t>(expected));
  });
}
