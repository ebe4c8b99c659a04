// SPDX-License-Identifier: Apache-2.0
// Texts for people: tables, programs side by side, one-line forms. Text from outside (subjects, inputs, file names)
// reaches a terminal or a file only through visible(), which print_visible() and complain() of the command line apply
// to everything they write. A text in the middle of a line goes through one_line(), so that it cannot forge a line.
//
// presentation.hpp and the commands build on it. Values and functions without state: any thread may use them.
// Example: report::grouped(2700) is "2,700".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <smallscope/generators/ordinal.hpp>
#include <smallscope/subjects/text_encoding.hpp>

namespace smallscope::report {

/// 2,700
std::string grouped(generators::Ordinal number);
/// "0.12 s", "12.4 s", "3 min 05 s"
std::string duration(double seconds);
/// The text with nothing in it that acts on a terminal or deceives its reader: the one function for text from outside.
/// Bytes that are not UTF-8, and controls below space, are written as \x1b; other characters that are not shown as
/// themselves (C1 controls, changes of direction, line separators, characters without width, tags) as \u202e. Newlines
/// and tabs stay. Text that is already visible does not change, and JSON keeps its meaning. Linear.
std::string visible(std::string_view text);
/// One line, made visible, cut to `width` characters with "...".
std::string one_line(std::string_view text, std::size_t width = std::string_view::npos);
/// The same of a text that begins with the name of a file. What is too long loses folders first:
/// ".../structure/PullUp.java:48 (PullUp.check)".
std::string one_line_of_file(std::string_view text, std::size_t width);
using subjects::shell_word;
/// Several lines, made visible, each after `indent`, at most `lines` of them.
std::string block(std::string_view text, std::string_view indent, std::size_t lines = 40);
/// The two texts in columns under their titles if both fit into `width`. Otherwise what they do not have in common,
/// with two lines around it, or, if that is hardly shorter, one after the other.
std::string side_by_side(std::string_view left_title, std::string_view left, std::string_view right_title,
                         std::string_view right, std::string_view indent, std::size_t width);

/// Columns padded to their widest cell; marked columns are aligned to the right. The last one is cut to fit `width`.
class Table {
 public:
  explicit Table(std::vector<std::string> header, std::vector<bool> right = {});
  void add(const std::vector<std::string>& row);
  std::string text(std::size_t width) const;

 private:
  std::vector<std::vector<std::string>> rows_;  // the header first
  std::vector<bool> right_;
};

/// The width of the terminal behind `descriptor`; 160 if it is not a terminal.
std::size_t terminal_width(int descriptor);

}  // namespace smallscope::report
