// SPDX-License-Identifier: Apache-2.0
#include "formats/lines.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace smallscope::diagnosis {

namespace {
constexpr std::size_t longest_quotation = 80;
}

std::optional<std::string_view> Lines::next() {
  if (rest_.empty()) return std::nullopt;
  ++line_;
  std::string_view line = rest_.substr(0, rest_.find('\n'));
  rest_.remove_prefix(std::min(rest_.size(), line.size() + 1));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::string_view Lines::require(std::string_view expected) {
  if (const auto line = next()) return *line;
  ++line_;
  fail("", fmt::format("the file ends where {} must follow: it is incomplete", expected));
}

std::string_view Lines::require_word(std::string_view word) {
  std::string_view line = require(fmt::format("a line '{}'", word));
  const std::string_view whole = line;
  if (take_until(line, ' ') != word) fail(whole, fmt::format("stands where a line '{}' must", word));
  return line;
}

std::string_view Lines::require_bytes(std::size_t count, std::string_view expected) {
  if (rest_.size() < count) {
    ++line_;
    fail("", fmt::format("the file ends within {}: it is incomplete", expected));
  }
  const std::string_view bytes = rest_.substr(0, count);
  rest_.remove_prefix(count);
  return bytes;
}

void Lines::fail(std::string_view value, const std::string& problem) const {
  const bool is_long = value.size() > longest_quotation;
  const std::string quoted =
      value.empty() ? "" : fmt::format("'{}{}' ", value.substr(0, longest_quotation), is_long ? "..." : "");
  throw FormatError(fmt::format("{}:{}: {}{}", file_, line_, quoted, problem));
}

std::uint64_t Lines::number(std::string_view word, std::uint64_t most, std::string_view meaning) const {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (word.empty()) fail("", fmt::format("{} is missing", meaning));
  if (error == std::errc::invalid_argument || end != word.data() + word.size())
    fail(word, fmt::format("is not a number: {} has digits only", meaning));
  if (error != std::errc{} || value > most) fail(word, fmt::format("is too great: {} is at most {}", meaning, most));
  return value;
}

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  while (!line.empty()) {
    const std::size_t blanks = std::min(line.size(), line.find_first_not_of(" \t"));
    line.remove_prefix(blanks);
    const std::string_view word = line.substr(0, line.find_first_of(" \t"));
    if (!word.empty()) words.push_back(word);
    line.remove_prefix(word.size());
  }
  return words;
}

std::string_view take_until(std::string_view& rest, char separator) {
  const std::string_view word = rest.substr(0, rest.find(separator));
  rest.remove_prefix(std::min(rest.size(), word.size() + 1));
  return word;
}

const std::string& require_plain(const std::string& name, std::string_view separators, std::string_view format) {
  if (name.empty() || name.find_first_of(separators) != std::string::npos || name.find('\n') != std::string::npos)
    throw FormatError(fmt::format("the name '{}' has no place in the format {}: write another format, such as compact",
                                  name, format));
  return name;
}

}  // namespace smallscope::diagnosis
