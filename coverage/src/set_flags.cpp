// SPDX-License-Identifier: Apache-2.0
#include "set_flags.hpp"

#include <bit>
#include <cstring>

#include "layout.h"

namespace smallscope::coverage {

namespace {

constexpr std::size_t word_size = sizeof(std::uint64_t);

std::uint64_t word_at(std::span<const unsigned char> bytes, std::size_t at) {
  std::uint64_t word = 0;
  if (at + word_size <= bytes.size()) {
    std::memcpy(&word, bytes.data() + at, word_size);
  } else {
    std::memcpy(&word, bytes.data() + at, bytes.size() - at);
  }
  if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
  return word;
}

/// Bit i is the lowest bit of byte i. The product moves each to the highest byte.
std::uint64_t lowest_bits(std::uint64_t word) { return ((word & 0x0101010101010101) * 0x0102040810204080) >> 56; }

template <typename Use>
void for_each_cell(std::span<const unsigned char> bytes, const Use& use) {
  for (std::size_t at = 0; at < bytes.size(); at += word_size) {
    if (word_at(bytes, at) == 0) continue;
    for (std::size_t i = at; i < bytes.size() && i < at + word_size; ++i) use(static_cast<std::uint32_t>(i), bytes[i]);
  }
}

void append_bits(std::uint32_t bits, std::uint32_t first, std::vector<std::uint32_t>& to) {
  for (; bits != 0; bits &= bits - 1) to.push_back(first + static_cast<std::uint32_t>(std::countr_zero(bits)));
}

/// The bits of a file of returns, as those of kinds from Kind::negative on.
std::uint32_t kinds_returned(std::uint32_t byte) {
  constexpr std::uint32_t integers = 0xf, null = 1 << 4, not_null = 1 << 5, different = 1 << 6;
  if ((byte & smallscope_coverage_return_pointer) == 0)
    return (byte & integers) | ((byte & smallscope_coverage_return_different) != 0 ? different : 0);
  return ((byte & smallscope_coverage_return_zero) != 0 ? null : 0) |
         ((byte & smallscope_coverage_return_greater) != 0 ? not_null : 0);
}

}  // namespace

void append_set(std::span<const unsigned char> flags, std::uint32_t first, std::vector<std::uint32_t>& to) {
  constexpr std::size_t step = 64;
  for (std::size_t at = 0; at < flags.size(); at += step) {
    std::uint64_t set = 0;
    for (std::size_t i = 0; i < step && at + i < flags.size(); i += word_size) {
      set |= lowest_bits(word_at(flags, at + i)) << i;
    }
    std::size_t size = to.size();
    to.resize(size + static_cast<std::size_t>(std::popcount(set)));
    for (; set != 0; set &= set - 1) {
      to[size++] = first + static_cast<std::uint32_t>(at) + static_cast<std::uint32_t>(std::countr_zero(set));
    }
  }
}

void append_cells(std::span<const unsigned char> bytes, std::uint32_t first, std::vector<std::uint32_t>& to) {
  for_each_cell(bytes, [&](std::uint32_t cell, std::uint32_t byte) {
    const std::uint32_t rest = byte >> smallscope_coverage_cell_shift & (smallscope_coverage_cell - 1);
    append_bits(byte & 0xfU, first + 4 * (smallscope_coverage_cell * cell + rest), to);
  });
}

void append_returns(std::span<const unsigned char> bytes, std::uint32_t first, std::vector<std::uint32_t>& to) {
  for_each_cell(bytes, [&](std::uint32_t cell, std::uint32_t byte) {
    const std::uint32_t rest = byte >> smallscope_coverage_return_shift & (smallscope_coverage_cell - 1);
    append_bits(kinds_returned(byte), first + 8 * (smallscope_coverage_cell * cell + rest), to);
  });
}

}  // namespace smallscope::coverage
