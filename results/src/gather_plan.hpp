// SPDX-License-Identifier: Apache-2.0
// Which passes of several stores make up the store that joins them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <smallscope/results/record.hpp>

namespace smallscope::results {

/// A pass of one of the stores.
struct FoundPass {
  std::size_t store = 0;
  Pass pass;
  Ordinal open = 0;     ///< of its cases; counted only where passes have to be compared
  std::string judging;  ///< its tallies and reasons as a text, by which equal passes are told apart
};

struct GatherPlan {
  std::vector<FoundPass> taken;     ///< in the sequence of a schedule; their `end` is where the next one begins
  std::vector<FoundPass> repeated;  ///< within those that are taken
  std::vector<Pass> gaps;           ///< [begin, end) of the positions that nobody has executed
};

/// Throws StoreError if passes overlap in part, or belong to different orders. `stores` gives their names.
GatherPlan plan_gathering(std::vector<FoundPass> found, const std::vector<std::filesystem::path>& stores);

}  // namespace smallscope::results
