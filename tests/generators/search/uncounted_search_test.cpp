// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators/search/uncounted_search.hpp>

#include <thread>

#include <gmock/gmock.h>

#include <smallscope/generators/orders/order.hpp>
#include <smallscope/generators/search/indexed_search.hpp>

#include "laws.hpp"
#include "red_black_tree.hpp"
#include "searches.hpp"
#include "singly_linked_list.hpp"

namespace smallscope::generators {
namespace {

using testing::HasSubstr;

/// All inputs by one walk.
template <class G>
std::vector<typename G::value_type> walked(const G& generator) {
  std::vector<typename G::value_type> inputs;
  generator.walk(0, uncounted, [&](Ordinal ordinal, const auto& value) {
    EXPECT_EQ(ordinal, inputs.size());
    inputs.push_back(value);
    return true;
  });
  return inputs;
}

/// It is the indexed search, but for what needs the size.
template <class P>
void expect_as_indexed(const Search<P>& search) {
  const auto index = indexed(search);
  const UncountedSearch<P> whole(search);
  static_assert(UncountedGenerator<UncountedSearch<P>>);
  static_assert(!IndexedGenerator<UncountedSearch<P>>);
  EXPECT_EQ(whole.counted(), std::nullopt);
  EXPECT_EQ(walked(whole), values(index));
  EXPECT_EQ(whole.reach(uncounted), index.size());
  EXPECT_EQ(whole.counted(), index.size());
  EXPECT_EQ(whole.walked_paths(), index.paths());
  EXPECT_EQ(whole.structure().size, uncounted) << "what a store's fingerprint is made of must not change";
  // Each asked anew: what was walked before must not matter. From the last on, so that nothing is known before.
  for (Ordinal ordinal = index.size(); ordinal-- > 0;) {
    const UncountedSearch<P> fresh(search);
    EXPECT_EQ(fresh.at(ordinal), index.at(ordinal));
    EXPECT_EQ(choices(fresh, ordinal), choices(index, ordinal));
    EXPECT_EQ(ordinal_of(UncountedSearch<P>(search), choices(index, ordinal)), ordinal);
    EXPECT_EQ(ordinal_of(whole, choices(index, ordinal)), ordinal);
    EXPECT_EQ(UncountedSearch<P>(search).reach(ordinal), ordinal);
  }
  EXPECT_EQ(UncountedSearch<P>(search).reach(index.size() + 1), index.size());
  EXPECT_THROW(UncountedSearch<P>(search).at(index.size()), std::out_of_range);
  EXPECT_THROW(whole.at(uncounted), std::out_of_range);
}

TEST(UncountedSearch, IsTheIndexedSearchWithoutASize) {
  expect_as_indexed(bounded_lists(3, 3, 4));
  expect_as_indexed(structures::singly_linked_lists(3));
  expect_as_indexed(structures::red_black_trees(3));
  expect_as_indexed(chosen([](Chooser&) { return 7; }));
  expect_as_indexed(bounded_lists(2, 3, -1));  // no input at all
}

TEST(UncountedSearch, WalksNoFurtherThanAsked) {
  // 2^60 inputs: whoever walked them all would not come back.
  const UncountedSearch words(chosen([](Chooser& choose) {
    Ordinal word = 0;
    for (int bit = 0; bit < 60; ++bit) word = 2 * word + choose(2u);
    return word;
  }));
  EXPECT_EQ(words.reach(100), 100u);
  EXPECT_EQ(words.at(5000), 5000u);
  EXPECT_EQ(words.counted(), std::nullopt);
  std::vector<Ordinal> seen;
  EXPECT_FALSE(words.walk(9998, uncounted, [&](Ordinal, Ordinal word) {
    seen.push_back(word);
    return seen.size() < 3;
  }));
  EXPECT_THAT(seen, testing::ElementsAre(9998, 9999, 10000));
}

TEST(UncountedSearch, StopsWhenAsked) {
  const UncountedSearch none(chosen([](Chooser& choose) -> std::optional<int> {
    for (int bit = 0; bit < 60; ++bit) choose(2);
    return std::nullopt;
  }));
  int asked = 0;
  EXPECT_EQ(none.reach(1, [&] { return ++asked == 3; }), 0u);
  EXPECT_EQ(none.counted(), std::nullopt);
}

TEST(UncountedSearch, SaysWhereItEnds) {
  const UncountedSearch lists(bounded_lists(2, 2, 2));
  try {
    lists.at(9);
    FAIL();
  } catch (const std::out_of_range& error) {
    EXPECT_THAT(error.what(), HasSubstr("ordinal 9 is beyond the end of the search, which has 7 inputs"));
  }
}

TEST(UncountedSearch, FindsInputsWhenCheckpointsWereDropped) {
  // 2^27 paths need 2^17 checkpoints at first, twice as many as are kept.
  const UncountedSearch words(chosen([](Chooser& choose) { return choose(1u << 13) << 14 | choose(1u << 14); }));
  EXPECT_EQ(words.reach(uncounted), Ordinal{1} << 27);
  for (const Ordinal ordinal : {0u, 1u, 1023u, 1024u, 77'777'777u, (1u << 26) + 1, (1u << 27) - 1})
    EXPECT_EQ(words.at(ordinal), ordinal);
}

TEST(UncountedSearch, ThreadsShareIt) {
  const auto search = structures::singly_linked_lists(6);
  const auto expected = values(indexed(search));
  const UncountedSearch shared(search);
  std::vector<std::jthread> threads;
  for (Ordinal thread = 0; thread < 4; ++thread)
    threads.emplace_back([&, thread] {
      for (Ordinal ordinal = thread; ordinal < expected.size(); ordinal += 4)
        EXPECT_EQ(shared.at(ordinal), expected[ordinal]);
    });
}

TEST(JumpOrder, OfAnUncountedSpaceIsTheSparsePass) {
  for (const Ordinal size : {1u, 20u, 1000u, 5000u}) {
    const JumpOrder counted(size, 20, 3);
    const JumpOrder open(uncounted, 20, 3);
    std::vector<Ordinal> sparse, same;
    counted.ordinals(0, counted.sparse_size(), sparse);
    open.ordinals(0, sparse.size(), same);
    EXPECT_EQ(same, sparse);
    for (Ordinal ordinal = 0, next = 0; ordinal < size; ++ordinal) {
      const bool visited = next < sparse.size() && sparse[next] == ordinal;
      EXPECT_EQ(open.position(ordinal), visited ? next++ : uncounted - 1);
    }
  }
}

}  // namespace
}  // namespace smallscope::generators
