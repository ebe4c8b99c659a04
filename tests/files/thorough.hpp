// SPDX-License-Identifier: Apache-2.0
// Tests that take minutes, those of real engines above all, look at a part of their inputs in the ordinary suite, and
// at all of them after `scripts/test --thorough`.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <vector>

/// Whether $SMALLSCOPE_TEST_THOROUGH is set, and not empty.
inline bool thorough() {
  const char* const wish = std::getenv("SMALLSCOPE_TEST_THOROUGH");
  return wish != nullptr && *wish != '\0';
}

/// The stride of a loop over all of something: 1 in a thorough suite, `every` in the ordinary one. Choose a prime, so
/// that the part meets all values of regular spaces.
inline std::size_t stride_of(std::size_t every) { return thorough() ? 1 : every; }

/// Each n-th item, in their sequence; n as stride_of(every) says.
template <class Item>
std::vector<Item> part_of(const std::vector<Item>& items, std::size_t every) {
  std::vector<Item> part;
  for (std::size_t at = 0; at < items.size(); at += stride_of(every)) part.push_back(items[at]);
  return part;
}
