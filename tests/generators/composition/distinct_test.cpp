// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <smallscope/generators/composition/distinct.hpp>
#include <smallscope/generators/composition/product.hpp>

#include "laws.hpp"

namespace smallscope::generators {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

TEST(Distinct, KeepsTheFirstOfEveryValueAtItsOrdinal) {
  const auto remainders = distinct(range(0, 9).map([](int n) { return n % 3 * 2; }));
  EXPECT_EQ(remainders.size(), 10u);
  EXPECT_THAT(walked(remainders, 0, 10), ElementsAre(Pair(0u, 0), Pair(1u, 2), Pair(2u, 4)));
  EXPECT_EQ(remainders.at(2), 4);
  EXPECT_EQ(remainders.at(3), std::nullopt);
  EXPECT_THROW((void)remainders.at(10), std::out_of_range);
  expect_laws(remainders);
  EXPECT_EQ(to_string(remainders.structure()), "distinct 10(range 10)");
}

TEST(Distinct, OfDistinctValuesIsTheSame) {
  const auto points = tuples(range(0, 9), booleans());
  EXPECT_EQ(values(distinct(points)), values(points));
  expect_laws(distinct(points));
  expect_laws(distinct(elements(std::vector<int>{})));
}

TEST(Distinct, LeavesDiscardsOut) {
  const auto sums = tuples(range(0, 5), range(0, 5).filter([](int n) { return n != 2; })).map([](const auto& pair) {
    return std::to_string(std::get<0>(pair) + std::get<1>(pair));
  });
  const auto once = distinct(sums);
  expect_laws(once);
  EXPECT_EQ(check(once).repeated, 0u);
  EXPECT_EQ(check(once).inputs(), 11u);
  expect_laws(tuples(once, booleans()));
}

TEST(Distinct, ATooLargeSpaceIsAnError) {
  EXPECT_THAT(error_of([] { distinct(range(0, 1 << 24)); }), HasSubstr("16777217 ordinals, more than the 16777216"));
}

TEST(Repetitions, EqualHashesAreComparedInFull) {
  // A hash of two values only: everything collides, and the comparison must tell the values apart.
  Repetitions repetitions([](std::string_view bytes) { return Hash128{0, static_cast<unsigned char>(bytes[0]) % 2u}; });
  const std::vector<char> values{'a', 'b', 'c', 'a', 'd', 'b', 'a'};
  for (std::size_t i = 0; i < values.size(); ++i) {
    Encoding encoding;
    encoding.add(values[i]);
    repetitions.add(i, encoding);
  }
  std::vector<std::pair<Ordinal, Ordinal>> found;
  repetitions.find([&](Ordinal a, Ordinal b) { return values[a] == values[b]; },
                   [&](Ordinal first, Ordinal again) { found.emplace_back(first, again); });
  EXPECT_THAT(found, testing::UnorderedElementsAre(Pair(0u, 3u), Pair(0u, 6u), Pair(1u, 5u)));
  found.clear();
  repetitions.find([](Ordinal, Ordinal) { return true; }, [&](Ordinal a, Ordinal b) { found.emplace_back(a, b); });
  EXPECT_THAT(found, IsEmpty()) << "what was added is forgotten";
}

}  // namespace
}  // namespace smallscope::generators
