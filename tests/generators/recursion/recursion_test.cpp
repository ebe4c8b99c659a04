// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <smallscope/generators/recursion/recursion.hpp>

#include "laws.hpp"

namespace smallscope::generators::recursion {
namespace {

using testing::HasSubstr;

constexpr std::size_t leaf = 0, node = 1;

/// Binary trees with two kinds of leaves and three of inner nodes, by nodes and leaves.
Counts trees(SizeBounds bounds) {
  return {{{"tree", {{"leaf", 1, {{std::nullopt, 2}}}, {"node", 1, {{std::nullopt, 3}, {0, 0}, {0, 0}}}}}}, 0, bounds};
}

TEST(Counts, AreExact) {
  const Counts counts = trees(size_up_to(5));
  EXPECT_EQ(counts.least(0), 1u);
  EXPECT_EQ(counts.values(0, 1), 2u);
  EXPECT_EQ(counts.values(0, 2), 0u);
  EXPECT_EQ(counts.values(0, 3), 3u * 2 * 2);
  EXPECT_EQ(counts.values(0, 5), 2u * (3 * 3) * (2 * 2 * 2));
  EXPECT_EQ(counts.values_of_rule(0, leaf, 1), 2u);
  EXPECT_EQ(counts.values_of_rule(0, leaf, 5), 0u);
  EXPECT_EQ(counts.values_of_rule(0, node, 5), counts.values(0, 5));
  EXPECT_EQ(counts.rest(0, node, 1, 4), 2u * 2 * 12) << "two trees of sizes 1 and 3 or 3 and 1";
  EXPECT_EQ(counts.rest(0, node, 3, 0), 1u);
}

TEST(Counts, SharesDivideAnOrdinalAmongTheSizesOfAComponent) {
  const Counts counts = trees(size_up_to(5));
  EXPECT_FALSE(counts.takes_all(0, node, 1));
  EXPECT_TRUE(counts.takes_all(0, node, 2));
  for (Ordinal ordinal = 0; ordinal < 48; ++ordinal) {
    const Share share = counts.share_of(0, node, 1, 4, ordinal);
    EXPECT_EQ(share.size, ordinal < 24 ? 1u : 3u);
    EXPECT_EQ(share.offset, ordinal < 24 ? 0u : 24u);
    EXPECT_EQ(share.stride, ordinal < 24 ? 12u : 2u);
    EXPECT_EQ(counts.offset_of(0, node, 1, 4, share.size), share.offset);
  }
}

TEST(Counts, BeyondTheBoundsThereAreNone) {
  const Counts counts = trees(size_up_to(5));
  counts.require_counted(5);
  EXPECT_THAT(error_of([&] { counts.require_counted(6); }), HasSubstr("of a size beyond 5"));
}

TEST(Counts, WrongBoundsAreErrors) {
  EXPECT_THAT(error_of([] { trees(size_between(3, 2)); }), HasSubstr("least size 3, greatest size 2; swap them"));
  EXPECT_THAT(error_of([] { trees(size_up_to(size_limit + 1)); }), HasSubstr("more than 2000; reduce it"));
  EXPECT_THAT(error_of([] { trees(size_up_to(101)); }), HasSubstr("overflows"));
}

}  // namespace
}  // namespace smallscope::generators::recursion
