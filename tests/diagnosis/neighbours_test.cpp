// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/neighbours.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

namespace smallscope::diagnosis {
namespace {

using generators::Choices;
using testing::ElementsAre;

/// A space of three digits; the last one exists if the first is even.
Choices digits(Ordinal ordinal) {
  Choices choices{{"a", ordinal / 100, ""}, {"b", ordinal / 10 % 10, ""}};
  if (ordinal / 100 % 2 == 0) choices.push_back({"c", ordinal % 10, ""});
  return choices;
}

std::vector<Ordinal> all() {
  std::vector<Ordinal> inputs(1'000);
  std::iota(inputs.begin(), inputs.end(), 0);
  return inputs;
}

TEST(Neighbours, DistanceCountsChoicesThatDifferOrAreMissing) {
  EXPECT_EQ(distance(digits(222), digits(222)), 0u);
  EXPECT_EQ(distance(digits(222), digits(227)), 1u);
  EXPECT_EQ(distance(digits(222), digits(447)), 3u) << "all";
  EXPECT_EQ(distance(digits(222), digits(322)), 2u) << "a, and c is missing";
  EXPECT_EQ(distance(digits(322), digits(222)), 2u);
  EXPECT_EQ(distance(digits(322), digits(327)), 0u) << "the last digit is no choice of theirs";
}

TEST(Neighbours, DifferInOneChoiceFromSomeFailingInput) {
  const std::vector<Ordinal> failing{222, 229};
  const std::vector<Ordinal> found = neighbours(failing, all(), digits);
  std::vector<Ordinal> expected;
  for (Ordinal ordinal = 0; ordinal < 1'000; ++ordinal) {
    const bool is_near = ordinal / 10 == 22 || ((ordinal % 10 == 2 || ordinal % 10 == 9) && ordinal / 100 % 2 == 0 &&
                                                ((ordinal / 100 == 2) != (ordinal / 10 % 10 == 2)));
    if (is_near) expected.push_back(ordinal);
  }
  EXPECT_EQ(found, expected);
}

TEST(Neighbours, NearestComeFirstAndTheLeastOfThoseEquallyNear) {
  EXPECT_THAT(nearest(222, all(), 4, digits), ElementsAre(22, 202, 212, 220, 222));
  EXPECT_THAT(nearest(222, std::vector<Ordinal>{5, 222}, 9, digits), ElementsAre(5, 222));
}

TEST(Neighbours, AroundAnInputEachChoiceChangesInTurn) {
  EXPECT_THAT(around(222, all(), 8, digits), ElementsAre(22, 212, 221, 422, 232, 223, 622, 202))
      << "a becomes 0, b 1, c 1, then a 4, b 3, c 3; with an odd a there is no c";
  EXPECT_THAT(around(222, std::vector<Ordinal>{222, 227, 347, 442}, 8, digits), ElementsAre(227, 442, 347));
  EXPECT_THAT(around(222, std::vector<Ordinal>{222}, 8, digits), ElementsAre());
}

TEST(Neighbours, ARestrictedSpectrumHasOnlyTheseTests) {
  Spectrum spectrum({{.name = "first"}, {.name = "second"}});
  for (Ordinal ordinal = 0; ordinal < 10; ++ordinal)
    spectrum.add(ordinal, ordinal % 3 == 0 ? Outcome::fail : Outcome::pass,
                 std::vector<Column>{static_cast<Column>(ordinal % 2)});
  const Spectrum few = restricted(spectrum, std::vector<Ordinal>{1, 3, 6});
  EXPECT_EQ(few.tests(), 3u);
  EXPECT_EQ(few.failing(), 2u);
  EXPECT_EQ(few.counts()[0], (Counts{.ef = 1, .ep = 0, .nf = 1, .np = 1}));
  EXPECT_EQ(few.elements(), spectrum.elements());
}

}  // namespace
}  // namespace smallscope::diagnosis
