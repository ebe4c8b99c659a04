// SPDX-License-Identifier: Apache-2.0
#include "positional_counts.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace smallscope::diagnosis {

namespace {

using Word = std::uint64_t;
constexpr std::size_t block = 16;   // rows that the adders take together
constexpr std::size_t slices = 12;  // bits of a vertical counter: 16 in each of 255 blocks need twelve

/// A full adder for 64 bits at a time: high and low are the two digits of a + b + c.
inline void add_carry_save(Word& high, Word& low, Word a, Word b, Word c) {
  const Word half = a ^ b;
  high = (a & b) | (half & c);
  low = half ^ c;
}

/// The vertical counters of one column of words, after a block: ones, twos, fours, eights, then sixteens and beyond.
struct Counter {
  std::array<Word, slices> digit{};

  void add(const Word* const* rows, std::size_t word) {
    const auto at = [&](std::size_t row) { return rows[row][word]; };
    Word twos_a, twos_b, fours_a, fours_b, eights_a, eights_b, sixteens;
    Word &ones = digit[0], &twos = digit[1], &fours = digit[2], &eights = digit[3];
    const auto four_of = [&](Word& fours_out, std::size_t first) {
      add_carry_save(twos_a, ones, ones, at(first), at(first + 1));
      add_carry_save(twos_b, ones, ones, at(first + 2), at(first + 3));
      add_carry_save(fours_out, twos, twos, twos_a, twos_b);
    };
    const auto eight_of = [&](Word& eights_out, std::size_t first) {
      four_of(fours_a, first);
      four_of(fours_b, first + 4);
      add_carry_save(eights_out, fours, fours, fours_a, fours_b);
    };
    eight_of(eights_a, 0);
    eight_of(eights_b, 8);
    add_carry_save(sixteens, eights, eights, eights_a, eights_b);
    for (std::size_t slice = 4; slice < slices && sixteens != 0; ++slice) {
      const Word carry = digit[slice] & sixteens;
      digit[slice] ^= sixteens;
      sixteens = carry;
    }
  }

  void flush(std::uint32_t times, std::uint32_t* counts) {
    for (std::size_t slice = 0; slice < slices; ++slice) {
      for (std::size_t bit = 0; bit < 64; ++bit)
        counts[bit] += (static_cast<std::uint32_t>(digit[slice] >> bit) & 1u) * (times << slice);
      digit[slice] = 0;
    }
  }
};

}  // namespace

void add_positional_counts(const std::vector<const Word*>& rows, std::size_t width, std::uint32_t times,
                           std::vector<std::uint32_t>& counts) {
  constexpr std::size_t blocks_to_flush = 255;
  const std::vector<Word> nothing(width);
  std::vector<Counter> counters(width);
  std::size_t blocks = 0;
  const auto flush = [&] {
    for (std::size_t word = 0; word < width; ++word) counters[word].flush(times, counts.data() + word * 64);
    blocks = 0;
  };
  for (std::size_t first = 0; first < rows.size(); first += block) {
    std::array<const Word*, block> taken;
    taken.fill(nothing.data());
    std::copy_n(rows.begin() + static_cast<std::ptrdiff_t>(first), std::min(block, rows.size() - first), taken.begin());
    for (std::size_t word = 0; word < width; ++word) counters[word].add(taken.data(), word);
    if (++blocks == blocks_to_flush) flush();
  }
  flush();
}

}  // namespace smallscope::diagnosis
