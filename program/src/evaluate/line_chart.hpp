// SPDX-License-Identifier: Apache-2.0
// Line charts as SVG, for the figures of documents.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace smallscope::program {

struct Line {
  std::string name;
  std::vector<std::pair<double, double>> points;  ///< (x, y), both positive
};

struct LineChart {
  std::string title, x_label, y_label;
  std::vector<Line> lines;
  std::vector<double> x_ticks;  ///< the positions of the points; the axis is logarithmic if `log_x`
  bool log_x = true;
};

/// The chart as a complete SVG document, with a logarithmic y axis and a legend. Lines without points are left out.
std::string svg(const LineChart& chart);

}  // namespace smallscope::program
