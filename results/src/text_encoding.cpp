#include "text_encoding.hpp"

#include <array>
#include <cstdint>

namespace smallscope::results {

namespace {

constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr std::array<std::int8_t, 256> make_values() {
  std::array<std::int8_t, 256> values{};
  values.fill(-1);
  for (std::size_t i = 0; i < alphabet.size(); ++i)
    values[static_cast<unsigned char>(alphabet[i])] = static_cast<std::int8_t>(i);
  return values;
}
constexpr auto values = make_values();

}  // namespace

bool is_utf8(std::string_view text) {
  const auto* p = reinterpret_cast<const unsigned char*>(text.data());
  const auto* const end = p + text.size();
  while (p != end) {
    if (*p < 0x80) {
      ++p;
      continue;
    }
    const int length = *p >= 0xF0 ? 4 : *p >= 0xE0 ? 3 : 2;
    if (*p < 0xC2 || *p > 0xF4 || end - p < length) return false;
    for (int i = 1; i < length; ++i)
      if ((p[i] & 0xC0) != 0x80) return false;
    // Overlong forms, surrogates and code points beyond U+10FFFF show in the second byte.
    if ((*p == 0xE0 && p[1] < 0xA0) || (*p == 0xED && p[1] > 0x9F) || (*p == 0xF0 && p[1] < 0x90) ||
        (*p == 0xF4 && p[1] > 0x8F))
      return false;
    p += length;
  }
  return true;
}

void append_base64(std::string& result, std::string_view bytes) {
  std::uint32_t word = 0;
  int bits = 0;
  for (const char byte : bytes) {
    word = word << 8 | static_cast<unsigned char>(byte);
    for (bits += 8; bits >= 6; bits -= 6) result += alphabet[word >> (bits - 6) & 63];
  }
  if (bits == 0) return;
  result += alphabet[word << (6 - bits) & 63];
  result.append(bits == 2 ? 2 : 1, '=');
}

std::optional<std::string> decode_base64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  for (int padding = 0; padding < 2 && text.ends_with('='); ++padding) text.remove_suffix(1);
  std::string bytes;
  std::uint32_t word = 0;
  int bits = 0;
  for (const char letter : text) {
    const std::int8_t value = values[static_cast<unsigned char>(letter)];
    if (value < 0) return std::nullopt;
    word = word << 6 | static_cast<std::uint32_t>(value);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes += static_cast<char>(word >> bits & 0xFF);
  }
  return bytes;
}

}  // namespace smallscope::results
