// SPDX-License-Identifier: Apache-2.0
#include "written_json.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include <smallscope/subjects/text_encoding.hpp>

namespace smallscope::results {

namespace {

std::optional<unsigned char> digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return std::nullopt;
}

/// The character of an escape that the writer uses, at the beginning of `rest`; removes it from there.
std::optional<char> unescaped(std::string_view& rest) {
  if (rest.size() < 2) return std::nullopt;
  constexpr std::string_view letters = "\"\\ntr", meant = "\"\\\n\t\r";
  if (const std::size_t place = letters.find(rest[1]); place != std::string_view::npos) {
    rest.remove_prefix(2);
    return meant[place];
  }
  if (rest.size() < 6 || !rest.starts_with("\\u00")) return std::nullopt;
  const auto high = digit_of(rest[4]), low = digit_of(rest[5]);
  if (!high || !low || *high > 1) return std::nullopt;  // only control characters are written so
  rest.remove_prefix(6);
  return static_cast<char>(*high * 16 + *low);
}

}  // namespace

bool WrittenJson::read_plain(std::string& text) {
  if (!take("\"")) return false;
  bool is_ascii = true;
  while (true) {
    std::size_t plain = 0;
    for (; plain < rest_.size() && rest_[plain] != '"' && rest_[plain] != '\\'; ++plain) {
      const auto byte = static_cast<unsigned char>(rest_[plain]);
      if (byte < 0x20) return false;
      is_ascii &= byte < 0x80;
    }
    text.append(rest_.substr(0, plain));
    rest_.remove_prefix(plain);
    if (take("\"")) return is_ascii || subjects::is_utf8(text);
    const std::optional<char> character = unescaped(rest_);
    if (!character) return false;
    text += *character;
  }
}

bool WrittenJson::read(std::string& text) {
  if (!take("{\"base64\":")) return read_plain(text);
  std::string encoded;
  if (!read_plain(encoded) || !take("}")) return false;
  auto bytes = subjects::decode_base64(encoded);
  if (!bytes) return false;
  text = *std::move(bytes);
  return true;
}

bool WrittenJson::read(Ordinal& number) {
  const char* const begin = rest_.data();
  const auto [end, error] = std::from_chars(begin, begin + rest_.size(), number);
  if (error != std::errc() || (*begin == '0' && end != begin + 1)) return false;
  rest_.remove_prefix(static_cast<std::size_t>(end - begin));
  return true;
}

bool WrittenJson::read(Verdict& verdict) {
  std::string name;
  if (!read_plain(name)) return false;
  const auto known = oracles::verdict_named(name);
  if (known) verdict = *known;
  return known.has_value();
}

}  // namespace smallscope::results
