// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators/search/object_graphs.hpp>

#include <limits>
#include <map>

#include <gmock/gmock.h>

#include "korat_counts.hpp"
#include "laws.hpp"
#include "searches.hpp"

namespace smallscope::generators {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

struct Counts {
  Ordinal valid = 0, explored = 0;
  friend bool operator==(const Counts&, const Counts&) = default;
  friend std::ostream& operator<<(std::ostream& out, const Counts& counts) {
    return out << counts.valid << " valid, " << counts.explored << " explored";
  }
};

template <class P>
Counts counts_of(const Search<P>& search) {
  auto walk = search.begin();
  while (walk.next()) {
  }
  return {walk.inputs(), walk.paths()};
}

TEST(ObjectGraphs, CountLikeKorat) {
  // Up to a few million candidates; the benchmark `search` counts the larger ones.
  constexpr Ordinal most_explored = 3'000'000;
  std::map<std::string, int> rows;
  for (const auto& row : structures::read_korat_counts(SMALLSCOPE_SOURCE_DIR "/tests/generators/korat-counts.csv")) {
    if (row.explored > most_explored) continue;
    const Counts expected{row.valid, row.explored};
    structures::with_structure(row.structure, row.size, [&](const auto& search) {
      EXPECT_EQ(counts_of(search), expected) << row.structure << " " << row.size;
    });
    ++rows[row.structure];
  }
  EXPECT_EQ(
      rows,
      (std::map<std::string, int>{
          {"BinaryTree", 10}, {"HeapArray", 7}, {"RedBlackTree", 9}, {"SearchTree", 8}, {"SinglyLinkedList", 9}}));
}

TEST(ObjectGraphs, HoldTheLawsOfPartsAndPositions) {
  expect_search_laws(structures::binary_trees(4));
  expect_search_laws(structures::search_trees(3));
  expect_search_laws(structures::red_black_trees(3));
  expect_search_laws(structures::heap_arrays(2));
  expect_search_laws(structures::singly_linked_lists(4));
}

TEST(ObjectGraphs, ShowTheirFields) {
  std::vector<std::string> trees;
  for (auto walk = structures::binary_trees(2).begin(); walk.next();) trees.push_back(choice_label(walk.value()));
  EXPECT_THAT(trees, ElementsAre("root = Node0, size = 2, Node0.left = null, Node1.left = null, Node0.right = Node1, "
                                 "Node1.right = null",
                                 "root = Node0, size = 2, Node0.left = Node1, Node1.left = null, Node0.right = null, "
                                 "Node1.right = null"));
}

/// Two objects of a class, each with a flag and a partner that must be there, and a number nobody asks for.
struct Couple {
  GraphBounds bounds;
  ObjectClass person = bounds.objects("Person", 2);
  Field<Reference> first = bounds.reference("first", person, Null::forbidden);
  Field<int> year = bounds.integer("year", -1, 1);
  ObjectField<Reference> partner = bounds.reference(person, "partner", person, Null::forbidden);
  ObjectField<bool> happy = bounds.boolean(person, "happy");
};

TEST(ObjectGraphs, VaryFieldsThatCanBeReachedThoughNobodyReadThem) {
  const Couple couple;
  const auto any = object_graphs(couple.bounds, [](auto&) { return true; });
  // first = Person0 only, because another name does not make another graph; then partner is itself with 2 flags, or
  // Person1, whose partner may be either, with 2 x 2 flags; the year is free.
  EXPECT_EQ(counts_of(any), (Counts{3 * (2 + 2 * 4), 3 * (2 + 2 * 4)}));
  expect_search_laws(any);
  const auto happy = object_graphs(couple.bounds, [couple](auto& graph) {
    return graph(couple.happy, graph(couple.first)) && graph(couple.year) > 0;
  });
  EXPECT_EQ(counts_of(happy).valid, 1u * (1 + 2 * 2));
  for (auto walk = happy.begin(); walk.next();) {
    EXPECT_EQ(walk.value()(couple.year), 1);
    EXPECT_TRUE(walk.value()(couple.happy, walk.value()(couple.first)));
    EXPECT_TRUE(walk.value()(couple.partner, Reference::to(0)));
  }
}

TEST(ObjectGraphs, LeaveOutRenamingsOnly) {
  for (int count = 1; count <= 5; ++count) {
    GraphBounds bounds;
    const auto node = bounds.objects("Node", static_cast<std::size_t>(count));
    const auto root = bounds.reference("root", node, Null::forbidden);
    const auto next = bounds.reference(node, "next", node, Null::forbidden);
    const auto reachable = object_graphs(bounds, [=](auto& graph) {
      Traversal nodes;
      nodes.visit(graph(root));
      while (const Reference current = nodes.next()) nodes.visit(graph(next, current));
      return nodes.count() == count;
    });
    // From the root the objects form one row whose last member refers back to any of them.
    EXPECT_EQ(counts_of(reachable).valid, static_cast<Ordinal>(count));
  }
}

TEST(ObjectGraphs, TheirValuesSatisfyThePredicate) {
  const int count = 4;
  GraphBounds bounds;
  const auto node = bounds.objects("Node", count);
  const auto root = bounds.reference("root", node);
  const auto next = bounds.reference(node, "next", node);
  const auto is_row = [=](auto& graph) {
    Traversal nodes;
    for (Reference current = graph(root); current; current = graph(next, current))
      if (!nodes.visit(current)) return false;
    return true;
  };
  Ordinal valid = 0;
  for (auto walk = object_graphs(bounds, is_row).begin(); walk.next(); ++valid) EXPECT_TRUE(is_row(walk.value()));
  EXPECT_EQ(valid, 5u);
}

TEST(ObjectGraphs, WrongBoundsAreErrors) {
  GraphBounds bounds;
  const auto node = bounds.objects("Node", 1);
  const auto none = bounds.objects("None", 0);
  bounds.integer("size", 0, 1);
  const auto negative = bounds.integer("negative", -1, 1);
  EXPECT_THAT(error_of([&] { bounds.integer("size", 0, 2); }), HasSubstr("two fields `size`; name each once"));
  EXPECT_THAT(error_of([&] { bounds.boolean(""); }), HasSubstr("has no name"));
  EXPECT_THAT(error_of([&] { bounds.integer(node, "key", 2, 1); }),
              HasSubstr("`key` has inverted bounds: lowest 2, greatest 1; swap them"));
  constexpr int least = std::numeric_limits<int>::min(), greatest = std::numeric_limits<int>::max();
  EXPECT_THAT(error_of([&] { bounds.integer("all", least, greatest); }), HasSubstr("has 4294967296 values"));
  EXPECT_THAT(error_of([&] { bounds.objects("Many", 65); }), HasSubstr("65 objects of `Many`"));
  EXPECT_THAT(error_of([&] { bounds.reference("there", none, Null::forbidden); }), HasSubstr("may not be null"));
  EXPECT_THAT(error_of([&] { bounds.integers("array", negative, 0, 1); }), HasSubstr("may be negative"));
}

TEST(Traversal, VisitsEachObjectOnceInOrder) {
  Traversal objects;
  EXPECT_FALSE(objects.next());
  EXPECT_TRUE(objects.visit(Reference::to(63)));
  EXPECT_TRUE(objects.visit(Reference::to(0)));
  EXPECT_FALSE(objects.visit(Reference::to(63)));
  EXPECT_EQ(objects.next(), Reference::to(63));
  EXPECT_EQ(objects.next(), Reference::to(0));
  EXPECT_FALSE(objects.visit(Reference::to(0))) << "also when it has left the queue";
  EXPECT_FALSE(objects.next());
  EXPECT_EQ(objects.count(), 2);
  EXPECT_EQ(objects[1], Reference::to(0));
}

/// Every order of six objects, of which many begin in the order of their numbers.
TEST(Traversal, KeepsTheOrderOfVisitsWhateverItIs) {
  std::vector<std::size_t> order = {0, 1, 2, 3, 4, 5};
  do {
    Traversal objects;
    for (const std::size_t object : order) {
      ASSERT_TRUE(objects.visit(Reference::to(object)));
      ASSERT_FALSE(objects.visit(Reference::to(object)));
    }
    for (int i = 0; i < objects.count(); ++i) {
      const Reference expected = Reference::to(order[static_cast<std::size_t>(i)]);
      ASSERT_EQ(objects[i], expected);
      ASSERT_EQ(objects.next(), expected);
    }
    ASSERT_FALSE(objects.next());
  } while (std::next_permutation(order.begin(), order.end()));
}

}  // namespace
}  // namespace smallscope::generators
