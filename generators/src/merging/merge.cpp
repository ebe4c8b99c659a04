// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators/merging/merge.hpp>

namespace smallscope::generators {

namespace {
bool is_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }
}  // namespace

std::string separated(std::string_view text, std::span<const std::string> names, std::string_view suffix) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_word(text[end])) ++end;
    if (end == at) {
      result += text[at++];
      continue;
    }
    const std::string_view word = text.substr(at, end - at);
    result += word;
    if (std::find(names.begin(), names.end(), word) != names.end()) result += suffix;
    at = end;
  }
  return result;
}

}  // namespace smallscope::generators
