// SPDX-License-Identifier: Apache-2.0
// Sets of ordinals as text that a person can read and merge: "0-11 17 24-96/12".
//
// Files of known faults keep the failing inputs so. Failing ordinals lie regularly, because an ordinal is a mixed-radix
// number over the choices; so a word is an ordinal, a range (both ends belong to it), or a range with a step from its
// first. Functions without state, for any thread. Example: ordinals_of("0-2 9-15/3", 100) is {0, 1, 2, 9, 12, 15}.
#pragma once

#include <smallscope/generators/ordinal.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace smallscope::clustering {

/// The ordinals, which are ascending, in lines of at most `width` characters. O(ordinals).
std::vector<std::string> ordinal_lines(std::span<const generators::Ordinal> ordinals, std::size_t width = 100);

/// The ordinals of a text, in its order. Throws std::invalid_argument with the word and the remedy for a word that is
/// none of the three, and where there are more than `most`; then `remedy` says what else to do.
std::vector<generators::Ordinal> ordinals_of(
    std::string_view text, std::size_t most,
    std::string_view remedy = "leave them out, and the explanation alone says which failures are known");

}  // namespace smallscope::clustering
