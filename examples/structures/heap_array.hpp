// SPDX-License-Identifier: Apache-2.0
// Arrays up to a length that hold a heap in their first places and -1 behind it, like Korat's example HeapArray.
// Values, for any thread.
#pragma once

#include <smallscope/generators/search/object_graphs.hpp>

namespace structures {

namespace gen = smallscope::generators;

/// Lengths, sizes and elements up to `bound`.
inline auto heap_arrays(int bound) {
  gen::GraphBounds bounds;
  const auto size = bounds.integer("size", 0, bound);
  const auto length = bounds.integer("length", 0, bound);
  const auto element = bounds.integers("element", length, -1, bound);
  return gen::object_graphs(bounds, [=](auto& heap) {
    if (heap(size) > heap(length)) return false;
    const auto count = static_cast<std::size_t>(heap(size));
    for (std::size_t i = 0; i < count; ++i) {
      if (heap(element, i) == -1) return false;
      if (i > 0 && heap(element, i) > heap(element, (i - 1) / 2)) return false;
    }
    for (std::size_t i = count; i < static_cast<std::size_t>(heap(length)); ++i)
      if (heap(element, i) != -1) return false;
    return true;
  });
}

}  // namespace structures
