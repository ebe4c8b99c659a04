// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators/composition/product.hpp>

#include <gmock/gmock.h>

#include <smallscope/generators/composition/alternatives.hpp>
#include <smallscope/generators/composition/sequences.hpp>

#include "laws.hpp"

namespace smallscope::generators {
namespace {

using testing::HasSubstr;

struct Point {
  int x;
  char y;
  std::string name;
  bool operator==(const Point&) const = default;
};

TEST(Product, IsTheNestedLoopsLastFastest) {
  const auto points = product<Point>(range(0, 2), characters("ab"), elements("p", "q"));
  std::vector<Point> expected;
  for (int x = 0; x <= 2; ++x)
    for (char y : {'a', 'b'})
      for (const char* name : {"p", "q"}) expected.push_back({x, y, name});
  EXPECT_EQ(values(points), expected);
}

TEST(Product, HoldsTheLaws) {
  expect_laws(product<Point>(range(0, 2), characters("ab"), elements("p", "q", "r")));
  expect_laws(tuples(range(0, 4)));
  expect_laws(tuples(booleans(), booleans(), booleans(), booleans(), booleans()));
  expect_laws(tuples(tuples(range(0, 1), range(0, 2)), range(0, 1)));
  expect_laws(tuples(range(0, 3), elements(std::vector<int>{}), range(0, 1)));
}

TEST(Product, OfFilteredComponentsDiscardsTheirCombinations) {
  const auto odd = range(0, 5).filter([](int value) { return value % 2 == 1; });
  const auto pairs = tuples(odd, range(0, 2), odd);
  expect_laws(pairs);
  EXPECT_EQ(pairs.size(), 6u * 3 * 6);
  EXPECT_EQ(values(pairs).size(), 3u * 3 * 3);
}

TEST(Product, ChoicesAreNamedByComponentOrByName) {
  const auto points =
      tuples(range(0, 2).named("x"), range(0, 2), tuples(booleans(), booleans().named("inner")).named("pair"));
  EXPECT_EQ(choices(points, points.size() - 1),
            (Choices{{"x", 2, "2"}, {"1", 2, "2"}, {"pair/0", 1, "true"}, {"pair/inner", 1, "true"}}));
}

TEST(Product, ForeignChoicesAreErrors) {
  const auto points = tuples(range(0, 2).named("x"), range(0, 2).named("y"));
  const auto error = [&](const Choices& vector) { return error_of([&] { (void)ordinal_of(points, vector); }); };
  EXPECT_THAT(error({{"x", 1, ""}}), HasSubstr("`y` is missing"));
  EXPECT_THAT(error({{"y", 1, ""}, {"x", 1, ""}}), HasSubstr("`x` is expected where `y` stands"));
  EXPECT_THAT(error({{"x", 3, ""}, {"y", 1, ""}}), HasSubstr("`x` is 3, but it has only 3 alternatives"));
  EXPECT_THAT(error({{"x", 1, ""}, {"y", 1, ""}, {"z", 1, ""}}), HasSubstr("`z` is left over"));
}

TEST(Product, OverflowIsAnErrorWithTheRemedy) {
  const auto large = range<std::uint64_t>(0, (std::uint64_t{1} << 40) - 1);
  EXPECT_THAT(error_of([&] { tuples(large, large); }),
              HasSubstr("product: the size overflows 64 bits (1099511627776 x"));
  EXPECT_THAT(error_of([&] { tuples(large, large); }), HasSubstr("reduce a bound"));
  EXPECT_EQ(tuples(range<std::uint64_t>(0, (std::uint64_t{1} << 32) - 1), range(0u, 0x7fffffffu)).size(),
            std::uint64_t{1} << 63);
}

TEST(Product, OfThePapersExampleHas1152Inputs) {
  // FASE 2009, section 5: 2 x 3 x 1 x 1 x 1 x 2 x 6 x 4 x 4.
  const auto programs =
      tuples(range(1, 2), range(1, 3), just(1), just(1), just(1), range(1, 2), range(1, 6), range(1, 4), range(1, 4));
  EXPECT_EQ(programs.size(), 1152u);
}

TEST(Alternatives, AreTheBranchesOneAfterAnother) {
  const auto numbers =
      alternatives(labelled("small", range(0, 2)), labelled("seven", just(7)), labelled("big", range(100, 101)));
  EXPECT_EQ(values(numbers), (std::vector<int>{0, 1, 2, 7, 100, 101}));
  expect_laws(numbers);
  expect_laws(alternatives(range(0, 3), elements(std::vector<int>{}), range(5, 6)));
  expect_laws(alternatives(range(0, 3).filter([](int value) { return value > 1; }), range(5, 6)));
  expect_laws(tuples(numbers.named("n"), numbers.named("m")));
}

TEST(Alternatives, TheBranchIsALabelledChoice) {
  const auto numbers = alternatives(labelled("small", range(0, 2)), labelled("seven", just(7))).named("number");
  EXPECT_EQ(choices(numbers, 1), (Choices{{"number", 0, "small"}, {"number/small", 1, "1"}}));
  EXPECT_EQ(choices(numbers, 3), (Choices{{"number", 1, "seven"}}));
}

TEST(Alternatives, TakeTheCommonType) {
  const auto texts = alternatives(just(std::string("a")), elements("b", "c"));
  EXPECT_EQ(values(texts), (std::vector<std::string>{"a", "b", "c"}));
  const auto numbers = alternatives(range(0, 1), elements(2.5));
  EXPECT_EQ(values(numbers), (std::vector<double>{0, 1, 2.5}));
}

}  // namespace
}  // namespace smallscope::generators
