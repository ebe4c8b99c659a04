// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators/search/search.hpp>

#include <atomic>
#include <numeric>
#include <thread>

#include <gmock/gmock.h>

#include <smallscope/generators/search/indexed_search.hpp>

#include "laws.hpp"
#include "searches.hpp"

namespace smallscope::generators {
namespace {

using testing::HasSubstr;

TEST(Search, IsAGeneratorWithoutIndex) {
  using Lists = decltype(bounded_lists(2, 2, 2));
  static_assert(Generator<Lists>);
  static_assert(!IndexedGenerator<Lists>);
}

TEST(Search, WalksRangesOfItsOrder) {
  const auto search = bounded_lists(3, 3, 3);
  const auto all = walked(search, 0, Search<Chosen<int (*)(Chooser&)>>::no_limit);
  EXPECT_EQ(all.front().second, std::vector<int>{});
  for (Ordinal first = 0; first <= all.size(); ++first) {
    for (Ordinal last = first; last <= all.size() + 1; ++last) {
      const auto begin = all.begin() + static_cast<std::ptrdiff_t>(first);
      const auto end = all.begin() + static_cast<std::ptrdiff_t>(std::min<Ordinal>(last, all.size()));
      EXPECT_TRUE(walked(search, first, last) == decltype(all)(begin, end)) << first << " to " << last;
    }
  }
  int calls = 0;
  EXPECT_FALSE(search.walk(2, 9, [&](Ordinal ordinal, const std::vector<int>&) {
    EXPECT_EQ(ordinal, static_cast<Ordinal>(2 + calls));
    return ++calls < 3;
  }));
  EXPECT_EQ(calls, 3);
}

TEST(Search, WalksPartsByIndex) {
  const auto search = bounded_lists(3, 2, 9);
  const Part part{{2, 1}};  // two items, the first a 1
  std::vector<std::vector<int>> lists;
  EXPECT_TRUE(search.walk(part, 1, 3, [&](Ordinal, const std::vector<int>& list) {
    lists.push_back(list);
    return true;
  }));
  EXPECT_EQ(lists, (std::vector<std::vector<int>>{{1, 1}, {1, 2}}));
}

TEST(Search, HoldsTheLawsOfPartsAndPositions) {
  expect_search_laws(bounded_lists(3, 3, 3));
  expect_search_laws(bounded_lists(2, 0, 0));
  expect_search_laws(bounded_lists(2, 4, -1));  // no inputs
  expect_search_laws(chosen([](Chooser&) { return 7; }));
}

TEST(Search, PartsAreWalkedByThreads) {
  const auto search = bounded_lists(4, 6, 9);
  const auto all = rest_of(search.begin());
  const std::vector<Part> parts = search.split(100);
  std::vector<std::vector<Yield<std::vector<int>>>> found(parts.size());
  std::atomic<std::size_t> next = 0;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i)
      threads.emplace_back([&] {
        for (std::size_t part = next++; part < parts.size(); part = next++)
          found[part] = rest_of(search.begin(parts[part]));
      });
  }
  std::vector<Yield<std::vector<int>>> together;
  for (const auto& part : found) together.insert(together.end(), part.begin(), part.end());
  EXPECT_TRUE(together == all);
}

TEST(Search, PositionsOfAnotherSearchAreErrors) {
  const auto search = bounded_lists(3, 3, 3);
  EXPECT_THAT(error_of([&] { search.resume({{9}}); }), HasSubstr("has only 4 alternatives"));
  EXPECT_THAT(error_of([&] { search.resume({{0, 1}}); }), HasSubstr("the path ends after 1 decisions of 0.1"));
  EXPECT_THAT(error_of([&] { search.resume({{2}}); }), HasSubstr("2 ends in the middle of a path"));
  EXPECT_THAT(error_of([&] { search.resume({{1, 2}}, Part{{2}}); }), HasSubstr("1.2 is not in the part 2"));
  EXPECT_THAT(error_of([&] { search.begin(Part{{7}}).next(); }), HasSubstr("belong to another search"));
}

TEST(Search, AMappedOneTakesTheSameWay) {
  std::atomic<int> calls = 0;
  const auto lists = bounded_lists(3, 3, 4);
  const auto sums = lists.map([&calls](const std::vector<int>& list) {
    ++calls;
    return std::accumulate(list.begin(), list.end(), 0);
  });
  expect_search_laws(sums);
  std::vector<int> expected;
  lists.walk(0, uncounted, [&](Ordinal, const std::vector<int>& list) {
    expected.push_back(std::accumulate(list.begin(), list.end(), 0));
    return true;
  });
  EXPECT_EQ(values(indexed(sums)), expected);
  EXPECT_EQ(choices(indexed(sums), 20), choices(indexed(lists), 20));
  calls = 0;
  auto walk = sums.begin();
  Position last;
  while (walk.next()) last = walk.position();
  EXPECT_EQ(walk.inputs(), expected.size());
  EXPECT_EQ(calls, 0) << "nobody looked at a value";
  EXPECT_EQ(sums.resume(last).value(), expected.back());
  EXPECT_EQ(calls, 1);
}

}  // namespace
}  // namespace smallscope::generators
