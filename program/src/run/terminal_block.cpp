// SPDX-License-Identifier: Apache-2.0
#include "run/terminal_block.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>

#include <fmt/format.h>

#include <smallscope/report/text.hpp>

namespace smallscope::program {

namespace {

/// The cells that the character with this first byte takes at most. What takes two begins behind U+1000.
std::size_t cells_of(char first) {
  const auto byte = static_cast<unsigned char>(first);
  if ((byte & 0xc0) == 0x80) return 0;  // goes on with a character
  return byte >= 0xe1 ? 2 : 1;
}

std::size_t cells_of(std::string_view visible) {
  std::size_t cells = 0;
  for (const char byte : visible) cells += cells_of(byte);
  return cells;
}

std::string_view opened(BlockLine::Style style) {
  switch (style) {
    case BlockLine::Style::bold:
      return "\x1b[1m";
    case BlockLine::Style::faint:
      return "\x1b[2m";
    default:
      return "";
  }
}

}  // namespace

bool is_redrawable() {
  const char* const term = std::getenv("TERM");
  return isatty(STDERR_FILENO) == 1 && term != nullptr && *term != '\0' && std::string_view(term) != "dumb";
}

std::string cut_to_cells(const std::string& visible, std::size_t cells) {
  if (cells_of(visible) <= cells) return visible;
  const std::size_t dots = std::min<std::size_t>(cells, 3);
  std::size_t bytes = 0;
  for (std::size_t used = 0; bytes < visible.size(); ++bytes) {
    used += cells_of(visible[bytes]);
    if (used > cells - dots) break;
  }
  return visible.substr(0, bytes) + std::string(dots, '.');
}

TerminalBlock::TerminalBlock() {
  const char* const no_color = std::getenv("NO_COLOR");  // https://no-color.org
  has_attributes_ = no_color == nullptr || *no_color == '\0';
}

TerminalBlock::Size TerminalBlock::size() {
  winsize found{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &found) != 0 || found.ws_col == 0 || found.ws_row == 0) return {};
  return {found.ws_col, found.ws_row};
}

/// The sequence that moves the cursor to the beginning of what was drawn, as far as it is on the screen.
std::string TerminalBlock::back_to_begin(Size size) {
  const std::size_t reachable = size.rows - 1;
  std::size_t up = 0;
  while (!drawn_.empty() && up < reachable) {
    const std::size_t rows = std::max<std::size_t>(1, (drawn_.back() + size.columns - 1) / size.columns);
    if (up + rows > reachable) {
      drawn_.back() -= (reachable - up) * size.columns;
      up = reachable;
    } else {
      drawn_.pop_back();
      up += rows;
    }
  }
  return up == 0 ? "\r" : fmt::format("\r\x1b[{}A", up);
}

void TerminalBlock::draw(const std::vector<BlockLine>& lines) {
  const Size now = size();
  std::string text = back_to_begin(now);
  const std::size_t room = now.rows - 1;
  // As long as rows of an earlier block are above the screen, the screen is filled, so that none of them is lost count
  // of.
  const std::size_t wanted = drawn_.empty() ? std::min(lines.size(), room) : room;
  for (std::size_t i = 0; i < wanted; ++i) {
    const BlockLine line = i < lines.size() ? lines[i] : BlockLine{};
    const std::string shown = cut_to_cells(report::one_line(line.text), now.columns - 1);
    const bool has_style = has_attributes_ && line.style != BlockLine::Style::plain && !shown.empty();
    text += has_style ? fmt::format("{}{}\x1b[0m", opened(line.style), shown) : shown;
    text += "\x1b[K\r\n";
    drawn_.push_back(cells_of(shown));
  }
  put(text + "\x1b[J");
}

void TerminalBlock::erase() {
  if (drawn_.empty()) return;
  put(back_to_begin(size()) + "\x1b[J");
  drawn_.clear();
}

void TerminalBlock::write_above(const std::string& text) {
  erase();
  put(text);
}

void TerminalBlock::put(std::string_view text) {
  while (!text.empty() && !is_gone_) {
    const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
    if (written >= 0)
      text.remove_prefix(static_cast<std::size_t>(written));
    else if (errno != EINTR)
      is_gone_ = true;
  }
}

}  // namespace smallscope::program
