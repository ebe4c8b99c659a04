// SPDX-License-Identifier: Apache-2.0
#include "evaluate/case_study_tables.hpp"

#include <cmath>

#include <fmt/format.h>

#include <smallscope/report/text.hpp>

#include "evaluate/evaluation_tables.hpp"
#include "evaluate/line_chart.hpp"

namespace smallscope::program {

namespace {

using evaluation::CaseStudy;
using evaluation::CaseStudyLevel;
using evaluation::SampledClustering;
using evaluation::SampleMean;

constexpr std::size_t case_study_width = 190;

/// "7:14" for minutes and seconds, as in the paper, with tenths below a minute.
std::string clock(double seconds) {
  if (seconds < 60) return fmt::format("0:{:04.1f}", seconds);
  const auto whole = static_cast<long>(std::lround(seconds));
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

std::string percent(const std::optional<SampleMean>& share) {
  return share ? fmt::format("{:.2f}", 100 * share->mean) : "n/a";
}

std::string with_interval(double mean, double half_width) {
  return half_width > 0 ? fmt::format("{:.1f} ± {:.1f}", mean, half_width) : fmt::format("{:.1f}", mean);
}

/// One row per level; the first row of a campaign has its name.
template <class Row>
std::string level_table(const std::vector<CaseStudy>& studies, std::vector<std::string> columns, const Row& row) {
  columns.insert(columns.begin(), {"campaign", "level"});
  std::vector<bool> right(columns.size(), true);
  right[0] = right[1] = false;
  report::Table table(std::move(columns), std::move(right));
  for (const CaseStudy& study : studies)
    for (const CaseStudyLevel& level : study.levels) {
      std::vector<std::string> cells = row(level);
      if (cells.empty()) continue;
      cells.insert(cells.begin(), {study.campaign, fmt::format("M{}", level.level)});
      table.add(std::move(cells));
    }
  return table.text(case_study_width);
}

std::string times_table(const std::vector<CaseStudy>& studies) {
  return level_table(studies,
                     {"inputs", "rejected", "dense", "dense TTF", "sparse", "sparse TTF", "APFD dense", "APFD sparse",
                      "failing", "faults"},
                     [](const CaseStudyLevel& level) -> std::vector<std::string> {
                       const double each = level.seconds_a_test();
                       return {std::to_string(level.inputs),
                               std::to_string(level.rejected),
                               clock(level.seconds),
                               level.failing > 0 ? clock(each * level.dense_first) : "n/a",
                               clock(each * level.sparse_total.mean),
                               clock(each * level.sparse_first.mean),
                               percent(level.apfd_dense),
                               percent(level.apfd_sparse),
                               std::to_string(level.failing),
                               std::to_string(level.faults.size())};
                     });
}

std::string tests_table(const std::vector<CaseStudy>& studies, std::size_t seeds) {
  return level_table(studies,
                     {"inputs", "failing", "dense", "sparse, mean of seeds", "sparse, predicted", "random, expected",
                      "our default", "sparse total", "more %"},
                     [seeds](const CaseStudyLevel& level) -> std::vector<std::string> {
                       const double inputs = static_cast<double>(level.inputs);
                       return {std::to_string(level.inputs),
                               std::to_string(level.failing),
                               fmt::format("{:.0f}", level.dense_first),
                               with_interval(level.sparse_first.mean, level.sparse_first.half_width),
                               with_interval(level.sparse_predicted.mean, 1.96 * level.sparse_predicted.deviation /
                                                                              std::sqrt(static_cast<double>(seeds))),
                               level.failing > 0 ? fmt::format("{:.1f}", level.random_first()) : "-",
                               fmt::format("{:.0f}", level.own_first),
                               fmt::format("{:.1f}", level.sparse_total.mean),
                               fmt::format("{:.2f}", 100 * (level.sparse_total.mean / inputs - 1))};
                     });
}

std::string clusterings_table(const std::vector<CaseStudy>& studies) {
  std::vector<std::string> columns{"failing", "faults", "unlabelled"};
  for (const char* name : {"random", "oracle", "abstract", "concrete"})
    for (const char* what : {"clusters", "tests", "faults"}) columns.push_back(fmt::format("{} {}", name, what));
  return level_table(studies, std::move(columns), [](const CaseStudyLevel& level) {
    std::vector<std::string> cells;
    if (level.failing == 0) return cells;
    cells = {std::to_string(level.failing), std::to_string(level.faults.size()),
             std::to_string(level.unlabelled.size())};
    for (const SampledClustering& clustering : level.clusterings) {
      cells.push_back(std::to_string(clustering.clusters));
      cells.push_back(std::to_string(clustering.inspected));
      cells.push_back(fmt::format("{:.2f}", clustering.detected.mean));
    }
    return cells;
  });
}

/// How many times less time each merge level takes than M0: geometric means over campaigns.
std::string merging_text(const std::vector<CaseStudy>& studies) {
  std::string text;
  for (std::size_t level = 1;; ++level) {
    double logarithms = 0, first = 0;
    std::size_t count = 0, with_failures = 0;
    for (const CaseStudy& study : studies) {
      if (study.levels.size() <= level || study.levels[level].seconds <= 0) continue;
      const CaseStudyLevel &unmerged = study.levels[0], &merged = study.levels[level];
      logarithms += std::log(unmerged.seconds / merged.seconds);
      ++count;
      if (unmerged.failing == 0 || merged.failing == 0) continue;
      first +=
          std::log(unmerged.seconds_a_test() * unmerged.dense_first / (merged.seconds_a_test() * merged.dense_first));
      ++with_failures;
    }
    if (count == 0) return text;
    text += fmt::format("M{} takes {:.1f} times less time than M0 (geometric mean of {} campaigns)", level,
                        std::exp(logarithms / static_cast<double>(count)), count);
    if (with_failures > 0)
      text += fmt::format(", and {:.1f} times less to the first failure (of {})",
                          std::exp(first / static_cast<double>(with_failures)), with_failures);
    text += "\n";
  }
}

std::string trade_off_table(const std::vector<CaseStudy>& studies) {
  std::vector<std::string> columns;
  for (const auto& limit : studies.front().levels.front().trade_off)
    columns.insert(columns.end(), {fmt::format("L={}", limit.limit), "more %"});
  return level_table(studies, std::move(columns), [](const CaseStudyLevel& level) {
    std::vector<std::string> cells;
    if (level.level > 0) return cells;
    for (const auto& limit : level.trade_off) {
      cells.push_back(fmt::format("{:.1f}", limit.first_failure.mean));
      cells.push_back(fmt::format("{:.2f}", 100 * (limit.total / static_cast<double>(level.inputs) - 1)));
    }
    return cells;
  });
}

/// The default order compared with the expectation of a random permutation, over all M0 with failures.
std::string own_order_text(const std::vector<CaseStudy>& studies) {
  double logarithms = 0;
  std::size_t count = 0;
  for (const CaseStudy& study : studies) {
    const CaseStudyLevel& unmerged = study.levels.front();
    if (unmerged.failing == 0) continue;
    logarithms += std::log(unmerged.own_first / unmerged.random_first());
    ++count;
  }
  if (count == 0) return {};
  return fmt::format(
      "our default order: {:.2f} times the tests to the first failure that a random permutation expects "
      "(geometric mean of {} campaigns with failures), and no test repeated\n",
      std::exp(logarithms / static_cast<double>(count)), count);
}

report::Json to_json(const std::optional<SampleMean>& mean) {
  return mean ? program::to_json(*mean) : report::Json(nullptr);
}
report::Json to_json(const evaluation::Prediction& prediction) {
  return {{"mean", prediction.mean}, {"deviation", prediction.deviation}};
}

report::Json to_json(const CaseStudyLevel& level) {
  report::Json json{{"level", level.level},
                    {"inputs", level.inputs},
                    {"rejected", level.rejected},
                    {"failing", level.failing},
                    {"seconds", level.seconds},
                    {"faults", level.faults},
                    {"unlabelled", level.unlabelled},
                    {"first_failure",
                     {{"dense", level.dense_first},
                      {"sparse", to_json(level.sparse_first)},
                      {"sparse_predicted", to_json(level.sparse_predicted)},
                      {"random", level.random_first()},
                      {"own", level.own_first}}},
                    {"sparse_total", to_json(level.sparse_total)},
                    {"apfd", {{"dense", to_json(level.apfd_dense)}, {"sparse", to_json(level.apfd_sparse)}}},
                    {"clusterings", report::Json::array()},
                    {"jump_limits", report::Json::array()}};
  for (const SampledClustering& clustering : level.clusterings)
    json["clusterings"].push_back({{"abstraction", clustering::name(clustering.abstraction)},
                                   {"clusters", clustering.clusters},
                                   {"inspected", clustering.inspected},
                                   {"detected", to_json(clustering.detected)}});
  for (const evaluation::JumpTradeOff& limit : level.trade_off)
    json["jump_limits"].push_back(
        {{"limit", limit.limit}, {"first_failure", to_json(limit.first_failure)}, {"total", limit.total}});
  return json;
}

}  // namespace

std::string text(const std::vector<CaseStudy>& studies) {
  if (studies.empty()) return {};
  const std::size_t seeds = studies.front().order_seeds;
  return fmt::format(
      "total time and time to the first failure (minutes:seconds), dense and sparse (jumps, mean of {0} seeds)\n{1}\n"
      "the same in tests (95% intervals of the mean of {0} seeds)\n{2}\n{3}\n"
      "clusters, tests looked at, labelled faults among them (mean of {4} seeds)\n{5}\n{6}\n"
      "expected tests to the first failure of M0, and how many more tests in all, by jump limit\n{7}",
      seeds, times_table(studies), tests_table(studies, seeds), own_order_text(studies), studies.front().sampling_seeds,
      clusterings_table(studies), merging_text(studies), trade_off_table(studies));
}

report::Json to_json(const std::vector<CaseStudy>& studies) {
  report::Json json{{"campaigns", report::Json::array()}};
  for (const CaseStudy& study : studies) {
    report::Json levels = report::Json::array();
    for (const CaseStudyLevel& level : study.levels) levels.push_back(to_json(level));
    json["campaigns"].push_back({{"campaign", study.campaign}, {"levels", std::move(levels)}});
  }
  return json;
}

std::string jump_limit_figure(const std::vector<CaseStudy>& studies) {
  LineChart chart{.title = "Tests to the first failure at M0, by jump limit",
                  .x_label = "jump limit",
                  .y_label = "tests, expected"};
  for (const CaseStudy& study : studies) {
    const CaseStudyLevel& unmerged = study.levels.front();
    chart.x_ticks.clear();
    Line line{study.campaign, {}};
    for (const evaluation::JumpTradeOff& limit : unmerged.trade_off) {
      chart.x_ticks.push_back(static_cast<double>(limit.limit));
      if (unmerged.failing > 0) line.points.emplace_back(static_cast<double>(limit.limit), limit.first_failure.mean);
    }
    chart.lines.push_back(std::move(line));
  }
  return svg(chart);
}

std::string merge_level_figure(const std::vector<CaseStudy>& studies) {
  LineChart chart{.title = "Total time by merge level", .x_label = "merge level", .y_label = "seconds", .log_x = false};
  for (const CaseStudy& study : studies) {
    Line line{study.campaign, {}};
    for (const CaseStudyLevel& level : study.levels) {
      if (chart.x_ticks.size() <= static_cast<std::size_t>(level.level)) chart.x_ticks.push_back(level.level);
      if (level.seconds > 0) line.points.emplace_back(level.level, level.seconds);
    }
    chart.lines.push_back(std::move(line));
  }
  return svg(chart);
}

}  // namespace smallscope::program
