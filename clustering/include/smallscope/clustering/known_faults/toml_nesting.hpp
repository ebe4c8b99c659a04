// SPDX-License-Identifier: Apache-2.0
// How deeply a TOML text nests, before a library reads it: readers call themselves for every level, and a key of
// thousands of parts ("a.a.a. ...") would end the process for want of stack.
//
// Flow: a file of faults, or a specification -> too_deep_line() -> the TOML library. A function without state, for any
// thread. Example: too_deep_line("a.b.c = 1", 2) == 1.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace smallscope::clustering {

/// Far more than any file of ours has.
inline constexpr std::size_t greatest_toml_depth = 100;

/// The line where brackets and the dots of keys first nest more deeply than `greatest`; nothing if they do not. The
/// text need not be valid. Linear.
std::optional<std::size_t> too_deep_line(std::string_view toml, std::size_t greatest = greatest_toml_depth);

}  // namespace smallscope::clustering
