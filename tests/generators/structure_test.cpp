// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <smallscope/generators.hpp>
#include <smallscope/generators/factor.hpp>
#include <smallscope/generators/structure.hpp>

#include "laws.hpp"

namespace smallscope::generators {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// The factors, which must multiply to the size.
template <class G>
std::vector<Ordinal> factors_of(const G& generator) {
  std::vector<Ordinal> result = factors(generator.structure());
  EXPECT_EQ(MixedRadix(result).size(), generator.size());
  return result;
}

TEST(Factors, AreTheIndependentChoices) {
  const auto digit = range(0, 9);
  const auto even = filter(digit, [](int value) { return value % 2 == 0; });
  EXPECT_THAT(factors_of(digit), ElementsAre(10));
  EXPECT_THAT(factors_of(just(1)), ElementsAre(1));
  EXPECT_THAT(factors_of(tuples(booleans(), digit)), ElementsAre(2, 10));
  EXPECT_THAT(factors_of(tuples(booleans(), tuples(digit, even.named("even")).named("pair"))), ElementsAre(2, 10, 10));
  const auto text = [](const std::tuple<bool, int>& value) { return std::to_string(std::get<1>(value)); };
  EXPECT_THAT(factors_of(tuples(booleans(), digit).map(text).named("inner").named("outer")), ElementsAre(2, 10));
  EXPECT_THAT(factors_of(AnyGenerator<std::string>(tuples(booleans(), digit).map(text))), ElementsAre(2, 10));
  EXPECT_THAT(factors_of(product_of<int>({})), IsEmpty());
  EXPECT_THAT(factors_of(elements(std::vector<int>{})), ElementsAre(0));
}

TEST(Factors, OfListsAreDigitsWhenTheLengthIsFixed) {
  EXPECT_THAT(factors_of(lists_of(range(0, 4), 3, 3)), ElementsAre(5, 5, 5));
  EXPECT_THAT(factors_of(lists_of(tuples(booleans(), range(0, 2)), 2, 2)), ElementsAre(2, 3, 2, 3));
  EXPECT_THAT(factors_of(strings("ab", 4, 4)), ElementsAre(2, 2, 2, 2));
  EXPECT_THAT(factors_of(strings("ab", 0, 4)), ElementsAre(31));
  EXPECT_THAT(factors_of(strings("a", 0, 4)), ElementsAre(5));
  EXPECT_THAT(factors_of(strings("a", 2, 2)), ElementsAre(1));
  EXPECT_THAT(factors_of(lists_of(range(0, 4), 0, 0)), IsEmpty()) << "the one empty list makes no choice";
}

TEST(Factors, OfWhatDependsAreOne) {
  const auto dependent = bind(range(1, 3), [](int greatest) { return range(0, greatest); });
  EXPECT_THAT(factors_of(dependent), ElementsAre(9));
  EXPECT_THAT(factors_of(tuples(booleans(), dependent)), ElementsAre(2, 9));
  EXPECT_THAT(factors_of(alternatives(range(0, 2), range(5, 8))), ElementsAre(7));
  EXPECT_THAT(factors_of(subsets(std::vector<int>{1, 2, 3})), ElementsAre(8));
  EXPECT_THAT(factors_of(permutations(std::vector<int>{1, 2, 3})), ElementsAre(6));
}

TEST(Factors, AreWhatEachNodeSaysWhateverItIsCalled) {
  const Structure two{"elements", "", 2}, three{"elements", "", 3};
  const Structure rows{"rows", "", 6, {two, three}, Contribution::components};
  EXPECT_THAT(factors(rows), ElementsAre(2, 3));
  EXPECT_THAT(factors({"product", "", 6, {two, three}}), ElementsAre(6)) << "the kind is for printing";
  EXPECT_THAT(factors({"texts", "", 36, {rows}, Contribution::items, 2}), ElementsAre(2, 3, 2, 3));
  EXPECT_THAT(factors({"checked", "", 6, {rows}, Contribution::child}), ElementsAre(2, 3));
  EXPECT_THAT(factors({"some", "", 4, {rows}, Contribution::child}), ElementsAre(4)) << "fewer than the child has";
  EXPECT_THAT(factors({"followed", "", 9, {rows}, Contribution::linked}), ElementsAre(9));
}

TEST(NestedFactors, HaveTheAlternativesOfWhatIsMadeOfThem) {
  const auto nested = [](const auto& generator) {
    const std::vector<Factor> result = nested_factors(generator.structure());
    EXPECT_EQ(levels_of(result), factors(generator.structure()));
    return to_string(result);
  };
  const auto number =
      alternatives(range(0, 2), lists_of(range(0, 1), 2, 2).map([](const auto& bits) { return bits[0]; }));
  EXPECT_EQ(nested(number), "[[[3],[2,2]]]");
  EXPECT_EQ(nested(tuples(booleans(), number, range(1, 5))), "[2,[[3],[2,2]],5]");
  EXPECT_EQ(nested(alternatives(just(1), just(2))), "[2]") << "no choices within";
  EXPECT_EQ(nested(alternatives(number)), "[[[3],[2,2]]]") << "one alternative is no choice";
  EXPECT_EQ(nested(alternatives(just(9), number)), "[[[1],[[[3],[2,2]]]]]");
  EXPECT_EQ(nested(alternatives(elements(std::vector<int>{}), range(0, 3))), "[[[4]]]") << "nothing of what is empty";
  EXPECT_EQ(to_string(std::vector<Factor>{}), "[]");
}

TEST(NestedFactors, ChoicesThatFollowEachAlternativeAreFactorsBesideIt) {
  const auto hole = [](int size) { return range(1, size).named("hole"); };
  const auto text = [&](int of) { return hole(of).map([](int value) { return std::to_string(value); }); };
  const auto nested = [](const auto& generator) {
    const std::vector<Factor> result = nested_factors(generator.structure());
    EXPECT_EQ(MixedRadix(levels_of(result)).size(), generator.size());
    return to_string(result);
  };
  EXPECT_EQ(nested(alternatives(text(3), text(3), text(3))), "[3,3]");
  EXPECT_EQ(nested(tuples(booleans(), alternatives(text(3), text(3)))), "[2,2,3]");
  EXPECT_EQ(nested(alternatives(text(3), text(4))), "[[[3],[4]]]") << "other values";
  EXPECT_EQ(nested(alternatives(text(3), just(std::string("0")))), "[[[3],[1]]]") << "one has no such choice";
  EXPECT_EQ(nested(alternatives(range(0, 2), range(5, 7))), "[[[3],[3]]]") << "nothing says that they are the same";
  EXPECT_EQ(nested(alternatives(alternatives(text(3), text(3)), alternatives(text(3), text(3)))), "[2,2,3]");
}

TEST(NestedFactors, HaveNoAlternativesWhereThereAreVeryMany) {
  Structure many{"alternatives", "", 0, {}, Contribution::alternatives};
  for (int i = 0; i < 5'000; ++i) many.children.push_back({"elements", "", 2});
  many.size = 10'000;
  EXPECT_EQ(to_string(nested_factors(many)), "[10000]");
  many.children.resize(1'000);
  many.size = 2'000;
  EXPECT_EQ(nested_factors(many).front().alternatives.size(), 1'000u);
  const Structure rows{"rows", "", 0, std::vector<Structure>(5, many), Contribution::components};
  const std::vector<Factor> some = nested_factors(rows);
  EXPECT_EQ(levels_of(some), factors(rows));
  EXPECT_EQ(some.front().alternatives.size(), 1'000u);
  EXPECT_EQ(some.back(), Factor(2'000));
}

TEST(Summary, FollowsTheSameRoles) {
  const Structure two{"elements", "x", 2}, three{"elements", "y", 3};
  const Structure rows{"rows", "", 6, {two, three}, Contribution::components};
  EXPECT_EQ(summary(rows), "x 2 x y 3");
  EXPECT_EQ(summary({"product", "", 6, {two, three}}), "product 6");
  EXPECT_EQ(summary({"checked", "", 4, {rows}, Contribution::child}), "x 2 x y 3");
  EXPECT_EQ(summary({"followed", "", 9, {two}, Contribution::linked}), "linked x 9");
}

TEST(Factors, AreTheDigitsOfTheOrdinal) {
  // Choice i of an input is the level of factor i, where every factor is a choice.
  const auto space =
      tuples(elements("a", "b", "c").named("x"), tuples(booleans(), range(0, 4)), lists_of(range(0, 1), 2, 2));
  const MixedRadix radix(factors_of(space));
  LevelRow levels;
  for (Ordinal ordinal = 0; ordinal < space.size(); ++ordinal) {
    radix.levels(ordinal, levels);
    const Choices vector = choices(space, ordinal);
    ASSERT_EQ(vector.size(), levels.size());
    for (std::size_t i = 0; i < levels.size(); ++i) ASSERT_EQ(vector[i].index, levels[i]);
  }
}

}  // namespace
}  // namespace smallscope::generators
