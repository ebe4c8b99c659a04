// Texts for people: tables, programs side by side, one-line forms. Nothing a subject says reaches a terminal raw.
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
/// One line, control characters escaped, cut to `width` characters with "...".
std::string one_line(std::string_view text, std::size_t width);
/// Several lines, control characters but newlines escaped, each behind `indent`, at most `lines` of them.
std::string block(std::string_view text, std::string_view indent, std::size_t lines = 40);
/// The two texts in columns under their titles when both are narrow enough for `width`, else one after the other.
std::string side_by_side(std::string_view left_title, std::string_view left, std::string_view right_title,
                         std::string_view right, std::string_view indent, std::size_t width);

/// Columns padded to their widest cell; those marked are aligned to the right. The last one is cut to fit `width`.
class Table {
 public:
  explicit Table(std::vector<std::string> header, std::vector<bool> right = {});
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  std::string text(std::size_t width) const;

 private:
  std::vector<std::vector<std::string>> rows_;  // the header first
  std::vector<bool> right_;
};

/// The width of the terminal behind `descriptor`; 160 when it is none.
std::size_t terminal_width(int descriptor);

}  // namespace smallscope::report
