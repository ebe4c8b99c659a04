// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <smallscope/generators/composition/product.hpp>
#include <smallscope/generators/recursion/recursive.hpp>
#include <smallscope/generators/recursion/trees.hpp>

#include "laws.hpp"

namespace smallscope::generators {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string sum_of(const std::string& left, const std::string& right) { return left + "+" + right; }

auto sum_trees(SizeBounds bounds) {
  Sorts sorts;
  const auto expression = sorts.sort<std::string>("expression");
  sorts.rule(
      expression, {"name"}, [](char name) { return std::string(1, name); }, characters("ab"));
  sorts.rule(expression, {"sum"}, sum_of, expression.named("left"), expression.named("right"));
  return sorts.values(expression, bounds);
}

TEST(Recursive, ValuesComeBySizeThenByRule) {
  EXPECT_THAT(values(sum_trees(size_up_to(3))), ElementsAre("a", "b", "a+a", "a+b", "b+a", "b+b"));
  EXPECT_EQ(values(sum_trees(size_exactly(5))).size(), 2u * 8);
  EXPECT_EQ(sum_trees(size_exactly(4)).size(), 0u);
}

TEST(Recursive, HoldsTheLaws) {
  expect_laws(sum_trees(size_up_to(7)));
  expect_laws(sum_trees(size_between(2, 5)));
  expect_laws(sum_trees(size_exactly(4)));
  expect_laws(tuples(sum_trees(size_up_to(3)).named("e"), booleans()));
}

TEST(Recursive, ChoicesAreTheRulesAndPayloadsUnderPathNames) {
  const auto all = sum_trees(size_up_to(5)).named("e");
  const Ordinal ordinal = 6;  // a+(a+a)
  EXPECT_EQ(all.at(ordinal), "a+a+a");
  EXPECT_EQ(choices(all, ordinal), (Choices{{"e", 1, "sum"},
                                            {"e/sum/left", 0, "name"},
                                            {"e/sum/left/name", 0, "a"},
                                            {"e/sum/right", 1, "sum"},
                                            {"e/sum/right/sum/left", 0, "name"},
                                            {"e/sum/right/sum/left/name", 0, "a"},
                                            {"e/sum/right/sum/right", 0, "name"},
                                            {"e/sum/right/sum/right/name", 0, "a"}}));
}

TEST(Recursive, ChoicesOfAValueBeyondTheBoundsAreErrors) {
  const auto large = sum_trees(size_up_to(7));
  const Choices vector = choices(large, large.size() - 1);
  EXPECT_THAT(error_of([&] { (void)ordinal_of(sum_trees(size_up_to(5)), vector); }), HasSubstr("of a size beyond 5"));
  EXPECT_THAT(error_of([&] { (void)ordinal_of(sum_trees(size_between(9, 11)), vector); }),
              HasSubstr("of size 7, below 9"));
}

/// Statements with expressions in them, which hold statements: different types, weights, payloads that
/// discard.
struct Statement {
  std::string text;
};
auto programs(SizeBounds bounds) {
  Sorts sorts;
  const auto expression = sorts.sort<std::string>("expression");
  const auto statement = sorts.sort<Statement>("statement");
  sorts.rule(
      expression, {"literal", 0}, [](int n) { return std::to_string(n); },
      range(0, 2).filter([](int n) { return n != 1; }));
  sorts.rule(
      expression, {"call", 2}, [](const Statement& body) { return "f{" + body.text + "}"; }, statement);
  sorts.rule(
      statement, {"assign"}, [](char name, const std::string& value) { return Statement{name + ("=" + value)}; },
      characters("xy").named("name"), expression);
  sorts.rule(
      statement, {"if"},
      [](const std::string& condition, bool negated, const Statement& then) {
        return Statement{std::string(negated ? "ifn(" : "if(") + condition + ")" + then.text};
      },
      expression.named("condition"), booleans().named("negated"), statement.named("then"));
  return sorts.values(statement, bounds);
}

/// The counts of `programs` by recurrence, discards included.
Ordinal statements(std::size_t size);
Ordinal expressions(std::size_t size) { return (size == 0 ? 3 : 0) + (size >= 2 ? statements(size - 2) : 0); }
Ordinal statements(std::size_t size) {
  if (size == 0) return 0;
  Ordinal count = 2 * expressions(size - 1);
  for (std::size_t condition = 0; condition < size; ++condition)
    count += expressions(condition) * 2 * statements(size - 1 - condition);
  return count;
}

TEST(Recursive, SortsOfSeveralTypesAreMutuallyRecursive) {
  const auto all = programs(size_up_to(4));
  expect_laws(all);
  for (std::size_t size = 0; size <= 4; ++size) EXPECT_EQ(all.size_of(size), statements(size)) << size;
  EXPECT_EQ(all.size_of(5), 0u) << "beyond the bounds";
  EXPECT_EQ(values(all)[0].text, "x=0");
  const CheckReport report = check(all);
  EXPECT_EQ(report.repeated, 0u);
  EXPECT_GT(report.discarded, 0u);
  EXPECT_EQ(
      choices(all, 3),
      (Choices{
          {"", 0, "assign"}, {"assign/name", 1, "y"}, {"assign[1]", 0, "literal"}, {"assign[1]/literal", 0, "0"}}));
}

TEST(Recursive, OrderedTreesAreCatalanNumbers) {
  // A forest is nothing, or a tree and a forest; a tree is a node with a forest. Trees of n nodes: Catalan(n
  // - 1).
  Sorts sorts;
  const auto tree = sorts.sort<std::string>("tree");
  const auto forest = sorts.sort<std::string>("forest");
  sorts.rule(
      tree, {"node"}, [](const std::string& children) { return "(" + children + ")"; }, forest);
  sorts.rule(forest, {"none", 0}, [] { return std::string(); });
  sorts.rule(
      forest, {"more", 0}, [](const std::string& first, const std::string& others) { return first + others; }, tree,
      forest);
  const auto trees = sorts.values(tree, size_up_to(20));
  Ordinal catalan = 1;
  for (Ordinal n = 0; n < 20; ++n) {
    EXPECT_EQ(trees.size_of(n + 1), catalan);
    catalan = catalan * 2 * (2 * n + 1) / (n + 2);
  }
  expect_laws(sorts.values(tree, size_up_to(7)));
  EXPECT_EQ(check(sorts.values(tree, size_up_to(9))).repeated, 0u);
  EXPECT_THAT(values(sorts.values(tree, size_up_to(3))), ElementsAre("()", "(())", "(()())", "((()))"));
}

TEST(Recursive, LargeSpacesAreIndexedWithoutEnumeration) {
  const auto large = sum_trees(size_exactly(35));
  EXPECT_EQ(large.size(), Ordinal{129644790} << 18);  // Catalan(17) shapes, 18 leaves
  const CheckReport report = check(large, {.visits = 640});
  EXPECT_TRUE(report.lawful()) << to_string(report);
}

TEST(Recursive, OverflowIsAnErrorOnlyWhereItMatters) {
  EXPECT_THAT(error_of([] { sum_trees(size_up_to(99)); }), HasSubstr("recursive: the size overflows 64 bits"));
  // Of the sums up to size 45 only those that fit into one of 46 matter.
  Sorts sorts;
  const auto inner = sorts.sort<std::string>("inner"), outer = sorts.sort<std::string>("outer");
  sorts.rule(
      inner, {"name"}, [](char name) { return std::string(1, name); }, characters("ab"));
  sorts.rule(inner, {"sum"}, sum_of, inner, inner);
  sorts.rule(
      outer, {"one", 60}, [](const std::string& text) { return text; }, inner);
  EXPECT_EQ(sorts.values(outer, size_exactly(65)).size(), 16u);
}

TEST(Recursive, WrongSortsAreErrors) {
  Sorts sorts;
  const auto chain = sorts.sort<std::string>("chain");
  EXPECT_THAT(error_of([&] { sorts.values(chain, size_up_to(3)); }), HasSubstr("the sort `chain` has no rule"));
  const auto same = [](const std::string& text) { return text; };
  sorts.rule(chain, {"longer"}, same, chain);
  EXPECT_THAT(error_of([&] { sorts.values(chain, size_up_to(3)); }), HasSubstr("`chain` has no value of finite size"));
  sorts.rule(chain, {"end"}, [] { return std::string("."); });
  EXPECT_EQ(sorts.values(chain, size_up_to(3)).size(), 3u);
  EXPECT_THAT(error_of([&] { sorts.values(chain, size_between(3, 2)); }), HasSubstr("least size 3, greatest size 2"));
  EXPECT_THAT(error_of([&] { sorts.values(chain, size_up_to(2001)); }), HasSubstr("more than 2000"));
  sorts.rule(chain, {"again", 0}, same, chain);
  EXPECT_THAT(error_of([&] { sorts.values(chain, size_up_to(3)); }),
              HasSubstr("`chain` contains itself without growing"));
  const Sorts others;
  EXPECT_THAT(error_of([&] { others.values(chain, size_up_to(3)); }), HasSubstr("belongs to other Sorts"));
}

TEST(Recursive, RulesAddedLaterDoNotChangeIt) {
  Sorts sorts;
  const auto chain = sorts.sort<int>("chain");
  sorts.rule(chain, {"end"}, [] { return 0; });
  const auto before = sorts.values(chain, size_up_to(5));
  sorts.rule(
      chain, {"longer"}, [](int n) { return n + 1; }, chain);
  EXPECT_THAT(values(before), ElementsAre(0));
  EXPECT_THAT(values(sorts.values(chain, size_up_to(4))), ElementsAre(0, 1, 2, 3));
}

TEST(Recursive, TheStructureNamesSortsAndRules) {
  EXPECT_EQ(to_string(sum_trees(size_up_to(3)).structure()),
            "recursive 6(expression.name: rule 1(elements 2), expression.sum: rule 1)");
  EXPECT_EQ(summary(tuples(sum_trees(size_up_to(3)), booleans().named("flag")).structure()), "recursive 6 x flag 2");
}

}  // namespace
}  // namespace smallscope::generators
