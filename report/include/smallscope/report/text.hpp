// Texts for people: tables, programs side by side, one-line forms. What comes from outside (subjects, inputs, names of
// files) reaches a terminal through visible() only, which print_visible() and complain() of the command
// line apply to all they write.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <smallscope/generators/ordinal.hpp>

namespace smallscope::report {

/// 2,700
std::string grouped(generators::Ordinal number);
/// "0.12 s", "12.4 s", "3 min 05 s"
std::string duration(double seconds);
/// The text as a terminal shows it: bytes that are no UTF-8 and controls below space are written \x1b, other characters
/// that a terminal obeys (C1 controls, changes of direction, line separators) \u202e; newlines and tabs stay. What is
/// visible already is not changed, and JSON keeps its meaning.
std::string visible(std::string_view text);
/// One line, made visible, cut to `width` characters with "...".
std::string one_line(std::string_view text, std::size_t width = std::string_view::npos);
/// A word of a command that is printed to be pasted into a shell: quoted where it has to be.
std::string shell_word(std::string_view word);
/// Several lines, made visible, each behind `indent`, at most `lines` of them.
std::string block(std::string_view text, std::string_view indent, std::size_t lines = 40);
/// The two texts in columns under their titles when both are narrow enough for `width`, else one after the other.
std::string side_by_side(std::string_view left_title, std::string_view left, std::string_view right_title,
                         std::string_view right, std::string_view indent, std::size_t width);

/// Columns padded to their widest cell; those marked are aligned to the right. The last one is cut to fit `width`.
class Table {
 public:
  explicit Table(std::vector<std::string> header, std::vector<bool> right = {});
  void add(const std::vector<std::string>& row);
  std::string text(std::size_t width) const;

 private:
  std::vector<std::vector<std::string>> rows_;  // the header first
  std::vector<bool> right_;
};

/// The width of the terminal behind `descriptor`; 160 when it is none.
std::size_t terminal_width(int descriptor);

}  // namespace smallscope::report
