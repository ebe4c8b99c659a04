// SPDX-License-Identifier: Apache-2.0
#include "causes/tokens.hpp"

namespace smallscope::clustering {

namespace {

bool belongs_to_word(char character) {
  const auto byte = static_cast<unsigned char>(character);
  return byte >= 0x80 || character == '_' || (byte >= '0' && byte <= '9') ||
         ((byte | 0x20) >= 'a' && (byte | 0x20) <= 'z');
}

}  // namespace

std::vector<std::string_view> tokens_of(std::string_view text) {
  std::vector<std::string_view> tokens;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i + 1;
    if (belongs_to_word(text[i]))
      while (end < text.size() && belongs_to_word(text[end])) ++end;
    if (belongs_to_word(text[i]) || static_cast<unsigned char>(text[i]) > ' ')
      tokens.push_back(text.substr(i, end - i));
    i = end;
  }
  return tokens;
}

}  // namespace smallscope::clustering
