// SPDX-License-Identifier: Apache-2.0
// Binary trees with a given number of nodes, like Korat's example BinaryTree: shapes without data. Values, for any
// thread.
#pragma once

#include <array>

#include <smallscope/generators/search/object_graphs.hpp>

namespace structures {

namespace gen = smallscope::generators;

inline auto binary_trees(int count) {
  gen::GraphBounds bounds;
  const auto node = bounds.objects("Node", static_cast<std::size_t>(count));
  const auto root = bounds.reference("root", node);
  const auto size = bounds.integer("size", count, count);
  const std::array children{bounds.reference(node, "left", node), bounds.reference(node, "right", node)};
  return gen::object_graphs(bounds, [=](auto& tree) {
    if (!tree(root)) return tree(size) == 0;
    gen::Traversal nodes;
    nodes.visit(tree(root));
    while (const gen::Reference current = nodes.next())
      for (const auto& child : children)
        if (const gen::Reference next = tree(child, current); next && !nodes.visit(next)) return false;
    return nodes.count() == tree(size);
  });
}

}  // namespace structures
