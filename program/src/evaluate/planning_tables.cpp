// SPDX-License-Identifier: Apache-2.0
#include "evaluate/planning_tables.hpp"

#include <cmath>
#include <optional>

#include <fmt/format.h>

#include <smallscope/report/text.hpp>

#include "evaluate/evaluation_tables.hpp"
#include "evaluate/table_width.hpp"

namespace smallscope::program {

using evaluation::planning::PlanningRow;
using evaluation::planning::Reached;

namespace {

/// Tables 2 and 3 of the paper: the cost at thresholds .5 to .9. Figure 2 gives only bars.
struct Published {
  std::string_view study, planner;
  double cost[5];
};
constexpr Published published[] = {
    {"random graphs, 10 faults", "sparse-sampling random", {20.1, 23.8, 25.8, 26.0, 26.9}},
    {"random graphs, 10 faults", "entropy", {56.2, 57.8, 65.1, 69.9, 73.0}},
    {"random graphs, 10 faults", "highest-probability", {71.3, 71.8, 74.3, 77.6, 79.0}},
    {"random graphs, 20 faults", "sparse-sampling random", {24.9, 25.6, 26.8, 32.2, 33.0}},
    {"random graphs, 20 faults", "entropy", {107.0, 111.0, 111.9, 115.3, 143.9}},
    {"random graphs, 20 faults", "highest-probability", {130.8, 132.7, 133.9, 135.3, 136.4}},
    {"call graph", "sparse-sampling random", {5.08, 6.45, 6.45, 6.45, 6.45}},
    {"call graph", "entropy", {50.75, 53.85, 53.85, 53.85, 55.69}},
    {"call graph", "highest-probability", {66.75, 70.14, 70.14, 70.14, 70.41}}};

std::optional<double> published_cost(const PublishedPlanning& study, const PlanningRow& row, double threshold) {
  for (const Published& each : published)
    if (each.study == study.name && each.planner == row.planner)
      for (std::size_t i = 0; i < std::size(each.cost); ++i)
        if (std::abs(threshold - 0.1 * static_cast<double>(5 + i)) < 1e-9) return each.cost[i];
  return std::nullopt;
}

std::string percent(double share) { return fmt::format("{:.0f}%", 100 * share); }

}  // namespace

std::string text(const std::vector<PublishedPlanning>& studies) {
  std::string all;
  for (const PublishedPlanning& each : studies) {
    all += fmt::format("{}: {} instances, {:.1f} failing tests first\n", each.name, each.study.instances,
                       each.study.failing_first);
    report::Table table({"planner", "X", "cost", "+-", "paper", "tests", "reached", "wrong", "precision", "recall",
                         "wasted", "weighed", "left out"},
                        {false, true, true, true, true, true, true, true, true, true, true, true, true});
    for (const PlanningRow& row : each.study.rows)
      for (const Reached& reached : row.reached) {
        const std::optional<double> paper = published_cost(each, row, reached.threshold);
        table.add({row.planner, fmt::format("{:.1f}", reached.threshold), fmt::format("{:.2f}", reached.cost.mean),
                   fmt::format("{:.2f}", reached.cost.half_width), paper ? fmt::format("{:.2f}", *paper) : "-",
                   fmt::format("{:.1f}", reached.tests.mean), percent(reached.share), percent(reached.wrong),
                   fmt::format("{:.2f}", reached.precision.mean), fmt::format("{:.2f}", reached.recall.mean),
                   fmt::format("{:.1f}", reached.wasted.mean), fmt::format("{:.0f}", row.diagnoses),
                   fmt::format("{:.3f}", row.left_out)});
      }
    all += table.text(table_width) + "\n";
  }
  return all;
}

report::Json to_json(const std::vector<PublishedPlanning>& studies) {
  report::Json json{{"studies", report::Json::array()}};
  for (const PublishedPlanning& each : studies) {
    report::Json study{{"study", each.name},
                       {"instances", each.study.instances},
                       {"failing_first", each.study.failing_first},
                       {"planners", report::Json::array()}};
    for (const PlanningRow& row : each.study.rows) {
      report::Json planner{{"planner", row.planner},
                           {"diagnoses_weighed", row.diagnoses},
                           {"instances_cut", row.cut},
                           {"probability_left_out", row.left_out},
                           {"thresholds", report::Json::array()}};
      for (const Reached& reached : row.reached) {
        report::Json entry{{"threshold", reached.threshold},
                           {"cost", to_json(reached.cost)},
                           {"tests", to_json(reached.tests)},
                           {"reached", reached.share},
                           {"wrong", reached.wrong},
                           {"precision", to_json(reached.precision)},
                           {"recall", to_json(reached.recall)},
                           {"wasted_effort", to_json(reached.wasted)}};
        if (const auto paper = published_cost(each, row, reached.threshold)) entry["published_cost"] = *paper;
        planner["thresholds"].push_back(std::move(entry));
      }
      study["planners"].push_back(std::move(planner));
    }
    json["studies"].push_back(std::move(study));
  }
  return json;
}

}  // namespace smallscope::program
