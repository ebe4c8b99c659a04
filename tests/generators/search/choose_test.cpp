// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators/search/choose.hpp>

#include <limits>
#include <string>

#include <gmock/gmock.h>

#include "laws.hpp"
#include "searches.hpp"

namespace smallscope::generators {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

template <class P>
std::vector<typename P::value_type> inputs_of(const Search<P>& search) {
  std::vector<typename P::value_type> inputs;
  for (auto walk = search.begin(); walk.next();) inputs.push_back(walk.value());
  return inputs;
}

TEST(Chosen, TriesEverySequenceOfChoicesTheLastVaryingFastest) {
  const auto pairs = chosen([](Chooser& choose) {
    const int a = choose(3);
    return std::pair(a, choose.range(a, 2));  // linked: the second depends on the first
  });
  EXPECT_THAT(inputs_of(pairs), ElementsAre(Pair(0, 0), Pair(0, 1), Pair(0, 2), Pair(1, 1), Pair(1, 2), Pair(2, 2)));
  expect_search_laws(pairs);
}

TEST(Chosen, ChoosesFromEverythingThatHasAnOrder) {
  const std::vector<std::string> words{"one", "two"};
  EXPECT_THAT(inputs_of(chosen([&](Chooser& choose) { return choose(words); })), ElementsAre("one", "two"));
  EXPECT_THAT(inputs_of(chosen([](Chooser& choose) { return std::string(choose("a", "b", "c")); })),
              ElementsAre("a", "b", "c"));
  EXPECT_THAT(inputs_of(chosen([](Chooser& choose) { return choose(1, 2.5); })), ElementsAre(1, 2.5));
  EXPECT_THAT(inputs_of(chosen([](Chooser& choose) { return choose.boolean(); })), ElementsAre(false, true));
  EXPECT_THAT(inputs_of(chosen([](Chooser& choose) { return choose.range(-1, 1); })), ElementsAre(-1, 0, 1));
  EXPECT_THAT(inputs_of(chosen([](Chooser& choose) { return choose.range('x', 'z'); })), ElementsAre('x', 'y', 'z'));
  EXPECT_THAT(inputs_of(chosen([](Chooser& choose) { return choose(std::uint8_t{2}); })), ElementsAre(0, 1));
  const auto widest = std::numeric_limits<std::int64_t>::min();
  EXPECT_THAT(inputs_of(chosen([=](Chooser& choose) { return choose.range(widest, widest + 1); })),
              ElementsAre(widest, widest + 1));
}

TEST(Chosen, RejectsInThreeWays) {
  const auto required = chosen([](Chooser& choose) {
    const int a = choose(4);
    choose.require(a % 2 == 1);
    return a * 10 + choose(2);
  });
  const auto accepted = chosen([](Chooser& choose) {
    const int a = choose(4);
    if (!choose.accepts(a % 2 == 1)) return -1;
    return a * 10 + choose(2);
  });
  const auto nothing = chosen([](Chooser& choose) -> std::optional<int> {
    const int a = choose(4);
    if (a % 2 == 0) return std::nullopt;
    return a * 10 + choose(2);
  });
  const auto expect_rejected = [](const auto& search) {
    EXPECT_THAT(inputs_of(search), ElementsAre(10, 11, 30, 31));
    auto walk = search.begin();
    while (walk.next()) {
    }
    EXPECT_EQ(walk.paths(), 6u);  // a rejected path is not continued: 0, 1.0, 1.1, 2, 3.0, 3.1
    expect_search_laws(search);
  };
  expect_rejected(required);
  expect_rejected(accepted);
  expect_rejected(nothing);
}

TEST(Chosen, RejectsFromAFunctionThatReturnsNothingOfItsOwn) {
  // The condition is asked for below; the caller goes on, which makes more paths and no input.
  const auto searched = chosen([](Chooser& choose) -> std::optional<int> {
    const auto odd = [&choose] {
      const int digit = choose(4);
      return choose.accepts(digit % 2 == 1) ? digit : 0;
    };
    const int first = odd(), second = odd();
    return first * 10 + second;
  });
  EXPECT_THAT(inputs_of(searched), ElementsAre(11, 13, 31, 33));
  expect_search_laws(searched);
}

TEST(Chosen, AChoiceAmongNothingCutsThePath) {
  const auto falling = chosen([](Chooser& choose) { return choose.range(choose(4), 1); });
  EXPECT_THAT(inputs_of(falling), ElementsAre(0, 1, 1));
  EXPECT_THAT(inputs_of(chosen([](Chooser& choose) { return choose(choose(3)); })), ElementsAre(0, 0, 1));
  const std::vector<int> none;
  EXPECT_THAT(inputs_of(chosen([&](Chooser& choose) { return choose(none); })), ElementsAre());
  EXPECT_THAT(inputs_of(chosen([](Chooser& choose) { return choose(-1); })), ElementsAre());
}

TEST(Chosen, CountsLikeExhaustigens) {
  // Its own test: lists of up to 3 over 5 elements.
  EXPECT_EQ(inputs_of(bounded_lists(5, 3, 100)).size(), 156u);
}

TEST(Chosen, MakesPermutationsWithoutMemoryBetweenPaths) {
  const auto permutations = chosen([](Chooser& choose) {
    std::string left = "abcde", word;
    while (!left.empty()) {
      const std::size_t i = choose(left.size());
      word += left[i];
      left.erase(i, 1);
    }
    return word;
  });
  const auto words = inputs_of(permutations);
  EXPECT_EQ(words.size(), 120u);
  EXPECT_TRUE(std::is_sorted(words.begin(), words.end()));
  EXPECT_EQ(words.back(), "edcba");
}

TEST(Chosen, GrowsBeyondItsFirstRoomAndComesBack) {
  // Long paths before short ones, under a guide too, must leave no digits behind.
  const auto uneven = chosen([](Chooser& choose) {
    int sum = 0;
    for (int i = choose(2) == 0 ? 200 : 3; i > 0; --i) sum += choose(i % 50 == 3 ? 3 : 1);
    return sum;
  });
  EXPECT_EQ(inputs_of(uneven).size(), 81u + 3u);
  expect_search_laws(uneven);
}

TEST(Chosen, NamesThePathOnWhichTheFunctionThrows) {
  const auto throwing = chosen([](Chooser& choose) {
    const bool first = choose.named("first")(2) == 1;
    if (choose(3) == 1 && first) throw std::length_error("in the function");
    return choose(2);
  });
  try {
    inputs_of(throwing);
    FAIL() << "nothing was thrown";
  } catch (const PathError& error) {
    EXPECT_STREQ(error.what(), "search: on the path first = 1, 1 = 1 the search's own function threw: in the function");
    EXPECT_THROW(std::rethrow_if_nested(error), std::length_error);
  }
  EXPECT_THAT(
      [&] { inputs_of(chosen([](Chooser&) -> int { throw 1; })); },
      ThrowsMessage<PathError>(HasSubstr("on its first path the search's own function threw: an exception that")));
}

TEST(Chosen, NamesThePathOnWhichASplitThrows) {
  const auto throwing = chosen([](Chooser& choose) -> int {
    if (choose.named("only")(2) == 1) throw std::runtime_error("in the function");
    return static_cast<int>(choose(2));
  });
  EXPECT_THAT([&] { throwing.split(4); }, ThrowsMessage<PathError>(HasSubstr("on the path only = 1 the")));
}

TEST(Chosen, NamesThePathOnWhichAMappingThrows) {
  const auto throwing = chosen([](Chooser& choose) { return choose(3); }).map([](std::uint64_t value) {
    if (value == 2) throw std::out_of_range("two");
    return value;
  });
  EXPECT_THAT([&] { inputs_of(throwing); }, ThrowsMessage<PathError>(HasSubstr("on the path 0 = 2 the")));
}

TEST(Chosen, ShowsTheFirstFiftyChoicesOfAPathThatThrows) {
  const auto throwing = chosen([](Chooser& choose) -> int {
    for (int i = 0; i < 60; ++i) choose(2);
    throw std::runtime_error("late");
  });
  EXPECT_THAT([&] { inputs_of(throwing); }, ThrowsMessage<PathError>(HasSubstr("49 = 0 and 10 more choices the")));
}

TEST(Chosen, TooManyAlternativesOrChoicesAreErrors) {
  EXPECT_THAT(error_of([] { inputs_of(chosen([](Chooser& choose) { return choose(std::uint64_t{1} << 32); })); }),
              HasSubstr("4294967296 alternatives or more are too many for one choice"));
  EXPECT_THAT(error_of([] {
                inputs_of(chosen([](Chooser& choose) { return choose.range<std::uint64_t>(0, ~std::uint64_t{0}); }));
              }),
              HasSubstr("too many for one choice"));
  EXPECT_THAT(error_of([] {
                inputs_of(chosen([](Chooser& choose) {
                  while (choose(2) == 0) {
                  }
                  return 0;
                }));
              }),
              HasSubstr("bound the loop or recursion"));
}

}  // namespace
}  // namespace smallscope::generators
