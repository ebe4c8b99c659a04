// SPDX-License-Identifier: Apache-2.0
// Texts of Python programs: lines, indentation, substitution. Pure functions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace python_programs {

/// The texts joined by newlines; empty ones leave no line.
std::string lines(const std::vector<std::string>& texts);
/// Every line moved right by one level.
std::string indented(std::string_view text);
/// A header line ("class A:") and its indented body.
std::string block(std::string_view header, std::string_view body);
/// `text` with every occurrence of `old` replaced.
std::string replaced(std::string_view text, std::string_view old, std::string_view replacement);
/// The same, but the further lines of the replacement are indented as the line that it is put into.
std::string inserted(std::string_view text, std::string_view old, std::string_view replacement);

}  // namespace python_programs
