// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <smallscope/report/text.hpp>

#include "page/sections.hpp"

namespace smallscope::report::page {

namespace {

using results::Ordinal;

constexpr double width = 720, left_margin = 60, right_margin = 16, panel = 110, top = 26, gap = 44;
constexpr std::size_t most_points = 300;

/// Tests in ascending order; each raises the line by one.
struct Panel {
  std::string title;
  std::vector<Ordinal> tests;
};

double across(Ordinal test, Ordinal last) {
  return left_margin + (width - left_margin - right_margin) * static_cast<double>(test) /
                           static_cast<double>(std::max<Ordinal>(last, 1));
}

/// A line of steps; of many tests, evenly spaced ones.
Markup line(const std::vector<Ordinal>& tests, Ordinal last, double bottom) {
  const std::size_t every = tests.size() / most_points + 1;
  std::string path = fmt::format("M{:.1f} {:.1f}", across(0, last), bottom);
  for (std::size_t i = 0; i < tests.size(); i += every) {
    const std::size_t seen = std::min(i + every, tests.size());
    path += fmt::format("H{:.1f}V{:.1f}", across(tests[seen - 1], last),
                        bottom - panel * static_cast<double>(seen) / static_cast<double>(tests.size()));
  }
  path += fmt::format("H{:.1f}", across(last, last));
  return markup("<path class=\"line\" d=\"{}\"/>\n", path);
}

/// A point where each cluster was first seen; its name shows when the reader points at it.
Markup points(const std::vector<const ShownCluster*>& seen, Ordinal last, double bottom) {
  Markup all;
  for (std::size_t i = 0; i < std::min(seen.size(), most_points); ++i)
    all += markup("<circle class=\"point\" cx=\"{}\" cy=\"{}\" r=\"3\"><title>{} in test {}</title></circle>\n",
                  fmt::format("{:.1f}", across(seen[i]->first_test, last)),
                  fmt::format("{:.1f}", bottom - panel * static_cast<double>(i + 1) / static_cast<double>(seen.size())),
                  seen[i]->id, grouped(seen[i]->first_test));
  return all;
}

Markup label(double x, double y, const char* anchor, std::string_view text) {
  return markup("<text x=\"{}\" y=\"{}\" text-anchor=\"{}\">{}</text>\n", fmt::format("{:.1f}", x),
                fmt::format("{:.1f}", y), anchor, text);
}

Markup shown(const Panel& panel_shown, Ordinal last, double above) {
  const double bottom = above + panel;
  Markup text = label(left_margin, above - 8, "start", panel_shown.title);
  text += markup("<path class=\"axis\" d=\"{}\"/>\n",
                 fmt::format("M{0} {1:.1f}V{2:.1f}H{3}", left_margin, above, bottom, width - right_margin));
  text += label(left_margin - 6, above + 5, "end", grouped(panel_shown.tests.size()));
  text += label(left_margin - 6, bottom + 4, "end", "0");
  text += line(panel_shown.tests, last, bottom);
  return text;
}

}  // namespace

Markup run_section(const std::vector<ShownCluster>& clusters, const Failures& failures,
                   const results::Account& account) {
  if (clusters.empty()) return {};
  Panel seen{"clusters seen", {}}, failed{"inputs failed", failures.tests};
  std::vector<const ShownCluster*> by_test;
  for (const ShownCluster& cluster : clusters) by_test.push_back(&cluster);
  std::ranges::stable_sort(by_test, {}, [](const ShownCluster* cluster) { return cluster->first_test; });
  for (const ShownCluster* cluster : by_test) seen.tests.push_back(cluster->first_test);
  std::ranges::sort(failed.tests);
  Ordinal last = account.executed;
  if (!failed.tests.empty()) last = std::max(last, failed.tests.back());
  const std::string summary =
      seen.tests.size() == 1
          ? fmt::format("The only cluster was seen in test {}.", grouped(seen.tests.front()))
          : fmt::format(
                "The first cluster was seen in test {}, half of the {} clusters by test {}, the last one in test {}.",
                grouped(seen.tests.front()), grouped(seen.tests.size()),
                grouped(seen.tests[(seen.tests.size() - 1) / 2]), grouped(seen.tests.back()));
  const double height = top + 2 * panel + gap + 40;
  Markup text = markup(
      "<section id=\"run\" aria-labelledby=\"run-title\">\n<h2 id=\"run-title\">Over the run</h2>\n<p>{}</p>\n"
      "<svg class=\"chart\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"Clusters seen and inputs failed, by number "
      "of tests. {}\">\n",
      summary, static_cast<int>(width), static_cast<int>(height), summary);
  text += shown(seen, last, top);
  text += points(by_test, last, top + panel);
  text += shown(failed, last, top + panel + gap);
  text += label(across(0, last), height - 22, "middle", "0");
  text += label(width - right_margin, height - 22, "end", grouped(last));
  text += label((left_margin + width) / 2, height - 8, "middle", "tests");
  text += markup("</svg>\n</section>\n");
  return text;
}

}  // namespace smallscope::report::page
