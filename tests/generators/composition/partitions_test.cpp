// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <smallscope/generators/composition/partitions.hpp>

#include "laws.hpp"

namespace smallscope::generators {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Compositions, ComeByParts) {
  EXPECT_THAT(values(compositions(4)),
              ElementsAre(ElementsAre(4), ElementsAre(1, 3), ElementsAre(2, 2), ElementsAre(3, 1), ElementsAre(1, 1, 2),
                          ElementsAre(1, 2, 1), ElementsAre(2, 1, 1), ElementsAre(1, 1, 1, 1)));
  EXPECT_THAT(values(compositions(4, 2, 2)), ElementsAre(ElementsAre(1, 3), ElementsAre(2, 2), ElementsAre(3, 1)));
  EXPECT_EQ(compositions(30).size(), Ordinal{1} << 29);
  expect_laws(compositions(7));
  expect_laws(compositions(7, 3, 5));
}

TEST(Compositions, OfNothingIsTheEmptyOne) {
  EXPECT_THAT(values(compositions(0)), ElementsAre(ElementsAre()));
  EXPECT_EQ(compositions(0, 1, 3).size(), 0u);
  EXPECT_EQ(compositions(3, 0, 0).size(), 0u);
  EXPECT_EQ(compositions(3, 4, 5).size(), 0u);
  EXPECT_EQ(compositions(1, 1, 1).size(), 1u);
  EXPECT_THAT(error_of([] { compositions(3, 2, 1); }), HasSubstr("least 2 parts, greatest 1; swap them"));
}

TEST(SetPartitions, AreBellNumbers) {
  EXPECT_THAT(values(set_partitions<char>({'a', 'b', 'c'})),
              ElementsAre(ElementsAre(ElementsAre('a', 'b', 'c')), ElementsAre(ElementsAre('a', 'b'), ElementsAre('c')),
                          ElementsAre(ElementsAre('a', 'c'), ElementsAre('b')),
                          ElementsAre(ElementsAre('a'), ElementsAre('b', 'c')),
                          ElementsAre(ElementsAre('a'), ElementsAre('b'), ElementsAre('c'))));
  const std::vector<Ordinal> bell{1, 1, 2, 5, 15, 52, 203, 877, 4140};
  for (std::size_t n = 0; n < bell.size(); ++n) EXPECT_EQ(set_partitions(std::vector<int>(n)).size(), bell[n]);
  EXPECT_EQ(set_partitions(std::vector<int>(5), 2).size(), 16u);
  expect_laws(set_partitions<int>({1, 2, 3, 4, 5}));
  EXPECT_EQ(check(set_partitions<int>({1, 2, 3, 4, 5, 6})).repeated, 0u);
}

}  // namespace
}  // namespace smallscope::generators
