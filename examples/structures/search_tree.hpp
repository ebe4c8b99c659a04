// SPDX-License-Identifier: Apache-2.0
// Binary search trees with a given number of nodes and distinct numbers below it, like Korat's example SearchTree.
// Values, for any thread.
#pragma once

#include <array>

#include <smallscope/generators/search/object_graphs.hpp>

namespace structures {

namespace gen = smallscope::generators;

struct SearchTreeFields {
  std::array<gen::ObjectField<gen::Reference>, 2> children;
  gen::ObjectField<int> key;
};

/// Whether all keys below `node` are in order, and greater than `above` and less than `below`.
template <class Tree>
bool is_ordered(Tree& tree, const SearchTreeFields& fields, gen::Reference node, int above, int below) {
  const int key = tree(fields.key, node);
  if (key <= above || key >= below) return false;
  const gen::Reference left = tree(fields.children[0], node);
  if (left && !is_ordered(tree, fields, left, above, key)) return false;
  const gen::Reference right = tree(fields.children[1], node);
  return !right || is_ordered(tree, fields, right, key, below);
}

inline auto search_trees(int count) {
  gen::GraphBounds bounds;
  const auto node = bounds.objects("Node", static_cast<std::size_t>(count));
  const auto root = bounds.reference("root", node);
  const auto size = bounds.integer("size", count, count);
  const SearchTreeFields fields{
      .children = {bounds.reference(node, "left", node), bounds.reference(node, "right", node)},
      .key = bounds.integer(node, "key", 0, count - 1)};
  return gen::object_graphs(bounds, [=](auto& tree) {
    if (!tree(root)) return tree(size) == 0;
    gen::Traversal nodes;
    nodes.visit(tree(root));
    while (const gen::Reference current = nodes.next())
      for (const auto& child : fields.children)
        if (const gen::Reference next = tree(child, current); next && !nodes.visit(next)) return false;
    return nodes.count() == tree(size) && is_ordered(tree, fields, tree(root), -1, count);
  });
}

}  // namespace structures
