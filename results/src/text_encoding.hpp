// UTF-8 and base64, for texts on their way into JSON.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace smallscope::results {

/// Whether `text` is well-formed UTF-8 (no surrogates, no overlong forms).
bool is_utf8(std::string_view text);
void append_base64(std::string& result, std::string_view bytes);
/// Empty if `text` is not base64 with its padding.
std::optional<std::string> decode_base64(std::string_view text);

}  // namespace smallscope::results
