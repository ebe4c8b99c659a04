// SPDX-License-Identifier: Apache-2.0
// Two texts side by side with their differences marked: a program before and after, two inputs of a witness.
//
// Computed once here; each kind of output shows the rows in its own way (report/src/page has HTML). Functions without
// state: any thread may call them.
// Example: for (const DifferenceRow& row : differences("a = 1\n", "a = 2\n")) show(row.left, row.right);
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace smallscope::report {

/// A part of a line: equal in both texts, or only in this one.
struct LinePiece {
  std::string text;
  bool differs = false;
  friend bool operator==(const LinePiece&, const LinePiece&) = default;
};
using MarkedLine = std::vector<LinePiece>;

/// Lines that stand beside each other. A line without a counterpart stands alone.
struct DifferenceRow {
  std::optional<MarkedLine> left, right;
  /// Whether both texts have this line.
  bool is_common() const { return left && right && *left == *right; }
};

/// The rows of both texts, made visible (see visible()). A changed line is compared word by word with the
/// one that replaces it. O(n d) for n lines and d differences; more than a few hundred changed lines in one place are
/// not compared further.
std::vector<DifferenceRow> differences(std::string_view left, std::string_view right);

/// The lines of one text, made visible, as the left sides of rows.
std::vector<DifferenceRow> rows_of(std::string_view text);

}  // namespace smallscope::report
