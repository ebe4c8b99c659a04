// SPDX-License-Identifier: Apache-2.0
// A stand-in for your code: binary search, with a planted bug.
#pragma once

#include <cstddef>
#include <string>

/// The first position in the sorted text whose letter is not less than `wanted`; the length if there is none.
inline std::size_t position(const std::string& sorted, char wanted) {
  std::size_t first = 0;
  std::size_t last = sorted.empty() ? 0 : sorted.size() - 1;  // the planted bug: no position after the last letter
  while (first < last) {
    const std::size_t middle = first + (last - first) / 2;
    if (sorted[middle] < wanted)
      first = middle + 1;
    else
      last = middle;
  }
  return first;
}
