// SPDX-License-Identifier: Apache-2.0
// UTF-8 and base64: how texts with arbitrary bytes are written into JSON and onto a terminal.
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

/// With padding.
std::string base64(std::string_view bytes);
/// Nothing when `text` is not base64 with its padding.
std::optional<std::string> decode_base64(std::string_view text);

}  // namespace smallscope::subjects
