// SPDX-License-Identifier: Apache-2.0
// How often each bit is set in many rows, without a look at single bits.
#pragma once

#include <cstdint>
#include <vector>

namespace smallscope::diagnosis {

/// Adds to counts[i] `times` the number of rows in which bit i is set. There are 64 counts for each of
/// the `width` words of a row. Carry-save adders take sixteen rows at a time: some five operations for each word.
void add_positional_counts(const std::vector<const std::uint64_t*>& rows, std::size_t width, std::uint32_t times,
                           std::vector<std::uint32_t>& counts);

}  // namespace smallscope::diagnosis
