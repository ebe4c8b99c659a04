// SPDX-License-Identifier: Apache-2.0
// Output of the commands: everything goes through report::visible(), so text from outside never reaches a terminal raw.
// tests/layout/files.py forbids other ways to print in this module.
#pragma once

#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace smallscope::program {

/// Writes the visible text to standard output. Throws std::system_error if that fails.
void write_visible(std::string_view text);
/// The same for a formatted text.
template <class... Arguments>
void print_visible(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  write_visible(fmt::format(format, std::forward<Arguments>(arguments)...));
}
/// Writes the text on one line (see report::one_line()) to standard error. If that fails, nobody can be told.
void complain(std::string_view text);

}  // namespace smallscope::program
