// SPDX-License-Identifier: Apache-2.0
#include "evaluate/line_chart.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include <smallscope/report/text.hpp>

namespace smallscope::program {

namespace {

constexpr double left_margin = 70, top_margin = 40, width = 460, height = 300, bottom_margin = 55;
constexpr double letter = 6.4;  // the mean width of a letter in the legend, rounded up
// Lines differ in colour, and in the shapes of their marks for readers who cannot distinguish the colours.
constexpr std::array<const char*, 9> colours{"#1b6ca8", "#d1495b", "#2e8b57", "#8e5ea2", "#c77c11",
                                             "#00798c", "#6c757d", "#a0522d", "#111111"};

/// Text of any origin, made visible.
std::string escaped(const std::string& text) {
  std::string result;
  for (const char character : report::one_line(text)) {
    if (character == '<')
      result += "&lt;";
    else if (character == '&')
      result += "&amp;";
    else
      result += character;
  }
  return result;
}

std::string label(double x, double y, const std::string& anchor, const std::string& text, int size = 11) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" font-size=\"{}\">{}</text>\n", x, y, anchor,
                     size, escaped(text));
}

std::string mark(double x, double y, std::size_t number) {
  const char* const colour = colours[number % colours.size()];
  if (number % 3 == 0)
    return fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3.2\" fill=\"{}\"/>\n", x, y, colour);
  if (number % 3 == 1)
    return fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"6\" height=\"6\" fill=\"{}\"/>\n", x - 3, y - 3,
                       colour);
  return fmt::format("<path d=\"M{:.1f} {:.1f}l4 7h-8z\" fill=\"{}\"/>\n", x, y - 4, colour);
}

/// Maps values of one axis to positions on the page.
struct Scale {
  double low, high, from, to;
  bool logarithmic;
  double operator()(double value) const {
    if (low == high) return (from + to) / 2;
    if (logarithmic) return from + (std::log(value) - std::log(low)) / (std::log(high) - std::log(low)) * (to - from);
    return from + (value - low) / (high - low) * (to - from);
  }
};

}  // namespace

std::string svg(const LineChart& chart) {
  double least = INFINITY, greatest = 0, right_margin = 0;
  for (const Line& line : chart.lines) {
    right_margin = std::max(right_margin, 40 + letter * static_cast<double>(line.name.size()));
    for (const auto& [x, y] : line.points) {
      least = std::min(least, y);
      greatest = std::max(greatest, y);
    }
  }
  if (greatest == 0) least = greatest = 1;
  const Scale y{std::pow(10, std::floor(std::log10(least))), std::pow(10, std::ceil(std::log10(greatest * 1.0001))),
                top_margin + height, top_margin, true};
  const Scale x{chart.x_ticks.empty() ? 1 : chart.x_ticks.front(), chart.x_ticks.empty() ? 1 : chart.x_ticks.back(),
                left_margin + 15, left_margin + width - 15, chart.log_x};

  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
      "font-family=\"sans-serif\" fill=\"#222\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
      left_margin + width + right_margin, top_margin + height + bottom_margin);
  text += label(left_margin, top_margin - 16, "start", chart.title, 14);
  for (double tick = y.low; tick <= y.high * 1.01; tick *= 10) {
    text += fmt::format("<path d=\"M{} {:.1f}h{}\" stroke=\"#ddd\"/>\n", left_margin, y(tick), width);
    text += label(left_margin - 6, y(tick) + 4, "end", fmt::format("{:g}", tick));
  }
  for (const double tick : chart.x_ticks)
    text += label(x(tick), top_margin + height + 18, "middle", fmt::format("{:g}", tick));
  text +=
      fmt::format("<path d=\"M{} {}v{}h{}\" fill=\"none\" stroke=\"#444\"/>\n", left_margin, top_margin, height, width);
  text += label(left_margin + width / 2, top_margin + height + 40, "middle", chart.x_label, 12);
  text += fmt::format(
      "<text transform=\"translate(18 {}) rotate(-90)\" text-anchor=\"middle\" font-size=\"12\">{}</text>\n",
      top_margin + height / 2, escaped(chart.y_label));
  std::size_t number = 0;
  for (const Line& line : chart.lines) {
    if (line.points.empty()) continue;
    std::string points;
    for (const auto& [at, value] : line.points) points += fmt::format("{:.1f},{:.1f} ", x(at), y(value));
    text += fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.6\"/>\n", points,
                        colours[number % colours.size()]);
    for (const auto& [at, value] : line.points) text += mark(x(at), y(value), number);
    const double row = top_margin + 8 + 18 * static_cast<double>(number);
    text += mark(left_margin + width + 14, row, number) + label(left_margin + width + 24, row + 4, "start", line.name);
    ++number;
  }
  return text + "</svg>\n";
}

}  // namespace smallscope::program
