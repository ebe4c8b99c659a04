// SPDX-License-Identifier: Apache-2.0
// Texts on their way into JSON: escapes, and cuts between characters. Pure functions.
#pragma once

#include <cstddef>
#include <smallscope/subjects/observation.hpp>
#include <smallscope/subjects/text_encoding.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace smallscope::subjects {

/// The length of the longest prefix of at most `bound` bytes that does not cut a UTF-8 sequence in two.
std::size_t whole_prefix(std::string_view text, std::size_t bound);

/// Appends `text` as a JSON string, or as {"base64":"..."} if it is not UTF-8.
void append_json(std::string& json, std::string_view text);
/// Appends an object from name to text, in order. Names must be UTF-8: std::invalid_argument otherwise.
void append_json(std::string& json, const std::vector<NamedText>& texts);
/// Appends an array.
void append_json(std::string& json, const std::vector<std::string>& texts);

}  // namespace smallscope::subjects
