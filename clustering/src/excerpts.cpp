// SPDX-License-Identifier: Apache-2.0
#include "excerpts.hpp"

#include <string_view>

#include <smallscope/oracles/pattern.hpp>

namespace smallscope::clustering {

namespace {

bool are_marks(std::string_view line) {
  return line.find_first_not_of(" \t^~") == std::string_view::npos &&
         line.find_first_of("^~") != std::string_view::npos;
}

/// "input.c:3:8: error: ...", "  File "input.py", line 3", also where a rule has replaced the number.
bool names_a_position(std::string_view line) {
  static const oracles::Pattern position(R"(^[^\s:'"]+:(?:\d+|<number>):|\bline (?:\d+|<number>))");
  return position.occurs_in(line);
}

}  // namespace

const Rule& excerpt_rule() {
  static const Rule rule{R"(^[^\n]*\n[ \t]*[~^][~^ \t]*$)", "<source>"};
  return rule;
}

std::vector<std::string> with_whole_excerpts(std::vector<std::string> messages) {
  std::vector<std::string> whole;
  whole.reserve(messages.size());
  for (std::string& message : messages) {
    const bool is_below = !whole.empty() && are_marks(message) && whole.back().find('\n') == std::string::npos &&
                          !are_marks(whole.back()) && !names_a_position(whole.back());
    if (is_below)
      whole.back() += '\n' + message;
    else
      whole.push_back(std::move(message));
  }
  return whole;
}

std::vector<std::string> without_excerpts(std::vector<std::string> messages) {
  messages = with_whole_excerpts(std::move(messages));
  std::erase_if(messages, [](std::string_view message) {
    const std::size_t end = message.find('\n');
    return are_marks(message.substr(end == message.npos ? 0 : end + 1));
  });
  return messages;
}

}  // namespace smallscope::clustering
