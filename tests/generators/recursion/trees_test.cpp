// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <smallscope/generators/recursion/trees.hpp>

#include "laws.hpp"

namespace smallscope::generators {
namespace {

using testing::ElementsAre;

using Expression = Tree<std::string>;

std::string print(const Expression& tree) {
  return tree.is_leaf() ? tree.leaf() : "(" + print(tree.left()) + tree.label() + print(tree.right()) + ")";
}

TEST(Tree, IsAValue) {
  const Expression leaf("a"), node("+", leaf, Expression("b"));
  EXPECT_EQ(print(Expression("*", node, node)), "((a+b)*(a+b))");
  EXPECT_EQ(Expression("*", node, node).size(), 7u);
  EXPECT_EQ(node, Expression("+", Expression("a"), Expression("b")));
  EXPECT_FALSE(node == Expression("+", Expression("a"), Expression("a")));
  EXPECT_FALSE(node == leaf);
  EXPECT_EQ(choice_label(Expression("*", node, leaf)), "((a+b)*a)");
  EXPECT_EQ(choice_label(Tree<int, char>('-', Tree<int, char>(1), Tree<int, char>(23))), "(1-23)");
  EXPECT_THROW((void)leaf.label(), std::bad_variant_access);
  EXPECT_THROW((void)node.leaf(), std::bad_variant_access);
}

TEST(TreesOf, ComeBySize) {
  const auto trees = trees_of(elements("a", "b"), elements("+", "-"), size_up_to(3)).map(print);
  EXPECT_THAT(values(trees),
              ElementsAre("a", "b", "(a+a)", "(a+b)", "(b+a)", "(b+b)", "(a-a)", "(a-b)", "(b-a)", "(b-b)"));
}

TEST(TreesOf, HoldTheLawsWithoutDuplicates) {
  const auto trees = trees_of(elements("a", "b", "1"), elements("+", "*", "-"), size_up_to(5));
  EXPECT_EQ(trees.size(), 3u + 27 + 2 * 9 * 27);
  expect_laws(trees);
  EXPECT_EQ(check(trees).repeated, 0u);
  for (const auto& [ordinal, tree] : walked(trees, 0, trees.size()))
    EXPECT_EQ(tree.size(), ordinal < 3 ? 1u : ordinal < 30 ? 3u : 5u);
}

TEST(TreesOf, ShapesAreCatalanNumbers) {
  const auto shapes = trees_of(just('x'), just('.'), size_up_to(64));
  Ordinal catalan = 1;
  for (Ordinal n = 0; n <= 31; ++n) {
    EXPECT_EQ(shapes.size_of(2 * n + 1), catalan);
    EXPECT_EQ(shapes.size_of(2 * n + 2), 0u);
    catalan = catalan * 2 * (2 * n + 1) / (n + 2);
  }
  expect_laws(trees_of(just('x'), just('.'), size_up_to(13)));
}

TEST(TreesOf, ChoicesNameTheNodes) {
  const auto trees = trees_of(elements("a", "b"), elements("+", "-"), size_up_to(3)).named("e");
  EXPECT_EQ(choices(trees, 7), (Choices{{"e", 1, "node"},
                                        {"e/node/operator", 1, "-"},
                                        {"e/node/left", 0, "leaf"},
                                        {"e/node/left/leaf", 0, "a"},
                                        {"e/node/right", 0, "leaf"},
                                        {"e/node/right/leaf", 1, "b"}}));
}

}  // namespace
}  // namespace smallscope::generators
