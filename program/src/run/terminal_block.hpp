// SPDX-License-Identifier: Apache-2.0
// Lines at the end of a terminal's output that are drawn again and again, in place.
//
// The terminal is never in a state that somebody has to end: no other screen, no hidden cursor, no mode; each write
// closes the attributes that it opens and leaves the cursor at the beginning of the line below. So whatever ends the
// process, even SIGKILL, the shell goes on there. Thread rule: one thread at a time.
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace smallscope::program {

/// Whether standard error is a terminal whose cursor can be moved: $TERM is set and is not `dumb`.
bool is_redrawable();

/// A line for people. Its text goes through report::one_line() when it is drawn.
struct BlockLine {
  enum class Style { plain, bold, faint };
  std::string text;
  Style style = Style::plain;
};

/// The first `cells` cells of a visible text at most, with "..." if it is longer. Every character beyond the first
/// blocks of Unicode counts as two cells, which is never too few.
std::string cut_to_cells(const std::string& visible, std::size_t cells);

class TerminalBlock {
 public:
  struct Size {
    std::size_t columns = 80, rows = 24;
  };

  TerminalBlock();
  /// Of the terminal behind standard error, now.
  static Size size();
  /// Replaces what was drawn. Lines that do not fit are cut; at most all rows but one are used.
  void draw(const std::vector<BlockLine>& lines);
  /// Removes what was drawn.
  void erase();
  /// Removes what was drawn and writes this visible text in its place, for good.
  void write_above(const std::string& text);
  /// What was drawn is out of reach, because others have written to the terminal.
  void forget() { drawn_.clear(); }

 private:
  std::string back_to_begin(Size size);
  void put(std::string_view text);

  bool has_attributes_;
  bool is_gone_ = false;  ///< the terminal cannot be written any more
  /// The cells of each drawn line, oldest first. A line is longer than the terminal is wide after that was made
  /// narrower: most terminals then wrap it. The first lines may have left the screen, but come back when it grows.
  std::deque<std::size_t> drawn_;
};

}  // namespace smallscope::program
