// SPDX-License-Identifier: Apache-2.0
#include <smallscope/report/text.hpp>

#include <sys/ioctl.h>
#include <unistd.h>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include <smallscope/report/differences.hpp>

namespace smallscope::report {

namespace {

/// Characters of a UTF-8 text: bytes that do not continue one.
std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

/// "\u202e"; beyond 16 bits, the two halves that JSON has for it.
std::string escape_of(char32_t character) {
  const auto number = static_cast<std::uint32_t>(character);
  if (number < 0x10000) return fmt::format("\\u{:04x}", number);
  return fmt::format("\\u{:04x}\\u{:04x}", 0xd7c0 + (number >> 10), 0xdc00 + (number & 0x3ff));
}

std::string replaced(std::string text, char character, std::string_view replacement) {
  for (std::size_t at = 0; (at = text.find(character, at)) != std::string::npos; at += replacement.size())
    text.replace(at, 1, replacement);
  return text;
}

std::vector<std::string> lines_of(std::string_view text, std::size_t most) {
  std::vector<std::string> lines;
  std::string clean = replaced(visible(text), '\t', "    ");
  while (!clean.empty() && clean.back() == '\n') clean.pop_back();
  std::size_t begin = 0;
  while (begin <= clean.size()) {
    const std::size_t end = std::min(clean.find('\n', begin), clean.size());
    if (lines.size() == most) {
      lines.push_back(
          fmt::format("... ({} more lines)",
                      std::count(clean.begin() + static_cast<std::ptrdiff_t>(begin), clean.end(), '\n') + 1));
      break;
    }
    lines.push_back(clean.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

std::string padded(const std::string& text, std::size_t width, bool right = false) {
  const std::string space(width - std::min(width, width_of(text)), ' ');
  return right ? space + text : text + space;
}

std::string cut(const std::string& text, std::size_t width) {
  if (width_of(text) <= width) return text;
  std::size_t bytes = 0;
  for (std::size_t seen = 0; bytes < text.size(); ++bytes) {
    if ((static_cast<unsigned char>(text[bytes]) & 0xc0) == 0x80) continue;
    if (seen++ == width - std::min<std::size_t>(width, 3)) break;
  }
  return text.substr(0, bytes) + "...";
}

}  // namespace

std::string grouped(generators::Ordinal number) {
  std::string text = std::to_string(number);
  for (std::size_t place = text.size(); place > 3; place -= 3) text.insert(place - 3, 1, ',');
  return text;
}

std::string duration(double seconds) {
  if (seconds < 1) return fmt::format("{:.2f} s", seconds);
  if (seconds < 60) return fmt::format("{:.1f} s", seconds);
  const auto whole = static_cast<long long>(std::llround(seconds));
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
}

std::string visible(std::string_view text) {
  std::string result;
  std::size_t shown = 0;  // so far
  const auto escape = [&](std::size_t at, std::size_t length, const std::string& instead) {
    result.append(text.substr(shown, at - shown)).append(instead);
    shown = at + length;
  };
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    const std::size_t length = byte < 0x80 ? 1 : subjects::utf8_length(text.substr(at));
    const char32_t character = length < 2 ? byte : subjects::decoded(text.substr(at, length));
    if (length == 0 || (byte < 0x20 && !subjects::is_inert(character)))
      escape(at, 1, fmt::format("\\x{:02x}", byte));
    else if (!subjects::is_inert(character))
      escape(at, length, escape_of(character));
    at += std::max<std::size_t>(length, 1);
  }
  return result.append(text.substr(shown));
}

std::string one_line(std::string_view text, std::size_t width) {
  return cut(replaced(replaced(visible(text), '\n', "\\n"), '\t', " "), width);
}

std::string one_line_of_file(std::string_view text, std::size_t width) {
  const std::string line = one_line(text);
  const std::size_t name_end = line.find(' ');
  std::string shown = line;
  for (std::size_t at = line.find('/', 1); width_of(shown) > width && at < name_end; at = line.find('/', at + 1))
    shown = "..." + line.substr(at);
  return cut(shown, width);
}

std::string block(std::string_view text, std::string_view indent, std::size_t lines) {
  std::string result;
  for (const std::string& line : lines_of(text, lines)) result += fmt::format("{}{}\n", indent, line);
  return result;
}

namespace {

std::string text_of(const MarkedLine& line) {
  std::string text;
  for (const LinePiece& piece : line) text += piece.text;
  return text;
}

/// What two texts do not have in common, with the lines around it: "-" only the left one, "+" only the right one. Empty
/// if that is not shorter than both texts.
std::string unified(std::string_view left_title, std::string_view left, std::string_view right_title,
                    std::string_view right, std::string_view indent) {
  constexpr std::size_t context = 2, most = 60;
  const std::vector<DifferenceRow> rows = differences(left, right);
  std::vector<bool> near(rows.size(), false);
  for (std::size_t row = 0; row < rows.size(); ++row)
    if (!rows[row].is_common())
      for (std::size_t i = row - std::min(row, context); i <= std::min(row + context, rows.size() - 1); ++i)
        near[i] = true;
  if (std::ranges::count(near, false) < static_cast<std::ptrdiff_t>(2 * context)) return {};
  std::string text = fmt::format("{}-- {} (-), {} (+)\n", indent, left_title, right_title), added;
  std::size_t lines = 0, left_out = 0;
  const auto put = [&](char sign, const MarkedLine& line, std::string& where) {
    if (++lines <= most) where += fmt::format("{}{} {}\n", indent, sign, text_of(line));
  };
  const auto put_left_out = [&] {
    if (left_out > 0) text += fmt::format("{}  ... {} equal line{}\n", indent, left_out, left_out == 1 ? "" : "s");
    left_out = 0;
  };
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const DifferenceRow& row = rows[i];
    if (!near[i]) {
      ++left_out;
      continue;
    }
    put_left_out();
    if (row.is_common()) {
      text += std::exchange(added, {});
      put(' ', *row.left, text);
      continue;
    }
    // Lines that replace others stand behind all of these.
    if (row.left) put('-', *row.left, text);
    if (row.right) put('+', *row.right, added);
  }
  text += added;
  put_left_out();
  if (lines > most) text += fmt::format("{}... and {} more lines\n", indent, lines - most);
  return text;
}

}  // namespace

std::string side_by_side(std::string_view left_title, std::string_view left, std::string_view right_title,
                         std::string_view right, std::string_view indent, std::size_t width) {
  constexpr std::size_t most = 40;
  auto left_lines = lines_of(left, most), right_lines = lines_of(right, most);
  const auto widest = [](const std::vector<std::string>& lines, std::string_view title) {
    std::size_t width_so_far = width_of(title);
    for (const std::string& line : lines) width_so_far = std::max(width_so_far, width_of(line));
    return width_so_far;
  };
  const std::size_t left_width = widest(left_lines, left_title);
  if (left_width + widest(right_lines, right_title) + indent.size() + 3 > width) {
    if (std::string text = unified(left_title, left, right_title, right, indent); !text.empty()) return text;
    return fmt::format("{}-- {}\n{}{}-- {}\n{}", indent, left_title, block(left, indent), indent, right_title,
                       block(right, indent));
  }
  std::string result = fmt::format("{}{} | {}\n", indent, padded(std::string(left_title), left_width), right_title);
  result += fmt::format("{}{}\n", indent,
                        std::string(left_width + 1, '-') + "+-" + std::string(widest(right_lines, right_title), '-'));
  const std::size_t rows = std::max(left_lines.size(), right_lines.size());
  left_lines.resize(rows);
  right_lines.resize(rows);
  for (std::size_t i = 0; i < rows; ++i)
    result += fmt::format("{}{} | {}\n", indent, padded(left_lines[i], left_width), right_lines[i]);
  return result;
}

Table::Table(std::vector<std::string> header, std::vector<bool> right) : right_(std::move(right)) {
  right_.resize(header.size());
  rows_.push_back(std::move(header));
}

void Table::add(const std::vector<std::string>& row) {
  std::vector<std::string>& shown = rows_.emplace_back();
  for (const std::string& cell : row) shown.push_back(one_line(cell));
}

std::string Table::text(std::size_t width) const {
  const std::size_t columns = rows_.front().size();
  std::vector<std::size_t> widths(columns, 0);
  for (const auto& row : rows_)
    for (std::size_t i = 0; i < columns; ++i) widths[i] = std::max(widths[i], width_of(row[i]));
  std::string text;
  for (const auto& row : rows_) {
    std::string line;
    for (std::size_t i = 0; i < columns; ++i) {
      if (i > 0) line += "  ";
      if (i + 1 == columns)
        line += right_[i] ? padded(row[i], widths[i], true)
                          : cut(row[i], std::max<std::size_t>(20, width - std::min(width, width_of(line))));
      else
        line += padded(row[i], widths[i], right_[i]);
    }
    line.resize(line.find_last_not_of(' ') + 1);  // where the last cell is empty
    text += line + "\n";
  }
  return text;
}

std::size_t terminal_width(int descriptor) {
  winsize size{};
  if (isatty(descriptor) == 1 && ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 20) return size.ws_col;
  return 160;
}

}  // namespace smallscope::report
