// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <random>
#include <smallscope/clustering/known_faults/ordinal_text.hpp>
#include <stdexcept>

namespace smallscope::clustering {
namespace {

using generators::Ordinal;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::ThrowsMessage;

std::vector<Ordinal> read_back(const std::vector<std::string>& lines) {
  std::vector<Ordinal> all;
  for (const std::string& line : lines)
    for (const Ordinal ordinal : ordinals_of(line, 100'000)) all.push_back(ordinal);
  return all;
}

TEST(OrdinalText, HasRangesAndSteps) {
  EXPECT_THAT(ordinal_lines(std::vector<Ordinal>{0, 1, 2, 3, 7, 9, 12, 24, 36, 48, 50}),
              ElementsAre("0-3 7 9 12-48/12 50"));
  EXPECT_THAT(ordinal_lines(std::vector<Ordinal>{4, 5}), ElementsAre("4-5"));
  EXPECT_THAT(ordinal_lines(std::vector<Ordinal>{}), IsEmpty());
  EXPECT_THAT(ordinals_of("  0-3 7 12-48/12", 9), ElementsAre(0, 1, 2, 3, 7, 12, 24, 36, 48));
  EXPECT_THAT(ordinals_of("3-9/4 5-6/7", 9), ElementsAre(3, 7, 5)) << "steps need not reach the end";
  EXPECT_THAT(ordinals_of("18446744073709551613-18446744073709551615/2", 2), ElementsAre(UINT64_MAX - 2, UINT64_MAX));
}

TEST(OrdinalText, ASetOfRegularOrdinalsIsShort) {
  // a = 1 in a space of 10 x 10 x 10, and c = 3 in it.
  std::vector<Ordinal> block(100), column;
  std::iota(block.begin(), block.end(), Ordinal{100});
  for (Ordinal ordinal = 3; ordinal < 1000; ordinal += 10) column.push_back(ordinal);
  EXPECT_THAT(ordinal_lines(block), ElementsAre("100-199"));
  EXPECT_THAT(ordinal_lines(column), ElementsAre("3-993/10"));
}

TEST(OrdinalText, EverySetIsReadBack) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 200; ++round) {
    std::vector<Ordinal> ordinals;
    const std::uint64_t density = 1 + random() % 20;
    for (Ordinal ordinal = 0; ordinal < 400; ++ordinal)
      if (random() % density == 0) ordinals.push_back(ordinal);
    const std::vector<std::string> lines = ordinal_lines(ordinals, 40);
    EXPECT_EQ(read_back(lines), ordinals);
    for (const std::string& line : lines) EXPECT_LE(line.size(), 40u);
  }
}

TEST(OrdinalText, OtherWordsAreRefusedWithTheRemedy) {
  for (const char* word : {"x", "3-", "-3", "9-3", "3-9/0", "3-9/", "3,4", "+3", "18446744073709551616", "3-9-12"})
    EXPECT_THAT([&] { ordinals_of(word, 100); },
                ThrowsMessage<std::invalid_argument>(
                    HasSubstr(std::string("`") + word + "` is not an ordinal, a range such as 3-9")));
}

TEST(OrdinalText, AbsurdRangesTakeNoMemory) {
  EXPECT_THAT(ordinals_of("0-99", 100), SizeIs(100));
  EXPECT_THAT([] { ordinals_of("0-100", 100); }, ThrowsMessage<std::invalid_argument>(HasSubstr("more than 100")));
  EXPECT_THAT([] { ordinals_of("0-49 0-18446744073709551615", 100); },
              ThrowsMessage<std::invalid_argument>(HasSubstr("`0-18446744073709551615` makes more than 100 ordinals")));
}

}  // namespace
}  // namespace smallscope::clustering
