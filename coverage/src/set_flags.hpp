// SPDX-License-Identifier: Apache-2.0
// Which bytes of many are set: the innermost loop of Collector::take(). Functions of values, for any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace smallscope::coverage {

/// Appends first + i for each flag i that is set, ascending. A flag is set if its lowest bit is.
void append_set(std::span<const unsigned char> flags, std::uint32_t first, std::vector<std::uint32_t>& to);

/// Appends first + 4 * (4 * i + r) + k for each bit k (0 to 3) that is set in byte i, ascending; r is in bits 4 and 5.
void append_cells(std::span<const unsigned char> bytes, std::uint32_t first, std::vector<std::uint32_t>& to);

/// The same of a file of returns (layout.h): first + 8 * (4 * i + r) + k for each k (0 to 6) that byte i says, the
/// place of a kind among those of returned values.
void append_returns(std::span<const unsigned char> bytes, std::uint32_t first, std::vector<std::uint32_t>& to);

}  // namespace smallscope::coverage
