// SPDX-License-Identifier: Apache-2.0
// Red-black trees with a given number of nodes and distinct keys below that number, like Korat's example RedBlackTree.
// Values, for any thread.
#pragma once

#include <array>
#include <cstdint>

#include <smallscope/generators/search/object_graphs.hpp>

namespace structures {

namespace gen = smallscope::generators;

struct RedBlackFields {
  std::array<gen::ObjectField<gen::Reference>, 2> children;
  gen::ObjectField<gen::Reference> parent;
  gen::ObjectField<bool> black;
  gen::ObjectField<int> key;
};

/// The nodes in the order in which they were visited; an index in this order stands for a node, -1 for none. Fields
/// that were read once are kept here, because four checks look at every candidate.
struct TreeShape {
  int count = 0;
  std::array<std::array<std::int8_t, 2>, 64> children;  // not initialised: one is made for each candidate
  std::uint64_t black = 0;                              // by place
  bool is_black(int place) const { return (black >> place & 1) != 0; }
};

/// Whether no red node has a red child; fills in which nodes are black.
template <class Tree>
bool reds_apart(Tree& tree, const RedBlackFields& fields, const gen::Traversal& nodes, TreeShape& shape) {
  for (int i = 0; i < shape.count; ++i) {
    if (tree(fields.black, nodes[i])) {
      shape.black |= std::uint64_t{1} << i;
      continue;
    }
    for (const int child : shape.children[static_cast<std::size_t>(i)])
      if (child != -1 && !tree(fields.black, nodes[child])) return false;
  }
  return true;
}

/// Whether all paths from the root to a missing child have the same number of black nodes.
inline bool blacks_equal(const TreeShape& shape) {
  std::array<int, 64> above;  // by place: the black nodes above it
  above[0] = 0;
  int expected = -1;
  for (int i = 0; i < shape.count; ++i) {
    const auto place = static_cast<std::size_t>(i);
    const int blacks = above[place] + (shape.is_black(i) ? 1 : 0);
    for (const int child : shape.children[place]) {
      if (child != -1) {
        above[static_cast<std::size_t>(child)] = blacks;
      } else {
        if (expected != -1 && blacks != expected) return false;
        expected = blacks;
      }
    }
  }
  return true;
}

/// Whether all keys below `node` are in order, and greater than `above` and less than `below`.
template <class Tree>
bool keys_in_order(Tree& tree, const RedBlackFields& fields, gen::Reference node, int above, int below) {
  const int key = tree(fields.key, node);
  if (key == -1 || key <= above || key >= below) return false;
  const gen::Reference left = tree(fields.children[0], node), right = tree(fields.children[1], node);
  return (!left || keys_in_order(tree, fields, left, above, key)) &&
         (!right || keys_in_order(tree, fields, right, key, below));
}

inline auto red_black_trees(int count) {
  gen::GraphBounds bounds;
  const auto node = bounds.objects("Node", static_cast<std::size_t>(count));
  const auto root = bounds.reference("root", node);
  const auto size = bounds.integer("size", count, count);
  const RedBlackFields fields{.children = {bounds.reference(node, "left", node), bounds.reference(node, "right", node)},
                              .parent = bounds.reference(node, "parent", node),
                              .black = bounds.boolean(node, "black"),
                              .key = bounds.integer(node, "key", -1, count - 1)};
  return gen::object_graphs(bounds, [=](auto& tree) {
    if (!tree(root)) return tree(size) == 0;
    if (tree(fields.parent, tree(root))) return false;
    gen::Traversal nodes;
    TreeShape shape;
    nodes.visit(tree(root));
    for (; const gen::Reference current = nodes.next(); ++shape.count) {
      for (std::size_t side = 0; side < 2; ++side) {
        const gen::Reference next = tree(fields.children[side], current);
        shape.children[static_cast<std::size_t>(shape.count)][side] =
            static_cast<std::int8_t>(next ? nodes.count() : -1);
        if (next && (!nodes.visit(next) || tree(fields.parent, next) != current)) return false;
      }
    }
    return nodes.count() == tree(size) && reds_apart(tree, fields, nodes, shape) && blacks_equal(shape) &&
           keys_in_order(tree, fields, tree(root), -1, count);
  });
}

}  // namespace structures
