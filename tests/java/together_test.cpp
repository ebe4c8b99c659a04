// SPDX-License-Identifier: Apache-2.0
#include <smallscope/java/together.hpp>

#include <gtest/gtest.h>

#include <laws.hpp>

namespace smallscope::java {
namespace {

TEST(Together, FragmentsAreListsOfOneAndThenOfSeveral) {
  const auto letters = together(gen::elements("a", "b", "c", "d", "e"), {.at_a_time = {2, 0}});
  using Lists = std::vector<std::vector<std::string>>;
  EXPECT_EQ(gen::values(letters), (Lists{{"a"}, {"b"}, {"c"}, {"d"}, {"e"}}));
  EXPECT_EQ(gen::values(gen::at_level(letters, 1)), (Lists{{"a", "b"}, {"c", "d"}, {"e"}}));
  EXPECT_EQ(gen::values(gen::at_level(letters, 2)), (Lists{{"a", "b", "c", "d", "e"}}));
  for (int level = 0; level <= 2; ++level) gen::expect_laws(gen::at_level(letters, level));
}

TEST(Together, APartIsTheListOfItsFragments) {
  const auto all = gen::at_level(together(gen::elements("a", "b", "c"), {}), 1);
  EXPECT_EQ(gen::at_part(all, 0, {{0, 2}}), (std::vector<std::string>{"a", "c"}));
}

}  // namespace
}  // namespace smallscope::java
