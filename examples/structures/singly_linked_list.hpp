// SPDX-License-Identifier: Apache-2.0
// Lists with a given number of elements behind a header entry, where equal elements are the same object, like Korat's
// example SinglyLinkedList: as many as there are partitions of a set (Bell numbers). Values, for any thread.
#pragma once

#include <smallscope/generators/search/object_graphs.hpp>

namespace structures {

namespace gen = smallscope::generators;

inline auto singly_linked_lists(int count) {
  gen::GraphBounds bounds;
  const auto entry = bounds.objects("Entry", static_cast<std::size_t>(count) + 1);
  const auto object = bounds.objects("Object", static_cast<std::size_t>(count) + 1);
  const auto header = bounds.reference("header", entry);
  const auto size = bounds.integer("size", count, count);
  const auto element = bounds.reference(entry, "element", object);
  const auto next = bounds.reference(entry, "next", entry);
  return gen::object_graphs(bounds, [=](auto& list) {
    if (!list(header) || list(element, list(header))) return false;
    gen::Traversal entries;
    entries.visit(list(header));
    while (const gen::Reference current = entries.next())
      if (const gen::Reference following = list(next, current))
        if (!list(element, following) || !entries.visit(following)) return false;
    return entries.count() - 1 == list(size);
  });
}

}  // namespace structures
