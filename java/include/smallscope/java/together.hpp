// SPDX-License-Identifier: Apache-2.0
// Lists of one fragment that become lists of several: how fields, references and members are merged in this library.
//
// Generators are immutable and may be shared by threads.
#pragma once

#include <utility>
#include <vector>

#include <smallscope/generators/merging/merge.hpp>
#include <smallscope/java/syntax.hpp>

namespace smallscope::java {

/// The values of `fragments` as lists of one; from the level of `merging` on, lists of several neighbours in order.
/// Size: that of `fragments`, at merged levels divided by how many are together, rounded up. Code that builds on a list
/// gives each fragment its own statement or member, with names that numbered() keeps apart. So a fragment means the
/// same there as it does alone. Throws what merged() throws.
template <gen::IndexedGenerator G>
auto together(G fragments, gen::Merging merging) {
  using List = std::vector<typename G::value_type>;
  return gen::merged(
      gen::map(std::move(fragments), [](const typename G::value_type& value) { return List{value}; }),
      [](const std::vector<gen::Fragment<List>>& lists) {
        List all;
        for (const auto& list : lists) all.insert(all.end(), list.value.begin(), list.value.end());
        return all;
      },
      std::move(merging));
}

}  // namespace smallscope::java
