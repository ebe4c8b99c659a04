// SPDX-License-Identifier: Apache-2.0
// Regular expressions in the form that every rule of smallscope uses: normalisers, message rules, labels of faults.
//
// Perl syntax (Boost.Regex) without recursion, which can take minutes for a short text; a dot stays within its line.
// Immutable; may be shared by threads.
// Example: Pattern("line [0-9]+").replaced("line 7: bad", "line <n>") == "line <n>: bad".
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace smallscope::oracles {

class Pattern {
 public:
  /// Throws std::invalid_argument; the message says what is wrong with the expression: its syntax, or that it recurses
  /// ("(?R)", "(?1)", "(?&name)").
  explicit Pattern(const std::string& expression);
  /// Whether the expression matches anywhere in `text`. Throws std::runtime_error if that takes too long.
  bool occurs_in(std::string_view text) const;
  /// `text` with every match replaced; `replacement` may contain $1, $& and so on. Throws std::runtime_error if that
  /// takes too long.
  std::string replaced(std::string_view text, const std::string& replacement) const;
  /// The same, many times as fast, for an expression whose matches are never empty and always begin with one of the
  /// bytes of `starts`.
  std::string replaced(std::string_view text, const std::string& replacement, std::string_view starts) const;

 private:
  class Compiled;
  std::shared_ptr<const Compiled> compiled_;
};

/// Where the set of characters that begins at `at` ends, "[^]a-z[:digit:]]": its last bracket, or the end of the
/// expression.
std::size_t end_of_set(std::string_view expression, std::size_t at);

}  // namespace smallscope::oracles
