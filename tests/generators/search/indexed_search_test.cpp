// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators/search/indexed_search.hpp>

#include <atomic>

#include <gmock/gmock.h>

#include <smallscope/generators/composition/product.hpp>

#include "laws.hpp"
#include "red_black_tree.hpp"
#include "searches.hpp"
#include "singly_linked_list.hpp"

namespace smallscope::generators {
namespace {

using testing::HasSubstr;

TEST(IndexedSearch, IsTheSearchWithOrdinals) {
  const auto search = bounded_lists(3, 4, 5);
  const auto lists = indexed(search);
  static_assert(IndexedGenerator<std::remove_const_t<decltype(lists)>>);
  std::vector<std::vector<int>> inputs;
  auto walk = search.begin();
  while (walk.next()) inputs.push_back(walk.value());
  EXPECT_EQ(values(lists), inputs);
  EXPECT_EQ(lists.size(), walk.inputs());
  EXPECT_EQ(lists.paths(), walk.paths());
}

TEST(IndexedSearch, HoldsTheLaws) {
  for (const Ordinal paths : {1, 2, 7, 1024}) {
    expect_laws(indexed(bounded_lists(3, 4, 5), {.paths_per_checkpoint = paths}));
    expect_laws(indexed(structures::singly_linked_lists(4), {.paths_per_checkpoint = paths}));
    expect_laws(indexed(structures::red_black_trees(4), {.paths_per_checkpoint = paths}));
  }
  expect_laws(indexed(bounded_lists(2, 3, -1)));
  expect_laws(indexed(chosen([](Chooser&) { return 7; })));
}

TEST(IndexedSearch, ComposesLikeEveryOther) {
  const auto lists = indexed(bounded_lists(2, 2, 2)).named("list");
  expect_laws(tuples(lists, booleans().named("flag")));
  expect_laws(lists.filter([](const std::vector<int>& list) { return list.size() != 1; }));
  EXPECT_EQ(to_string(lists.structure()), "list: chosen 7");
}

TEST(IndexedSearch, ItsChoicesAreTheDecisions) {
  const auto lists = indexed(bounded_lists(3, 2, 9)).named("list");
  EXPECT_EQ(choices(lists, lists.size() - 1),
            (Choices{{"list/length", 2, "2"}, {"list/item", 2, "2"}, {"list/item[1]", 2, "2"}}));
  const auto trees = indexed(structures::red_black_trees(1));
  EXPECT_EQ(choices(trees, 0), (Choices{{"root", 1, "Node0"},
                                        {"Node0.parent", 0, "null"},
                                        {"Node0.left", 0, "null"},
                                        {"Node0.right", 0, "null"},
                                        {"Node0.black", 0, "false"},
                                        {"Node0.key", 1, "0"}}));
}

TEST(IndexedSearch, ChoicesThatLeadNowhereAreErrors) {
  const auto lists = indexed(bounded_lists(3, 2, 2));
  const auto error = [&](const Choices& choices) { return error_of([&] { ordinal_of(lists, choices); }); };
  EXPECT_THAT(error({{"length", 2, ""}, {"item", 2, ""}, {"item[1]", 2, ""}}), HasSubstr("the search rejects"));
  EXPECT_THAT(error({{"length", 3, ""}}), HasSubstr("only 3 alternatives"));
  EXPECT_THAT(error({{"length", 1, ""}}), HasSubstr("`item` is missing"));
  EXPECT_THAT(error({{"length", 0, ""}, {"item", 0, ""}}), HasSubstr("left over"));
}

TEST(IndexedSearch, TheNumberOfThreadsCannotBeSeen) {
  const auto search = structures::singly_linked_lists(6);
  const auto one = indexed(search, {.threads = 1});
  for (const unsigned threads : {2u, 5u}) {
    const auto several = indexed(search, {.threads = threads});
    ASSERT_EQ(several.size(), one.size());
    EXPECT_EQ(several.paths(), one.paths());
    for (Ordinal ordinal = 0; ordinal < one.size(); ++ordinal) EXPECT_EQ(several.at(ordinal), one.at(ordinal));
  }
}

TEST(IndexedSearch, TooManyPathsAreAnError) {
  const auto search = bounded_lists(10, 5, 100);  // 111,111 paths
  EXPECT_EQ(indexed(search, {.most_paths = 111'111}).size(), 111'111u);
  EXPECT_THAT(error_of([&] { indexed(search, {.most_paths = 111'110, .threads = 2}); }),
              HasSubstr("more than 111110 paths"));
}

TEST(IndexedSearch, NamesTheFirstPathOnWhichTheFunctionThrows) {
  const auto throwing = chosen([](Chooser& choose) {
    const int number = choose(10) * 10 + choose(10);
    if (number >= 30 && number % 10 == 5) throw std::runtime_error("at " + std::to_string(number));
    return number;
  });
  for (const unsigned threads : {1u, 4u}) {
    try {
      indexed(throwing, {.threads = threads});
      ADD_FAILURE() << "nothing was thrown";
    } catch (const PathError& error) {
      EXPECT_STREQ(error.what(), "search: on the path 0 = 3, 1 = 5 the search's own function threw: at 35");
    }
  }
}

TEST(ForEachIndex, CallsEachOnce) {
  std::vector<std::atomic<int>> calls(1000);
  for_each_index(calls.size(), 4, [&](std::size_t i) { ++calls[i]; });
  for (const std::atomic<int>& count : calls) EXPECT_EQ(count, 1);
  for_each_index(0, 4, [&](std::size_t) { ADD_FAILURE() << "there is nothing to do"; });
}

}  // namespace
}  // namespace smallscope::generators
