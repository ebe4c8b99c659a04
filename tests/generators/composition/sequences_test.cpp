// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators/composition/sequences.hpp>

#include <gmock/gmock.h>

#include <smallscope/generators/composition/arrangements.hpp>
#include <smallscope/generators/composition/product.hpp>

#include "laws.hpp"

namespace smallscope::generators {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Strings, ComeByLengthThenAlphabetically) {
  EXPECT_THAT(values(strings("ab", 0, 2)), ElementsAre("", "a", "b", "aa", "ab", "ba", "bb"));
  expect_laws(strings("ab", 0, 4));
  expect_laws(strings("abc", 2, 3));
  expect_laws(strings("a", 3, 3));
  expect_laws(strings("", 0, 2));
}

TEST(Strings, AreOneChoice) { EXPECT_EQ(choices(strings("ab", 0, 2).named("text"), 4), (Choices{{"text", 4, "ab"}})); }

TEST(Lists, CountLikeExhaustigens) {
  // Its own test: lists of up to 3 over 5 elements.
  EXPECT_EQ(lists_of(range(1, 5), 0, 3).size(), 156u);
  EXPECT_EQ(values(lists_of(range(1, 5), 0, 3)).size(), 156u);
}

TEST(Lists, HoldTheLaws) {
  expect_laws(lists_of(range(0, 2), 0, 3));
  expect_laws(lists_of(booleans(), 1, 4));
  expect_laws(lists_of(range(0, 3).filter([](int value) { return value != 1; }), 0, 3));
  expect_laws(lists_of(lists_of(booleans(), 0, 2), 0, 2));
  expect_laws(lists_of(elements(std::vector<int>{}), 0, 3));
}

TEST(Lists, ItemsAreChoicesByIndex) {
  const auto lists = lists_of(tuples(booleans().named("flag"), range(0, 1)), 0, 2).named("arguments");
  EXPECT_EQ(choices(lists, lists.size() - 1), (Choices{{"arguments/length", 2, "2"},
                                                       {"arguments[0]/flag", 1, "true"},
                                                       {"arguments[0]/1", 1, "1"},
                                                       {"arguments[1]/flag", 1, "true"},
                                                       {"arguments[1]/1", 1, "1"}}));
}

TEST(Lists, WrongBoundsAreErrors) {
  EXPECT_THAT(error_of([] { lists_of(booleans(), 3, 2); }), HasSubstr("least length 3, greatest length 2; swap them"));
  EXPECT_THAT(error_of([] { lists_of(booleans(), 0, 64); }), HasSubstr("overflows"));
  EXPECT_EQ(lists_of(booleans(), 0, 62).size(), (Ordinal{1} << 63) - 1);
}

TEST(Subsets, ComeBySizeThenLexicographically) {
  EXPECT_THAT(values(subsets<int>({1, 2, 3}, 1, 2)),
              ElementsAre(ElementsAre(1), ElementsAre(2), ElementsAre(3), ElementsAre(1, 2), ElementsAre(1, 3),
                          ElementsAre(2, 3)));
  EXPECT_EQ(values(subsets<int>({1, 2, 3, 4, 5})).size(), 32u);
}

TEST(Subsets, HoldTheLaws) {
  expect_laws(subsets<int>({1, 2, 3, 4, 5}));
  expect_laws(subsets<std::string>({"a", "b", "c", "d"}, 2, 3));
  expect_laws(subsets<int>({}, 0, 3));
  expect_laws(subsets<int>({1, 2}, 2, 2));
}

TEST(Subsets, BoundsBeyondTheValuesMeanAllAndInvertedOnesAreErrors) {
  EXPECT_EQ(subsets<int>({1, 2, 3}, 0, 9).size(), 8u);
  EXPECT_EQ(subsets<int>({1, 2}, 3, 4).size(), 0u);
  EXPECT_THAT(error_of([] { subsets<int>({1, 2, 3}, 2, 1); }), HasSubstr("least size 2, greatest size 1"));
}

TEST(Permutations, ComeLexicographically) {
  EXPECT_THAT(values(permutations<char>({'a', 'b', 'c'})),
              ElementsAre(ElementsAre('a', 'b', 'c'), ElementsAre('a', 'c', 'b'), ElementsAre('b', 'a', 'c'),
                          ElementsAre('b', 'c', 'a'), ElementsAre('c', 'a', 'b'), ElementsAre('c', 'b', 'a')));
  expect_laws(permutations<int>({1, 2, 3, 4, 5}));
  expect_laws(permutations<int>({1}));
  expect_laws(permutations<int>({}));
}

TEST(Permutations, OfMoreThanTwentyValuesAreAnError) {
  EXPECT_EQ(permutations(std::vector<int>(20)).size(), 2432902008176640000u);
  EXPECT_THAT(error_of([] { permutations(std::vector<int>(21)); }), HasSubstr("overflows"));
}

}  // namespace
}  // namespace smallscope::generators
