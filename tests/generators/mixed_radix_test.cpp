// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <smallscope/generators/mixed_radix.hpp>

#include "laws.hpp"

namespace smallscope::generators {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(MixedRadix, CountsLikeAnOdometer) {
  for (const std::vector<Ordinal>& factors :
       std::vector<std::vector<Ordinal>>{{}, {1}, {5}, {2, 3}, {3, 1, 4, 2}, {0, 3}}) {
    const MixedRadix radix(factors);
    LevelRow expected(factors.size(), 0), levels;
    for (Ordinal ordinal = 0; ordinal < radix.size(); ++ordinal) {
      radix.levels(ordinal, levels);
      ASSERT_EQ(levels, expected);
      ASSERT_EQ(radix.ordinal(levels), ordinal);
      for (std::size_t i = factors.size(); i-- > 0;) {  // the last one turns fastest
        if (++expected[i] < factors[i]) break;
        expected[i] = 0;
      }
    }
    EXPECT_EQ(expected, LevelRow(factors.size(), 0)) << "the size is the whole round";
    EXPECT_THROW(radix.levels(radix.size(), levels), std::out_of_range);
  }
  EXPECT_EQ(MixedRadix({}).size(), 1u);
  EXPECT_EQ(MixedRadix({1u << 31, 1u << 31, 1u << 31, 0}).size(), 0u) << "no overflow where there is nothing";
}

TEST(MixedRadix, ReachesTheEndsOf64Bits) {
  const MixedRadix radix({Ordinal{1} << 32, (Ordinal{1} << 32) - 1});
  LevelRow levels;
  radix.levels(radix.size() - 1, levels);
  EXPECT_THAT(levels, ElementsAre((Ordinal{1} << 32) - 1, (Ordinal{1} << 32) - 2));
  EXPECT_EQ(radix.ordinal(levels), radix.size() - 1);
}

TEST(MixedRadix, ExplainsWhatIsWrong) {
  EXPECT_THAT(error_of([] { MixedRadix({Ordinal{1} << 32, Ordinal{1} << 32}); }), HasSubstr("overflows 64 bits"));
  const MixedRadix radix({2, 3});
  EXPECT_THAT(error_of([&] { (void)radix.ordinal(LevelRow{1}); }), HasSubstr("1 levels for 2 factors"));
  EXPECT_THAT(error_of([&] { (void)radix.ordinal(LevelRow{1, 3}); }), HasSubstr("factor 1 has no level 3"));
}

}  // namespace
}  // namespace smallscope::generators
