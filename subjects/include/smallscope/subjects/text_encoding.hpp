// SPDX-License-Identifier: Apache-2.0
// UTF-8, base64 and quotation: how texts with arbitrary bytes are written into JSON, onto a terminal and for a shell.
//
// Flow: subjects may print anything; the worker protocol, the store and the reports write text that is not UTF-8 as
// {"base64": "..."}. Functions without state, for any thread.
//
// Example: is_utf8(text) ? text : base64(text)
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace smallscope::subjects {

/// The length of the UTF-8 sequence at the start of `text`, 1 to 4; 0 if there is none (surrogates and overlong forms
/// do not count).
std::size_t utf8_length(std::string_view text);
/// Whether `text` is well-formed UTF-8. Linear.
bool is_utf8(std::string_view text);

/// The character of a UTF-8 sequence, of the length that utf8_length() gives it.
char32_t decoded(std::string_view sequence);
/// Whether a terminal shows this character as itself, or ends a line or a column: not so controls, characters that
/// change the direction or the lines of the text around them, and characters that nobody sees (without width, fillers,
/// tags).
bool is_inert(char32_t character);

/// A word of a command that is printed for pasting into a shell; quoted if necessary, for any POSIX shell. What is not
/// shown as itself is spelled out as `"$(printf 'a\033b')"`, so that the command as it is shown means this word.
std::string shell_word(std::string_view word);

/// With padding.
std::string base64(std::string_view bytes);
/// Nothing when `text` is not base64 with its padding.
std::optional<std::string> decode_base64(std::string_view text);

}  // namespace smallscope::subjects
