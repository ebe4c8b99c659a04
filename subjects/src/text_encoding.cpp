// SPDX-License-Identifier: Apache-2.0
#include <smallscope/subjects/text_encoding.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <cstring>

namespace smallscope::subjects {
namespace {

constexpr std::string_view base64_alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::string in_shell_quotes(std::string_view word) {
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

/// As a shell and printf read it.
std::string octal(unsigned char byte) {
  return {'\\', static_cast<char>('0' + (byte >> 6)), static_cast<char>('0' + (byte >> 3 & 7)),
          static_cast<char>('0' + (byte & 7))};
}

/// In one line, without a tab, which a shell may take for a wish to complete.
bool is_shown_as_it_is(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    if (length == 0 || text.front() == '\n' || text.front() == '\t' || !is_inert(decoded(text.substr(0, length))))
      return false;
    text.remove_prefix(length);
  }
  return true;
}

}  // namespace

std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  const auto follows = [&](std::size_t i) { return (byte(i) & 0xC0u) == 0x80u; };
  const unsigned first = byte(0);
  if (first < 0x80) return text.empty() ? 0 : 1;
  if (first >= 0xC2 && first <= 0xDF) return follows(1) ? 2 : 0;
  if ((first & 0xF0u) == 0xE0u) {
    const unsigned low = first == 0xE0 ? 0xA0 : 0x80, high = first == 0xED ? 0x9F : 0xBF;
    return byte(1) >= low && byte(1) <= high && follows(2) ? 3 : 0;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    const unsigned low = first == 0xF0 ? 0x90 : 0x80, high = first == 0xF4 ? 0x8F : 0xBF;
    return byte(1) >= low && byte(1) <= high && follows(2) && follows(3) ? 4 : 0;
  }
  return 0;
}

bool is_utf8(std::string_view text) {
  constexpr std::uint64_t high_bits = 0x8080808080808080u;
  while (!text.empty()) {
    // Most texts are ASCII: eight bytes at a time.
    while (text.size() >= 8) {
      std::uint64_t block;
      std::memcpy(&block, text.data(), sizeof block);
      if (block & high_bits) break;
      text.remove_prefix(8);
    }
    if (text.empty()) break;
    const std::size_t length = utf8_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

char32_t decoded(std::string_view sequence) {
  const auto first = static_cast<unsigned char>(sequence.front());
  if (sequence.size() == 1) return first;
  char32_t character = first & (0x7fu >> sequence.size());
  for (const char byte : sequence.substr(1)) character = character << 6 | (static_cast<unsigned char>(byte) & 0x3fu);
  return character;
}

bool is_inert(char32_t character) {
  struct Range {
    char32_t first, last;
  };
  static constexpr Range ranges[] = {{0x7f, 0x9f},     {0xad, 0xad},       {0x61c, 0x61c},     {0x115f, 0x1160},
                                     {0x17b4, 0x17b5}, {0x180e, 0x180e},   {0x200b, 0x200f},   {0x2028, 0x202e},
                                     {0x2060, 0x206f}, {0x3164, 0x3164},   {0xfeff, 0xfeff},   {0xffa0, 0xffa0},
                                     {0xfff9, 0xfffb}, {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff}};
  if (character < 0x7f) return character >= 0x20 || character == '\n' || character == '\t';
  return std::ranges::none_of(ranges, [&](Range range) { return character >= range.first && character <= range.last; });
}

std::string shell_word(std::string_view word) {
  const auto is_plain = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("/._-+,:=@%").find(c) != std::string::npos;
  };
  if (!word.empty() && std::all_of(word.begin(), word.end(), is_plain)) return std::string(word);
  if (is_shown_as_it_is(word)) return in_shell_quotes(word);
  // What is not shown as itself is spelled out for printf, which every shell has. The shell drops the newlines in which
  // its output ends.
  const std::size_t end = word.find_last_not_of('\n') + 1;
  std::string format;
  for (const char c : word.substr(0, end)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte >= 0x7f || (c == '-' && format.empty()))
      format += octal(byte);
    else
      format += c == '%' ? "%%" : c == '\\' ? "\\\\" : std::string(1, c);
  }
  return "\"$(printf " + in_shell_quotes(format) + ")\"" + (end < word.size() ? in_shell_quotes(word.substr(end)) : "");
}

std::string base64(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      group = group << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      text += i + k <= bytes.size() ? base64_alphabet[group >> (18 - 6 * k) & 63u] : '=';
    }
  }
  return text;
}

std::optional<std::string> decode_base64(std::string_view text) {
  static const auto values = [] {
    std::array<signed char, 256> table;
    table.fill(-1);
    for (std::size_t i = 0; i < base64_alphabet.size(); ++i) {
      table[static_cast<unsigned char>(base64_alphabet[i])] = static_cast<signed char>(i);
    }
    return table;
  }();
  if (text.size() % 4 != 0) return std::nullopt;
  std::size_t padding = 0;
  while (padding < 2 && padding < text.size() && text[text.size() - 1 - padding] == '=') ++padding;
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  for (std::size_t i = 0; i < text.size(); i += 4) {
    std::uint32_t group = 0;
    for (std::size_t k = i; k < i + 4; ++k) {
      const int value = k + padding >= text.size() ? 0 : values[static_cast<unsigned char>(text[k])];
      if (value < 0) return std::nullopt;
      group = group << 6 | static_cast<std::uint32_t>(value);
    }
    for (int shift = 16; shift >= 0; shift -= 8) bytes += static_cast<char>(group >> shift & 255u);
  }
  bytes.resize(bytes.size() - padding);
  return bytes;
}

}  // namespace smallscope::subjects
