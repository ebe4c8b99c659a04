// SPDX-License-Identifier: Apache-2.0
// How many combinations of a few choices the tests of a store hold: what a stopped run has shown.
#pragma once

#include <optional>
#include <smallscope/results/store.hpp>
#include <smallscope/runner/campaign.hpp>
#include <string>

namespace smallscope::program {

struct CombinationsCovered {
  std::size_t strength = 2;  ///< the number of choices in a combination
  generators::Ordinal covered = 0;
  generators::Ordinal combinations = 0;
  bool exact = true;  ///< otherwise only some tests were looked at, and at least these are covered
};

/// What the executed inputs of a store over this space cover, including discarded ones, as generators::ChoiceCoverage
/// counts it. The strength is lowered to the most factors that stand beside each other. Empty if no two do, and if
/// there are too many combinations to count quickly.
std::optional<CombinationsCovered> combinations_covered(const results::Store& store, const runner::Space& space,
                                                        std::size_t strength);

/// "pairs covered 98.3%", "3-way combinations covered at least 12.0%".
std::string to_string(const CombinationsCovered& covered);

}  // namespace smallscope::program
