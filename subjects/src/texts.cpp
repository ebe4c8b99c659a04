// SPDX-License-Identifier: Apache-2.0
#include "texts.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace smallscope::subjects {
namespace {

constexpr std::size_t quoted_characters = 200;

void append_string(std::string& json, std::string_view text) {
  json += '"';
  std::size_t done = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte >= 0x20 && byte != '"' && byte != '\\') continue;
    json.append(text.substr(done, i - done));
    done = i + 1;
    switch (byte) {
      case '"':
        json += "\\\"";
        break;
      case '\\':
        json += "\\\\";
        break;
      case '\n':
        json += "\\n";
        break;
      case '\t':
        json += "\\t";
        break;
      case '\r':
        json += "\\r";
        break;
      default:
        fmt::format_to(std::back_inserter(json), "\\u{:04x}", byte);
    }
  }
  json.append(text.substr(done));
  json += '"';
}

}  // namespace

std::size_t whole_prefix(std::string_view text, std::size_t bound) {
  if (text.size() <= bound) return text.size();
  // A sequence has at most three following bytes. Text that is not UTF-8 is cut exactly at the limit.
  for (std::size_t end = bound; end > 0 && bound - end <= 3; --end) {
    if ((static_cast<unsigned char>(text[end]) & 0xC0u) != 0x80u) return end;
  }
  return bound;
}

void append_json(std::string& json, std::string_view text) {
  if (is_utf8(text)) {
    append_string(json, text);
  } else {
    json += "{\"base64\":\"" + base64(text) + "\"}";
  }
}

void append_json(std::string& json, const std::vector<NamedText>& texts) {
  json += '{';
  for (const NamedText& text : texts) {
    if (&text != &texts.front()) json += ',';
    if (!is_utf8(text.name)) {
      throw std::invalid_argument(fmt::format("the name {} is not UTF-8: rename it", in_quotes(text.name)));
    }
    append_string(json, text.name);
    json += ':';
    append_json(json, text.text);
  }
  json += '}';
}

void append_json(std::string& json, const std::vector<std::string>& texts) {
  json += '[';
  for (const std::string& text : texts) {
    if (&text != &texts.front()) json += ',';
    append_json(json, text);
  }
  json += ']';
}

std::string in_quotes(std::string_view text) {
  std::string result;
  std::size_t characters = 0;
  while (!text.empty() && characters < quoted_characters) {
    const std::size_t length = utf8_length(text);
    const auto byte = static_cast<unsigned char>(text.front());
    if (byte == '\n') {
      result += "\\n";
    } else if (length == 0 || byte < 0x20 || byte == 0x7F) {
      result += fmt::format("\\x{:02x}", byte);
    } else {
      result.append(text.substr(0, length));
    }
    text.remove_prefix(length == 0 ? 1 : length);
    ++characters;
  }
  const std::string_view mark = result.find('"') == result.npos ? "\"" : "`";
  if (mark == "`")
    for (std::size_t at = 0; (at = result.find('`', at)) != result.npos;) result.replace(at, 1, "\\x60");
  return fmt::format("{}{}{}{}", mark, result, mark, text.empty() ? "" : "...");
}

}  // namespace smallscope::subjects
