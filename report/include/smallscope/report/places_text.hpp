// SPDX-License-Identifier: Apache-2.0
// Places that an input names, such as a cursor or the ends of a selection, shown in its text.
//
// Functions without state: any thread may call them.
// Example: with_places(input, input.files.front()) is "x = a + b\n    ^begin\n" for an input with a mark before a.
#pragma once

#include <smallscope/subjects/observation.hpp>
#include <string>
#include <vector>

namespace smallscope::report {

/// The text of a file of the input. Below a line to which parameters NAME.file, NAME.line0 and NAME.column0 point, as
/// the marks of a specification give them, there is one that says so: "    ^begin  ^end".
std::string with_places(const subjects::Input& input, const subjects::NamedText& file);

/// The parameters of the input, where one says for each such place where it is, "begin: line 3, column 5 of input.py",
/// instead of the up to seven that a mark gives to programs. O(parameters * places).
std::vector<subjects::NamedText> parameters_with_places(const subjects::Input& input);

}  // namespace smallscope::report
