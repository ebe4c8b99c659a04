// SPDX-License-Identifier: Apache-2.0
// Binary trees by size, with labelled leaves and inner nodes: the common case of recursive.hpp.
//
// Trees and generators are immutable and may be shared by threads. Example: trees_of(elements("a", "1"), elements("+",
// "-"), size_up_to(5)).named("expression").
#pragma once

#include <smallscope/generators/composition/encoding.hpp>
#include <smallscope/generators/recursion/recursive.hpp>
#include <variant>

namespace smallscope::generators {

/// An immutable binary tree. Copies, and trees made from it, share its nodes, so making a tree of two others is O(1).
template <class Leaf, class Label = Leaf>
class Tree {
 public:
  explicit Tree(Leaf leaf) : node_(std::make_shared<const Node>(std::move(leaf))) {}
  Tree(Label label, Tree left, Tree right)
      : node_(std::make_shared<const Node>(Inner{std::move(label), std::move(left), std::move(right)})) {}
  bool is_leaf() const { return node_->index() == 0; }
  const Leaf& leaf() const { return std::get<0>(*node_); }  ///< throws std::bad_variant_access for an inner node
  const Label& label() const { return inner().label; }      ///< this and the next two throw the same for a leaf
  const Tree& left() const { return inner().left; }
  const Tree& right() const { return inner().right; }
  /// How many nodes it has, including leaves. O(size).
  std::size_t size() const { return is_leaf() ? 1 : 1 + left().size() + right().size(); }

  friend bool operator==(const Tree& a, const Tree& b) {
    if (a.node_ == b.node_) return true;
    if (a.is_leaf() || b.is_leaf()) return a.is_leaf() && b.is_leaf() && a.leaf() == b.leaf();
    return a.label() == b.label() && a.left() == b.left() && a.right() == b.right();
  }
  /// "((a+b)-c)": for choices and reports.
  friend std::string choice_label(const Tree& tree) {
    if (tree.is_leaf()) return label_of(tree.leaf(), 0);
    return "(" + choice_label(tree.left()) + label_of(tree.label(), 0) + choice_label(tree.right()) + ")";
  }
  friend void encode(Encoding& to, const Tree& tree) {
    to.add(tree.is_leaf());
    if (tree.is_leaf())
      to.add(tree.leaf());
    else
      to.add(std::tie(tree.label(), tree.left(), tree.right()));
  }

 private:
  struct Inner {
    Label label;
    Tree left, right;
  };
  using Node = std::variant<Leaf, Inner>;
  const Inner& inner() const { return std::get<1>(*node_); }
  std::shared_ptr<const Node> node_;
};

/// The binary trees of these sizes, with values of `leaves` at the leaves and of `operators` at the inner nodes:
/// Tree<Leaf, Label>. The size counts nodes and leaves. There are Catalan(n) x leaves^(n+1) x operators^n trees of size
/// 2n + 1. Throws GeneratorError as Sorts::values() does.
template <IndexedGenerator Leaves, IndexedGenerator Operators>
auto trees_of(Leaves leaves, Operators operators, SizeBounds sizes) {
  using Leaf = typename Leaves::value_type;
  using Label = typename Operators::value_type;
  using Result = Tree<Leaf, Label>;
  Sorts sorts;
  const auto tree = sorts.sort<Result>("tree");
  sorts.rule(
      tree, {"leaf"}, [](const Leaf& leaf) { return Result(leaf); }, std::move(leaves));
  sorts.rule(
      tree, {"node"},
      [](const Label& label, const Result& left, const Result& right) { return Result(label, left, right); },
      named("operator", std::move(operators)), tree.named("left"), tree.named("right"));
  return sorts.values(tree, sizes);
}

}  // namespace smallscope::generators
