// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <smallscope/generators/composition/arrangements.hpp>
#include <smallscope/generators/composition/product.hpp>
#include <smallscope/generators/composition/selections.hpp>

#include "laws.hpp"

namespace smallscope::generators {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Multisets, ComeBySizeThenLexicographically) {
  EXPECT_THAT(values(multisets_of(range(1, 3), 1, 2)),
              ElementsAre(ElementsAre(1), ElementsAre(2), ElementsAre(3), ElementsAre(1, 1), ElementsAre(1, 2),
                          ElementsAre(1, 3), ElementsAre(2, 2), ElementsAre(2, 3), ElementsAre(3, 3)));
  EXPECT_EQ(multisets_of(range(1, 10), 5, 5).size(), 2002u) << "binomial(14, 5)";
}

TEST(Multisets, HoldTheLaws) {
  expect_laws(multisets_of(range(1, 4), 0, 4));
  expect_laws(multisets_of(tuples(booleans(), booleans().named("b")), 2, 3));
  expect_laws(multisets_of(range(0, 4).filter([](int n) { return n != 2; }), 0, 3));
  expect_laws(multisets_of(elements(std::vector<int>{}), 0, 3));
  expect_laws(multisets_of(just(1), 0, 5));
  EXPECT_EQ(check(multisets_of(range(1, 5), 0, 5)).repeated, 0u);
}

TEST(Multisets, AreTheSortedLists) {
  std::vector<std::vector<int>> sorted;
  for (int a = 0; a < 4; ++a)
    for (int b = a; b < 4; ++b)
      for (int c = b; c < 4; ++c) sorted.push_back({a, b, c});
  EXPECT_EQ(values(multisets_of(range(0, 3), 3, 3)), sorted);
}

TEST(Sets, AreTheSubsets) {
  EXPECT_EQ(values(sets_of(range(1, 6), 0, 6)), values(subsets<int>({1, 2, 3, 4, 5, 6})));
  EXPECT_EQ(values(sets_of(range(1, 6), 2, 4)), values(subsets<int>({1, 2, 3, 4, 5, 6}, 2, 4)));
  EXPECT_EQ(sets_of(range(1, 3), 0, 9).size(), 8u);
  EXPECT_EQ(sets_of(range(1, 3), 4, 9).size(), 0u);
  expect_laws(sets_of(range(1, 6), 1, 4));
  expect_laws(sets_of(range(0, 5).filter([](int n) { return n % 3 != 0; }), 0, 3));
}

TEST(Sets, OfALargeGeneratorNeedNoTables) {
  const auto pairs = sets_of(range<std::uint64_t>(0, (std::uint64_t{1} << 32) - 1), 2, 2);
  EXPECT_EQ(pairs.size(), (Ordinal{1} << 31) * ((Ordinal{1} << 32) - 1));
  const CheckReport report = check(pairs, {.visits = 320});
  EXPECT_TRUE(report.lawful()) << to_string(report);
}

TEST(Selections, ChoicesAreTheItems) {
  const auto multisets = multisets_of(characters("abc"), 0, 2).named("bag");
  EXPECT_EQ(choices(multisets, multisets.size() - 2),
            (Choices{{"bag/length", 2, "2"}, {"bag[0]", 1, "b"}, {"bag[1]", 2, "c"}}));
  EXPECT_THAT(error_of([&] {
                (void)ordinal_of(multisets, Choices{{"bag/length", 2, ""}, {"bag[0]", 1, ""}, {"bag[1]", 0, ""}});
              }),
              HasSubstr("item 1 does not ascend"));
  const auto sets = sets_of(characters("abc"), 2, 2).named("set");
  EXPECT_THAT(error_of([&] {
                (void)ordinal_of(sets, Choices{{"set[0]", 1, ""}, {"set[1]", 1, ""}});
              }),
              HasSubstr("item 1 does not ascend"));
}

TEST(Selections, WrongBoundsAndOverflowAreErrors) {
  EXPECT_THAT(error_of([] { multisets_of(booleans(), 3, 2); }),
              HasSubstr("multisets: the bounds are inverted: least size 3"));
  EXPECT_THAT(error_of([] { sets_of(range(0, 99), 0, 99); }), HasSubstr("sets: the size overflows 64 bits"));
  EXPECT_THAT(error_of([] { multisets_of(range<std::uint64_t>(0, ~std::uint64_t{0} - 1), 2, 2); }),
              HasSubstr("overflows"));
}

}  // namespace
}  // namespace smallscope::generators
