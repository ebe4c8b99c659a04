// SPDX-License-Identifier: Apache-2.0
#include "pieces.hpp"

#include <algorithm>

namespace smallscope::runner {

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}
bool begins_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

/// The length of the string at the beginning of the text, with its quotation marks; 0 if it does not end in its line.
std::size_t string_length(std::string_view text) {
  for (std::size_t i = 1; i < text.size() && text[i] != '\n'; ++i) {
    if (text[i] == text.front()) return i + 1;
    if (text[i] == '\\') ++i;
  }
  return 0;
}

template <class Belongs>
std::size_t run_length(std::string_view text, Belongs belongs) {
  return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), belongs) - text.begin());
}

std::size_t token_length(std::string_view text) {
  const char first = text.front();
  if (is_blank(first)) return run_length(text, is_blank);
  if (is_letter(first)) return run_length(text, [](char c) { return is_letter(c) || is_digit(c); });
  if (is_digit(first)) return run_length(text, [](char c) { return is_letter(c) || is_digit(c) || c == '.'; });
  if (first == '"' || first == '\'') return std::max<std::size_t>(string_length(text), 1);
  return 1;
}

std::size_t line_length(std::string_view text) {
  const std::size_t end = text.find('\n');
  return end == std::string_view::npos ? text.size() : end + 1;
}

}  // namespace

std::vector<std::string_view> pieces_of(std::string_view text, Piece piece) {
  std::vector<std::string_view> pieces;
  while (!text.empty()) {
    pieces.push_back(text.substr(0, piece == Piece::line ? line_length(text) : token_length(text)));
    text.remove_prefix(pieces.back().size());
  }
  return pieces;
}

std::optional<std::size_t> byte_of(std::string_view text, std::size_t characters) {
  for (std::size_t i = 0; i < text.size(); ++i)
    if (begins_character(text[i]) && characters-- == 0) return i;
  if (characters == 0) return text.size();
  return std::nullopt;
}

std::size_t characters_of(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, begins_character));
}

}  // namespace smallscope::runner
