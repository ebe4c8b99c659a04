// SPDX-License-Identifier: Apache-2.0
// Rings against sorting the whole space.
#include <smallscope/generators/rings.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

#include <smallscope/generators/randomness.hpp>

namespace smallscope::generators {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::IsEmpty;

std::vector<Ordinal> all_of(Rings rings) {
  std::vector<Ordinal> all;
  while (const auto ordinal = rings.next()) all.push_back(*ordinal);
  return all;
}

/// Every ordinal but the center, by the number of levels that differ, their differences, and the ordinal.
std::vector<Ordinal> sorted(const std::vector<Ordinal>& factors, Ordinal center) {
  const MixedRadix radix(factors);
  LevelRow here, there;
  radix.levels(center, here);
  std::vector<std::tuple<Ordinal, Ordinal, Ordinal>> keyed;
  for (Ordinal ordinal = 0; ordinal < radix.size(); ++ordinal) {
    if (ordinal == center) continue;
    radix.levels(ordinal, there);
    Ordinal differing = 0, sum = 0;
    for (std::size_t i = 0; i < here.size(); ++i) {
      differing += here[i] != there[i] ? 1 : 0;
      sum += std::max(here[i], there[i]) - std::min(here[i], there[i]);
    }
    keyed.emplace_back(differing, sum, ordinal);
  }
  std::ranges::sort(keyed);
  std::vector<Ordinal> ordinals;
  for (const auto& key : keyed) ordinals.push_back(std::get<2>(key));
  return ordinals;
}

TEST(Rings, AreTheWholeSpaceNearestFirst) {
  Randomness random(7);
  for (int round = 0; round < 200; ++round) {
    std::vector<Ordinal> factors;
    Ordinal size = 1;
    for (std::size_t i = 0; i < 1 + random.next() % 4; ++i) {
      factors.push_back(1 + random.next() % 6);
      size *= factors.back();
    }
    const Ordinal center = random.next() % size;
    EXPECT_THAT(all_of(Rings(factors, center)), ElementsAreArray(sorted(factors, center)));
  }
}

TEST(Rings, SayHowFarTheyAre) {
  Rings rings({2, 3}, 0);
  std::vector<std::size_t> distances{rings.ring()};
  while (rings.next()) distances.push_back(rings.ring());
  EXPECT_THAT(distances, ElementsAre(0, 1, 1, 1, 2, 2));
  EXPECT_EQ(rings.next(), std::nullopt) << "it stays at the end";
}

TEST(Rings, OfAHugeSpaceBeginAtOnce) {
  // 10^18 inputs: eighteen digits.
  Rings digits(std::vector<Ordinal>(18, 10), 0);
  EXPECT_EQ(digits.next(), 1u);
  EXPECT_EQ(digits.next(), 10u);
  for (int i = 0; i < 5'000; ++i) ASSERT_TRUE(digits.next());
  EXPECT_EQ(digits.ring(), 2u) << "162 inputs differ in one digit, 12,393 in two";
  Rings one({std::uint64_t{1} << 60u}, 1'000);
  EXPECT_EQ(one.next(), 999u);
  EXPECT_EQ(one.next(), 1'001u);
}

TEST(Rings, OfOneInputAreEmpty) {
  EXPECT_THAT(all_of(Rings({}, 0)), IsEmpty());
  EXPECT_THAT(all_of(Rings({1, 1}, 0)), IsEmpty());
  EXPECT_THROW(Rings({2, 3}, 6), std::out_of_range);
}

}  // namespace
}  // namespace smallscope::generators
