// SPDX-License-Identifier: Apache-2.0
#include "hostile_texts.hpp"

#include <cstdint>

#include <smallscope/subjects/text_encoding.hpp>

namespace smallscope::command_line {
namespace {

char32_t decoded(std::string_view sequence) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(sequence[i]); };
  switch (sequence.size()) {
    case 1:
      return byte(0);
    case 2:
      return (byte(0) & 0x1fu) << 6 | (byte(1) & 0x3fu);
    case 3:
      return (byte(0) & 0x0fu) << 12 | (byte(1) & 0x3fu) << 6 | (byte(2) & 0x3fu);
    default:
      return (byte(0) & 0x07u) << 18 | (byte(1) & 0x3fu) << 12 | (byte(2) & 0x3fu) << 6 | (byte(3) & 0x3fu);
  }
}

/// Written down apart from the list of the program, so that each checks the other.
bool is_harmful(char32_t c) {
  const bool is_control = (c < 0x20 && c != '\n' && c != '\t') || (c >= 0x7f && c <= 0x9f);
  const bool turns =
      c == 0x61c || c == 0x200e || c == 0x200f || (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
  const bool separates = c == 0x2028 || c == 0x2029;
  const bool is_unseen = (c >= 0x200b && c <= 0x200d) || c == 0x2060 || c == 0xfeff || (c >= 0xe0000 && c <= 0xe007f);
  return is_control || turns || separates || is_unseen;
}

std::string place(std::string_view output, std::size_t at) {
  const std::size_t begin = at - std::min<std::size_t>(at, 60);
  return " at byte " + std::to_string(at) + " after: " + std::string(output.substr(begin, at - begin));
}

}  // namespace

std::optional<std::string> harm_in(std::string_view output, bool has_lines) {
  for (std::size_t at = 0; at < output.size();) {
    const std::size_t length = subjects::utf8_length(output.substr(at));
    if (length == 0) return "a byte that is no UTF-8" + place(output, at);
    const char32_t character = decoded(output.substr(at, length));
    if (is_harmful(character))
      return "the character " + std::to_string(static_cast<std::uint32_t>(character)) + place(output, at);
    at += length;
  }
  for (std::size_t at = 0; has_lines && (at = output.find(forged, at)) != std::string_view::npos; ++at) {
    const std::size_t before = output.substr(0, at).find_last_not_of(' ');
    if (before == std::string_view::npos || output[before] == '\n') return "a forged line" + place(output, at);
  }
  return std::nullopt;
}

}  // namespace smallscope::command_line
