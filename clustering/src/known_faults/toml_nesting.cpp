// SPDX-License-Identifier: Apache-2.0
#include <smallscope/clustering/known_faults/toml_nesting.hpp>

#include <algorithm>
#include <vector>

namespace smallscope::clustering {

namespace {

/// The place behind the string that begins the text.
std::size_t end_of_string(std::string_view text) {
  const char quote = text.front();
  const bool has_lines = text.size() >= 3 && text[1] == quote && text[2] == quote;
  for (std::size_t at = has_lines ? 3 : 1; at < text.size(); ++at) {
    if (text[at] == '\\' && quote == '"')
      ++at;
    else if (text[at] == '\n' && !has_lines)
      return at;
    else if (text[at] == quote && (!has_lines || text.substr(at, 3) == text.substr(0, 3)))
      return at + (has_lines ? 3 : 1);
  }
  return text.size();
}

/// The depth at the place that is read.
class Depth {
 public:
  /// A dot of a key; those of numbers do not matter.
  void dot() { ++dots_; }
  void next() { dots_ = 0; }
  void open() {
    outer_.push_back(dots_);
    below_ += dots_ + 1;
    dots_ = 0;
  }
  void close() {
    if (outer_.empty()) return;
    dots_ = outer_.back();
    below_ -= dots_ + 1;
    outer_.pop_back();
  }
  std::size_t value() const { return below_ + dots_; }

 private:
  std::vector<std::size_t> outer_;  ///< the dots before each open bracket
  std::size_t below_ = 0, dots_ = 0;
};

}  // namespace

std::optional<std::size_t> too_deep_line(std::string_view toml, std::size_t greatest) {
  Depth depth;
  std::size_t line = 1;
  for (std::size_t at = 0; at < toml.size() && depth.value() <= greatest;) {
    const char c = toml[at];
    if (c == '"' || c == '\'') {
      const std::string_view text = toml.substr(at, end_of_string(toml.substr(at)));
      line += static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
      at += text.size();
      continue;
    }
    if (c == '#') {
      at = std::min(toml.find('\n', at), toml.size());
      continue;
    }
    if (c == '.') depth.dot();
    if (c == '[' || c == '{') depth.open();
    if (c == ']' || c == '}') depth.close();
    if (c == ',' || c == '\n') depth.next();
    if (c == '\n') ++line;
    ++at;
  }
  return depth.value() > greatest ? std::optional(line) : std::nullopt;
}

}  // namespace smallscope::clustering
