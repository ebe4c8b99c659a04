// Red-black trees of so many nodes with distinct keys below that count, as Korat's example RedBlackTree has them.
#pragma once

#include <smallscope/generators/object_graphs.hpp>

namespace structures {

namespace gen = smallscope::generators;

struct RedBlackFields {
  gen::ObjectField<gen::Reference> left, right, parent;
  gen::ObjectField<bool> black;
  gen::ObjectField<int> key;
};

/// The number of black nodes on every way from `node` to a leaf, or -1 when the ways differ.
template <class Tree>
int black_height(Tree& tree, const RedBlackFields& fields, gen::Reference node) {
  if (!node) return 0;
  const int left = black_height(tree, fields, tree(fields.left, node));
  const int right = black_height(tree, fields, tree(fields.right, node));
  return left < 0 || left != right ? -1 : left + (tree(fields.black, node) ? 1 : 0);
}

/// Whether all keys below `node` are in order, and greater than `above` and less than `below`.
template <class Tree>
bool keys_in_order(Tree& tree, const RedBlackFields& fields, gen::Reference node, int above, int below) {
  const int key = tree(fields.key, node);
  if (key == -1 || key <= above || key >= below) return false;
  const gen::Reference left = tree(fields.left, node), right = tree(fields.right, node);
  return (!left || keys_in_order(tree, fields, left, above, key)) &&
         (!right || keys_in_order(tree, fields, right, key, below));
}

/// Whether no red node below `root` has a red child.
template <class Tree>
bool reds_apart(Tree& tree, const RedBlackFields& fields, gen::Reference root) {
  gen::Traversal nodes;
  nodes.visit(root);
  while (const gen::Reference node = nodes.next()) {
    const gen::Reference left = tree(fields.left, node), right = tree(fields.right, node);
    if (!tree(fields.black, node)) {
      if (left && !tree(fields.black, left)) return false;
      if (right && !tree(fields.black, right)) return false;
    }
    if (left) nodes.visit(left);
    if (right) nodes.visit(right);
  }
  return true;
}

inline auto red_black_trees(int count) {
  gen::GraphBounds bounds;
  const auto node = bounds.objects("Node", static_cast<std::size_t>(count));
  const auto root = bounds.reference("root", node);
  const auto size = bounds.integer("size", count, count);
  const RedBlackFields fields{.left = bounds.reference(node, "left", node),
                              .right = bounds.reference(node, "right", node),
                              .parent = bounds.reference(node, "parent", node),
                              .black = bounds.boolean(node, "black"),
                              .key = bounds.integer(node, "key", -1, count - 1)};
  return gen::object_graphs(bounds, [=](auto& tree) {
    if (!tree(root)) return tree(size) == 0;
    if (tree(fields.parent, tree(root))) return false;
    gen::Traversal nodes;
    nodes.visit(tree(root));
    while (const gen::Reference current = nodes.next())
      for (const auto& child : {fields.left, fields.right})
        if (const gen::Reference next = tree(child, current))
          if (!nodes.visit(next) || tree(fields.parent, next) != current) return false;
    return nodes.count() == tree(size) && reds_apart(tree, fields, tree(root)) &&
           black_height(tree, fields, tree(root)) >= 0 && keys_in_order(tree, fields, tree(root), -1, count);
  });
}

}  // namespace structures
