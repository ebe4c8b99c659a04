// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators/composition/transform.hpp>

#include <gmock/gmock.h>

#include <smallscope/generators/any.hpp>
#include <smallscope/generators/composition/product.hpp>
#include <smallscope/generators/composition/sequences.hpp>

#include "laws.hpp"

namespace smallscope::generators {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Map, KeepsOrderSizeAndChoices) {
  const auto squares = range(0, 3).named("n").map([](int n) { return n * n; });
  EXPECT_THAT(values(squares), ElementsAre(0, 1, 4, 9));
  EXPECT_EQ(choices(squares, 3), (Choices{{"n", 3, "3"}}));
  expect_laws(squares);
  expect_laws(range(0, 5).filter([](int n) { return n > 2; }).map([](int n) { return std::to_string(n); }));
}

TEST(Filter, KeepsOrdinals) {
  const auto even = range(0, 5).filter([](int n) { return n % 2 == 0; });
  EXPECT_EQ(even.size(), 6u);
  EXPECT_EQ(even.at(4), 4);
  EXPECT_EQ(even.at(3), std::nullopt);
  expect_laws(even);
  expect_laws(even.filter([](int n) { return n > 2; }));
  expect_laws(range(0, 5).filter([](int) { return false; }));
}

TEST(Named, NeedsAName) {
  EXPECT_THAT(error_of([] { range(0, 1).named(""); }), HasSubstr("the name is empty"));
  EXPECT_EQ(to_string(range(0, 1).named("a").named("b").structure()), "b: named 2(a: range 2)");
}

TEST(Bind, TheSecondDependsOnTheFirst) {
  const auto lists = range(0, 3).bind([](int n) { return range(0, n); });
  EXPECT_THAT(values(lists), ElementsAre(0, 0, 1, 0, 1, 2, 0, 1, 2, 3));
  expect_laws(lists);
  const auto pairs =
      linked(elements("x", "yy"), [](const std::string& text) { return strings(text.substr(0, 1), 0, text.size()); });
  EXPECT_EQ(values(pairs).back(), (std::pair<std::string, std::string>{"yy", "yy"}));
  expect_laws(pairs);
}

TEST(Bind, EmptySecondsAndDiscardedFirstsDenoteNothing) {
  const auto sparse =
      range(0, 6).bind([](int n) { return elements(std::vector<int>(static_cast<std::size_t>(n % 3), n)); });
  EXPECT_THAT(values(sparse), ElementsAre(1, 2, 2, 4, 5, 5));
  const auto filtered = range(0, 4).filter([](int n) { return n != 2; }).bind([](int n) { return range(0, n); });
  EXPECT_THAT(values(filtered), ElementsAre(0, 0, 1, 0, 1, 2, 3, 0, 1, 2, 3, 4));
  expect_laws(filtered);
  expect_laws(tuples(filtered, booleans()));
}

TEST(Bind, BeyondItsKeptGeneratorsMakesThemAgain) {
  const auto many = bind(range(0, 9999), [](int n) { return range(n, n + n % 2); });
  EXPECT_EQ(many.size(), 15000u);
  EXPECT_EQ(many.at(14999), 10000);
  EXPECT_EQ(ordinal_of(many, choices(many, 12345)), 12345u);
  EXPECT_EQ(walked(many, 14990, 15000).size(), 10u);
}

TEST(Bind, AFirstGeneratorTooLargeToIndexIsAnError) {
  EXPECT_THAT(error_of([] { bind(range(0, 1 << 25), [](int n) { return just(n); }); }), HasSubstr("prefix sums"));
}

TEST(AnyGenerator, IsTheSameGenerator) {
  const AnyGenerator<int> any = range(0, 5).named("n");
  EXPECT_EQ(choices(any, 3), (Choices{{"n", 3, "3"}}));
  expect_laws(any);
  expect_laws(AnyGenerator<int>(range(0, 5).filter([](int n) { return n != 3; })));
}

TEST(ProductOf, IsTheProductAtRunTime) {
  std::vector<AnyGenerator<int>> components{range(0, 2).named("a"), range(5, 6).named("b"), just(9)};
  EXPECT_THAT(values(product_of(components)),
              ElementsAre(ElementsAre(0, 5, 9), ElementsAre(0, 6, 9), ElementsAre(1, 5, 9), ElementsAre(1, 6, 9),
                          ElementsAre(2, 5, 9), ElementsAre(2, 6, 9)));
  expect_laws(product_of(components));
  EXPECT_THAT(values(product_of(std::vector<AnyGenerator<int>>{})), ElementsAre(ElementsAre()));
}

TEST(AlternativesOf, AreTheAlternativesAtRunTime) {
  const auto any = alternatives_of<int>({{"low", range(0, 1)}, {"high", range(8, 9)}});
  EXPECT_THAT(values(any), ElementsAre(0, 1, 8, 9));
  expect_laws(any);
  EXPECT_THAT(error_of([] { alternatives_of<int>({}); }), HasSubstr("there is no branch"));
}

TEST(Structure, TellsTheFactorsApart) {
  const auto space =
      tuples(range(0, 4).named("layout"), tuples(booleans().named("flag"), strings("ab", 0, 1)), just(1));
  EXPECT_EQ(summary(space.structure()), "layout 5 x flag 2 x sequences 3");
  EXPECT_EQ(to_string(space.structure()),
            "product 30(layout: range 5, product 6(flag: elements 2, sequences 3(elements 2)), elements 1)");
}

TEST(Choices, ReadAsOneLine) {
  EXPECT_EQ(to_string(Choices{{"a", 0, "x"}, {"b", 1, "x y"}, {"c", 2, ""}, {"d", 0, "1\n2"}}),
            "a = x, b = `x y`, c = ``, d = `1\\n2`");
}

}  // namespace
}  // namespace smallscope::generators
