// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators/composition/atoms.hpp>

#include <cstdint>
#include <limits>

#include <gmock/gmock.h>

#include "laws.hpp"

namespace smallscope::generators {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

enum class Colour { red, green };

TEST(Elements, DenoteTheListedValuesInOrder) {
  EXPECT_THAT(values(elements(3, 1, 2)), ElementsAre(3, 1, 2));
  EXPECT_THAT(values(elements("b", "a")), ElementsAre("b", "a"));
  EXPECT_THAT(values(elements(std::vector<double>{0.5})), ElementsAre(0.5));
  EXPECT_THAT(values(just(std::string("x"))), ElementsAre("x"));
  EXPECT_THAT(values(booleans()), ElementsAre(false, true));
  EXPECT_THAT(values(characters("ba")), ElementsAre('b', 'a'));
}

TEST(Elements, HoldTheLaws) {
  expect_laws(elements(3, 1, 2));
  expect_laws(elements("b", "a", ""));
  expect_laws(booleans());
  expect_laws(just(7));
  expect_laws(enumeration<Colour>({{"red", Colour::red}, {"green", Colour::green}}));
}

TEST(Elements, AnEmptyListIsALegalEmptySet) {
  const auto none = elements(std::vector<int>{});
  EXPECT_EQ(none.size(), 0u);
  expect_laws(none);
}

TEST(Elements, LabelsAreWhatChoicesShow) {
  const auto colours = enumeration<Colour>({{"red", Colour::red}, {"green", Colour::green}}).named("colour");
  EXPECT_EQ(choices(colours, 1), (Choices{{"colour", 1, "green"}}));
  EXPECT_EQ(choices(booleans().named("flag"), 0), (Choices{{"flag", 0, "false"}}));
  EXPECT_TRUE(choices(just(7).named("seven"), 0).empty()) << "one value leaves nothing to choose";
}

TEST(Range, IncludesBothBounds) {
  EXPECT_THAT(values(range(-1, 2)), ElementsAre(-1, 0, 1, 2));
  EXPECT_THAT(values(range('a', 'c')), ElementsAre('a', 'b', 'c'));
  expect_laws(range(-3, 3));
  expect_laws(range<std::int8_t>(-128, 127));
  expect_laws(range(5, 5));
}

TEST(Range, ReachesTheEndsOfItsType) {
  const auto all = range(std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max() - 2);
  EXPECT_EQ(all.size(), uncounted - 1) << "the greatest size there is";
  EXPECT_EQ(all.at(0), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(all.at(all.size() - 1), std::numeric_limits<std::int64_t>::max() - 2);
}

TEST(Range, InvertedBoundsAndOverflowAreErrors) {
  EXPECT_THAT(error_of([] { range(2, 1); }), HasSubstr("inverted: first 2, last 1; swap them"));
  EXPECT_THAT(error_of([] { range<std::uint64_t>(0, std::numeric_limits<std::uint64_t>::max()); }),
              HasSubstr("overflows 64 bits"));
}

TEST(Characters, RepeatedOnesAreAnError) {
  EXPECT_THAT(error_of([] { characters("aba"); }), HasSubstr("'a' stands twice"));
}

}  // namespace
}  // namespace smallscope::generators
