// SPDX-License-Identifier: Apache-2.0
// The greedy search for covering rows, and the reduction of their number. Pure functions of their arguments, for any
// thread.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include <smallscope/generators/randomness.hpp>

#include "orders/combinations.hpp"

namespace smallscope::generators {

/// Stands in a row for a level that is still free.
inline constexpr Ordinal any_level = std::numeric_limits<Ordinal>::max();

/// Covering rows that begin with `start`, whose free levels are filled; each row is the best of `candidates` attempts.
std::vector<LevelRow> greedy_rows(const CombinationIndex& index, const std::vector<LevelRow>& start,
                                  std::size_t candidates, std::uint64_t seed);

/// Removes rows, and lets other rows take over their combinations, until `least` are left or about `steps` steps are
/// spent. The rows must cover all combinations.
void remove_rows(const CombinationIndex& index, std::vector<LevelRow>& rows, std::size_t least, std::uint64_t steps,
                 std::uint64_t seed);

/// Sorts the rows, except the first `kept`, so that each covers as many combinations as possible that the rows before
/// it do not.
void sort_rows(const CombinationIndex& index, std::vector<LevelRow>& rows, std::size_t kept = 0);

}  // namespace smallscope::generators
