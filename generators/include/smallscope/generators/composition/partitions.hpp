// SPDX-License-Identifier: Apache-2.0
// Partitions: of a number into ordered parts, and of values into blocks.
//
// Generators are immutable and may be shared by threads.
#pragma once

#include <numeric>
#include <smallscope/generators/composition/arrangements.hpp>
#include <smallscope/generators/recursion/renaming.hpp>

namespace smallscope::generators {

/// The lists of `least` to `greatest` positive numbers that add up to `total` (compositions, or ordered partitions);
/// fewer parts first. There are binomial(total - 1, parts - 1) of them; for a total of 0, only the empty one. A
/// `greatest` beyond `total` means all. Choices are the places where a part ends. Inverted bounds throw GeneratorError.
inline auto compositions(std::size_t total, std::size_t least = 0,
                         std::size_t greatest = static_cast<std::size_t>(-1)) {
  if (least > greatest)
    throw GeneratorError("compositions: the bounds are inverted: least " + std::to_string(least) + " parts, greatest " +
                         std::to_string(greatest) + "; swap them");
  // The cuts between the parts are a subset of the places within. If there are too few places, there is no composition.
  const std::size_t parts = std::min(greatest, total);
  const bool none = least > total || (parts == 0 && total > 0);
  std::vector<std::size_t> places(total == 0 || none ? 0 : total - 1);
  std::iota(places.begin(), places.end(), std::size_t{1});
  const std::size_t least_cuts = none ? 1 : least == 0 ? 0 : least - 1;
  return subsets(std::move(places), least_cuts, std::max(least_cuts, parts == 0 ? 0 : parts - 1))
      .map([total](const std::vector<std::size_t>& cuts) {
        std::vector<std::size_t> composition;
        std::size_t before = 0;
        for (const std::size_t cut : cuts) {
          composition.push_back(cut - before);
          before = cut;
        }
        if (total > 0) composition.push_back(total - before);
        return composition;
      });
}

/// The ways to put `values` into at most `most_blocks` non-empty blocks whose order does not matter. Blocks are ordered
/// by their first values; values keep their order within a block. The counts are Stirling numbers; for any number of
/// blocks, the Bell number. Choices are those of restricted_growth_strings(). Values are told apart by their positions.
template <class T>
auto set_partitions(std::vector<T> values, std::size_t most_blocks = static_cast<std::size_t>(-1)) {
  return restricted_growth_strings(values.size(), most_blocks).map([values](const std::vector<std::size_t>& blocks) {
    std::vector<std::vector<T>> partition;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      if (blocks[i] == partition.size()) partition.emplace_back();
      partition[blocks[i]].push_back(values[i]);
    }
    return partition;
  });
}

}  // namespace smallscope::generators
