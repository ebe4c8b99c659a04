// SPDX-License-Identifier: Apache-2.0
// The lines of a text, and what is wrong with them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <smallscope/diagnosis/formats.hpp>

namespace smallscope::diagnosis {

/// What a file may declare without showing it. More would be a mistake, or meant to exhaust memory.
inline constexpr std::uint64_t most_declared_elements = 1'000'000;
inline constexpr std::uint64_t most_declared_tests = 16'000'000;

class Lines {
 public:
  Lines(std::string_view text, std::string file) : rest_(text), file_(std::move(file)) {}

  /// The next line, without its end; nothing behind the last one. A carriage return before the end is dropped.
  std::optional<std::string_view> next();
  /// The same; that there is none is a FormatError which says what was expected.
  std::string_view require(std::string_view expected);
  /// The rest of the next line, which must begin with this word. A line of the word alone has an empty rest.
  std::string_view require_word(std::string_view word);
  /// So many bytes, which are not lines.
  std::string_view require_bytes(std::size_t count, std::string_view expected);
  bool at_end() const { return rest_.empty(); }
  std::size_t size_left() const { return rest_.size(); }

  /// Throws FormatError about a value of the current line: "FILE:LINE: 'value' problem".
  [[noreturn]] void fail(std::string_view value, const std::string& problem) const;
  /// Decimal digits only, at most `most`.
  std::uint64_t number(std::string_view word, std::uint64_t most, std::string_view meaning) const;

 private:
  std::string_view rest_;
  std::string file_;
  std::size_t line_ = 0;
};

/// The words of a line between blanks.
std::vector<std::string_view> words_of(std::string_view line);

/// The word up to the separator, which `rest` loses; all of it if there is none.
std::string_view take_until(std::string_view& rest, char separator);

/// A name that a format keeps in a line, up to one of the separators. Throws FormatError if it has one of them.
const std::string& require_plain(const std::string& name, std::string_view separators, std::string_view format);

}  // namespace smallscope::diagnosis
