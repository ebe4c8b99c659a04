// UTF-8 and base64: how texts that may hold any bytes go into JSON and onto a terminal.
//
// Flow: subjects say anything; the worker protocol, the store and the reports write what is not UTF-8 as
// {"base64": "..."}. Thread rule: functions, no state.
//
// Example: is_utf8(text) ? text : base64(text)
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace smallscope::subjects {

/// The length of the UTF-8 sequence at the start of `text`: 0 when there is none (surrogates and overlong forms are
/// none), else 1 to 4.
std::size_t utf8_length(std::string_view text);
/// Whether `text` is well-formed UTF-8. Linear.
bool is_utf8(std::string_view text);

/// With padding.
std::string base64(std::string_view bytes);
/// Nothing when `text` is not base64 with its padding.
std::optional<std::string> decode_base64(std::string_view text);

}  // namespace smallscope::subjects
