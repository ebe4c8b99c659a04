// SPDX-License-Identifier: Apache-2.0
#include "text.hpp"

namespace python_programs {

std::string lines(const std::vector<std::string>& texts) {
  std::string joined;
  for (const std::string& text : texts) {
    if (text.empty()) continue;
    if (!joined.empty()) joined += '\n';
    joined += text;
  }
  return joined;
}

std::string indented(std::string_view text) { return "    " + replaced(text, "\n", "\n    "); }

std::string block(std::string_view header, std::string_view body) {
  return std::string(header) + "\n" + indented(body);
}

std::string replaced(std::string_view text, std::string_view old, std::string_view replacement) {
  std::string result;
  for (std::size_t from = 0;;) {
    const std::size_t found = text.find(old, from);
    result += text.substr(from, found - from);
    if (found == std::string_view::npos) return result;
    result += replacement;
    from = found + old.size();
  }
}

std::string inserted(std::string_view text, std::string_view old, std::string_view replacement) {
  std::string result;
  for (std::size_t from = 0;;) {
    const std::size_t found = text.find(old, from);
    result += text.substr(from, found - from);
    if (found == std::string_view::npos) return result;
    const std::size_t start = text.rfind('\n', found) + 1;  // 0 in the first line
    const std::size_t indentation = text.find_first_not_of(' ', start) - start;
    result += replaced(replacement, "\n", "\n" + std::string(indentation, ' '));
    from = found + old.size();
  }
}

}  // namespace python_programs
