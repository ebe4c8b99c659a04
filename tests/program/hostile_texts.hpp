// SPDX-License-Identifier: Apache-2.0
// Texts that mean harm to a terminal or to who reads it, and what is left of them in an output that is safe.
//
// Thread rule: functions without state, for any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace smallscope::command_line {

/// What a line begins with that a hostile text has forged.
inline constexpr std::string_view forged = "again: forged";

/// A name or another text of one line from outside, as UTF-8: escapes, a C1 control, changes of direction, characters
/// without width, tags, and a line that looks like one of ours.
inline std::string hostile(std::string_view where) {
  return std::string(where) +
         "\x1b[31m\x1b]0;title\x07\xc2\x9b"
         "2J\xe2\x80\xae\xe2\x81\xa6\xd8\x9c\xe2\x80\xa8\xe2\x80\x8b\xef\xbb\xbf\xf3\xa0\x81\x81\x7f\r\n" +
         std::string(forged) + "\n`<b>{0}[x](y)";
}

/// The same with bytes that are no UTF-8, among them a C1 control.
inline std::string hostile_bytes(std::string_view where) {
  return hostile(where) +
         "\x9b"
         "31m\xff";
}

/// A text of several lines: those after the first begin with no word of ours.
inline std::string hostile_block(std::string_view where) {
  return std::string(where) + "\x1b[31m\n\xc2\x9b\xe2\x80\xae\xe2\x80\x8b\x7f\r\n\x9b\n";
}

/// The first thing in an output that a terminal or a reader would not take for plain text; nothing if it is safe.
/// `has_lines`: its lines mean something to people, so that none of them may be forged.
std::optional<std::string> harm_in(std::string_view output, bool has_lines);

}  // namespace smallscope::command_line
