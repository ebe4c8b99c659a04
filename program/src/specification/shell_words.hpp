// SPDX-License-Identifier: Apache-2.0
// The programs that the line of a shell executes, as far as they can be seen without executing it.
//
// Private to the loader.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace smallscope::program::specification {

/// The line of a command that is a shell with a line, as in {"sh", "-c", "mawk -f program.awk"}; else "".
std::string_view shell_line_of(const std::vector<std::string>& command);

/// The words of `line` that stand where a shell expects a program: at its beginning, and behind `;`, `&`, `|`, `(`, a
/// backquote, `$(`, a line's end, an assignment to a variable or a reserved word such as `then`. Quotes are taken off;
/// a word in which something is substituted, or which has a NUL, is none. In the order of the line, each as often as it
/// stands there. Linear in the line.
std::vector<std::string> programs_of_line(std::string_view line);

}  // namespace smallscope::program::specification
