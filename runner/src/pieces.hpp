// SPDX-License-Identifier: Apache-2.0
// A text as the pieces that a reduction removes, and places in it that must not be removed. Pure functions.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace smallscope::runner {

/// A line with its newline; or a token: a word, a number, a string between quotation marks, a newline, a run of blanks,
/// or one other character. Bytes that are not ASCII count as letters.
enum class Piece { line, token };

/// The pieces of the text, in order: together they are the text. Linear.
std::vector<std::string_view> pieces_of(std::string_view text, Piece piece);

/// The position of the byte before which `characters` characters (code points) stand, at most text.size(). Empty if the
/// text has fewer.
std::optional<std::size_t> byte_of(std::string_view text, std::size_t characters);
std::size_t characters_of(std::string_view text);

}  // namespace smallscope::runner
