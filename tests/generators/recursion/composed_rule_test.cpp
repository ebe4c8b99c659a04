// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <smallscope/generators/recursion/composed_rule.hpp>

#include "laws.hpp"

namespace smallscope::generators {
namespace {

using testing::ElementsAre;

/// Payloads before, between and after sorts of different least sizes.
auto mixed() {
  Sorts sorts;
  const auto word = sorts.sort<std::string>("word"), pair = sorts.sort<std::string>("pair");
  const auto joined = [](char before, const std::string& first, int between, const std::string& second, bool after) {
    return before + first + std::to_string(between) + second + (after ? "!" : "");
  };
  sorts.rule(word, {"end", 0}, [] { return std::string("."); });
  sorts.rule(
      word, {"longer"}, [](char letter, const std::string& rest) { return letter + rest; }, characters("ab"), word);
  sorts.rule(pair, {"pair", 2}, joined, characters("xy").named("before"), word, range(0, 2), word.named("second"),
             booleans());
  return sorts.values(pair, size_up_to(5));
}

TEST(ComposedRule, TheLastComponentVariesFastestAndSizesAscend) {
  Sorts sorts;
  const auto number = sorts.sort<std::string>("number");
  sorts.rule(
      number, {"bit", 0}, [](int bit) { return std::to_string(bit); }, range(0, 1));
  sorts.rule(
      number, {"next"}, [](const std::string& first, const std::string& second) { return "(" + first + second + ")"; },
      number, number);
  EXPECT_THAT(values(sorts.values(number, size_exactly(1))), ElementsAre("(00)", "(01)", "(10)", "(11)"));
  const auto deeper = values(sorts.values(number, size_exactly(2)));
  EXPECT_EQ(deeper.size(), 16u);
  EXPECT_EQ(deeper.front(), "(0(00))");
  EXPECT_EQ(deeper.back(), "((11)1)");
}

TEST(ComposedRule, TakesPayloadsAndSortsInAnyOrder) {
  const auto all = mixed();
  expect_laws(all);
  EXPECT_EQ(check(all).repeated, 0u);
  // Sizes 2 to 5: words of n letters in all, split in n + 1 ways, with 2 x 3 x 2 payloads.
  EXPECT_EQ(all.size(), 12u * (1 + 2 * 2 + 4 * 3 + 8 * 4));
}

TEST(ComposedRule, ComponentsAreNamedUnlessThereIsOnlyOne) {
  const auto all = mixed().named("p");
  EXPECT_EQ(choices(all, all.size() - 1), (Choices{{"p/pair/before", 1, "y"},
                                                   {"p/pair[1]", 1, "longer"},
                                                   {"p/pair[1]/longer/0", 1, "b"},
                                                   {"p/pair[1]/longer[1]", 1, "longer"},
                                                   {"p/pair[1]/longer[1]/longer/0", 1, "b"},
                                                   {"p/pair[1]/longer[1]/longer[1]", 1, "longer"},
                                                   {"p/pair[1]/longer[1]/longer[1]/longer/0", 1, "b"},
                                                   {"p/pair[1]/longer[1]/longer[1]/longer[1]", 0, "end"},
                                                   {"p/pair/2", 2, "2"},
                                                   {"p/pair/second", 0, "end"},
                                                   {"p/pair/4", 1, "true"}}));
}

}  // namespace
}  // namespace smallscope::generators
