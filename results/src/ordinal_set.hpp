// SPDX-License-Identifier: Apache-2.0
// A set of 64-bit ordinals: one compressed 32-bit bitmap for each chunk of 2^20 ordinals that is not empty.
#pragma once

#include <algorithm>
#include <map>
#include <roaring/roaring.hh>
#include <smallscope/generators/ordinal.hpp>

namespace smallscope::results {

using generators::Ordinal;

class OrdinalSet {
 public:
  static constexpr int chunk_bits = 20;
  static constexpr Ordinal chunk_mask = (Ordinal{1} << chunk_bits) - 1;

  void add(Ordinal ordinal) { chunks_[ordinal >> chunk_bits].add(static_cast<std::uint32_t>(ordinal & chunk_mask)); }
  /// Adds [first, last).
  void add(Ordinal first, Ordinal last) {
    while (first < last) {
      const Ordinal end = std::min(last - 1, first | chunk_mask);  // the last one in this chunk
      chunks_[first >> chunk_bits].addRange(first & chunk_mask, (end & chunk_mask) + 1);
      first = end + 1;
    }
  }
  /// By chunk number, ascending.
  std::map<Ordinal, Roaring>& chunks() { return chunks_; }

  /// Visits the half-open ranges of a chunk, ascending.
  template <class Visit>
  static void for_each_range(Ordinal chunk, const Roaring& bitmap, Visit visit) {
    const Ordinal base = chunk << chunk_bits;
    Ordinal first = 0, last = 0;
    for (const std::uint32_t low : bitmap) {
      if (first != last && low == last) {
        ++last;
        continue;
      }
      if (first != last) visit(base + first, base + last);
      first = low;
      last = first + 1;
    }
    if (first != last) visit(base + first, base + last);
  }

 private:
  std::map<Ordinal, Roaring> chunks_;
};

}  // namespace smallscope::results
