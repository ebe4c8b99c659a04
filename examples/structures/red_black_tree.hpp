// Red-black trees of so many nodes with distinct keys below that count, as Korat's example RedBlackTree has them.
#pragma once

#include <array>

#include <smallscope/generators/object_graphs.hpp>

namespace structures {

namespace gen = smallscope::generators;

struct RedBlackFields {
  std::array<gen::ObjectField<gen::Reference>, 2> children;
  gen::ObjectField<gen::Reference> parent;
  gen::ObjectField<bool> black;
  gen::ObjectField<int> key;
};

/// Whether no red node has a red child.
template <class Tree>
bool reds_apart(Tree& tree, const RedBlackFields& fields, const gen::Traversal& nodes) {
  for (int i = 0; i < nodes.count(); ++i) {
    if (tree(fields.black, nodes[i])) continue;
    for (const auto& child : fields.children)
      if (const gen::Reference next = tree(child, nodes[i]); next && !tree(fields.black, next)) return false;
  }
  return true;
}

/// Whether there are equally many black nodes on all ways from the root to where a child is missing.
template <class Tree>
bool blacks_equal(Tree& tree, const RedBlackFields& fields, const gen::Traversal& nodes) {
  std::array<int, 64> above;  // by node: the black nodes above it
  above[nodes[0].index()] = 0;
  int expected = -1;
  for (int i = 0; i < nodes.count(); ++i) {
    const int blacks = above[nodes[i].index()] + (tree(fields.black, nodes[i]) ? 1 : 0);
    for (const auto& child : fields.children) {
      if (const gen::Reference next = tree(child, nodes[i])) {
        above[next.index()] = blacks;
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
    nodes.visit(tree(root));
    while (const gen::Reference current = nodes.next())
      for (const auto& child : fields.children)
        if (const gen::Reference next = tree(child, current))
          if (!nodes.visit(next) || tree(fields.parent, next) != current) return false;
    return nodes.count() == tree(size) && reds_apart(tree, fields, nodes) && blacks_equal(tree, fields, nodes) &&
           keys_in_order(tree, fields, tree(root), -1, count);
  });
}

}  // namespace structures
