// SPDX-License-Identifier: Apache-2.0
#include "set_flags.hpp"

#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace smallscope::coverage {
namespace {

TEST(SetFlags, AreFoundAtEveryLengthAndDensity) {
  std::mt19937 random(7);
  for (std::size_t size = 0; size < 300; ++size) {
    std::vector<unsigned char> flags(size);
    for (unsigned char& flag : flags) flag = random() % (1 + size % 5) == 0 ? 1 : random() % 2 * 254;
    std::vector<std::uint32_t> expected = {99}, found = {99};
    for (std::size_t i = 0; i < size; ++i) {
      if ((flags[i] & 1) != 0) expected.push_back(static_cast<std::uint32_t>(i) + 17);
    }
    append_set(flags, 17, found);
    EXPECT_EQ(found, expected);
  }
}

TEST(SetFlags, CellsOfCode) {
  std::mt19937 random(7);
  for (std::size_t size = 0; size < 300; ++size) {
    std::vector<unsigned char> bytes(size);
    for (unsigned char& byte : bytes) byte = random() % 3 == 0 ? static_cast<unsigned char>(random()) : 0;
    std::vector<std::uint32_t> expected, found;
    for (std::uint32_t i = 0; i < size; ++i) {
      for (std::uint32_t bit = 0; bit < 4; ++bit) {
        if ((bytes[i] >> bit & 1) != 0) expected.push_back(5 + 16 * i + 4 * (bytes[i] / 16 % 4) + bit);
      }
    }
    append_cells(bytes, 5, found);
    EXPECT_EQ(found, expected);
  }
}

TEST(SetFlags, CellsOfReturns) {
  std::mt19937 random(7);
  for (std::size_t size = 0; size < 300; ++size) {
    std::vector<unsigned char> bytes(size);
    for (unsigned char& byte : bytes) byte = random() % 3 == 0 ? static_cast<unsigned char>(random()) : 0;
    std::vector<std::uint32_t> expected, found;
    for (std::uint32_t i = 0; i < size; ++i) {
      const std::uint32_t byte = bytes[i], begin = 5 + 32 * i + 8 * (byte / 32 % 4);
      // A pointer is null or not, whatever else a subject may have written.
      const std::vector<std::uint32_t> bits = byte < 128 ? std::vector<std::uint32_t>{1, 2, 4, 8, 0, 0, 16}
                                                         : std::vector<std::uint32_t>{0, 0, 0, 0, 2, 8, 0};
      for (std::uint32_t kind = 0; kind < bits.size(); ++kind)
        if ((byte & bits[kind]) != 0) expected.push_back(begin + kind);
    }
    append_returns(bytes, 5, found);
    EXPECT_EQ(found, expected);
  }
}

}  // namespace
}  // namespace smallscope::coverage
