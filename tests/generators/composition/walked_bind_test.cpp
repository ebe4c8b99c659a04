// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <smallscope/generators/composition/atoms.hpp>
#include <smallscope/generators/composition/walked_bind.hpp>

#include "laws.hpp"

namespace smallscope::generators {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

/// The powers of two below a bound, of unknown number: a stand-in for a search.
struct Powers {
  using value_type = int;
  static constexpr bool can_discard = false;
  int below;
  template <class Sink>
  bool walk(Ordinal first, Ordinal last, Sink&& sink) const {
    Ordinal ordinal = 0;
    for (int power = 1; power < below && ordinal < last; power *= 2, ++ordinal)
      if (ordinal >= first && !sink(ordinal, power)) return false;
    return true;
  }
};

TEST(WalkedBind, WalksWhatCannotBeIndexed) {
  const auto ranges = walked_bind(Powers{5}, [](int power) { return range(power, power + 1); });
  static_assert(Generator<decltype(ranges)> && !IndexedGenerator<decltype(ranges)>);
  EXPECT_THAT(walked(ranges, 0, no_end),
              ElementsAre(Pair(0u, 1), Pair(1u, 2), Pair(2u, 2), Pair(3u, 3), Pair(4u, 4), Pair(5u, 5)));
  EXPECT_THAT(walked(ranges, 2, 5), ElementsAre(Pair(2u, 2), Pair(3u, 3), Pair(4u, 4)));
  EXPECT_THAT(walked(ranges, 6, 9), IsEmpty());
  EXPECT_THAT(walked(ranges, 3, 3), IsEmpty());
}

TEST(WalkedBind, NestsAndTakesIndexedFirstGenerators) {
  const auto powers = walked_bind(range(1, 5), [](int below) { return Powers{below}; });
  EXPECT_THAT(walked(powers, 0, no_end), ElementsAre(Pair(0u, 1), Pair(1u, 1), Pair(2u, 2), Pair(3u, 1), Pair(4u, 2),
                                                     Pair(5u, 1), Pair(6u, 2), Pair(7u, 4)));
  const auto nested = walked_bind(powers, [](int n) { return range(0, 4).filter([n](int m) { return m > n + 1; }); });
  EXPECT_THAT(walked(nested, 0, 6),
              ElementsAre(Pair(0u, 3), Pair(1u, 4), Pair(2u, 3), Pair(3u, 4), Pair(4u, 4), Pair(5u, 3)));
}

TEST(WalkedBind, StopsWithItsSink) {
  const auto ranges = walked_bind(Powers{100}, [](int power) { return range(0, power); });
  std::vector<int> seen;
  EXPECT_FALSE(ranges.walk(0, no_end, [&](Ordinal, int value) {
    seen.push_back(value);
    return seen.size() < 3;
  }));
  EXPECT_THAT(seen, ElementsAre(0, 1, 0));
}

}  // namespace
}  // namespace smallscope::generators
