// SPDX-License-Identifier: Apache-2.0
#include "evaluate/single_fault_tables.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include <smallscope/report/text.hpp>

#include "command_line/counted.hpp"
#include "evaluate/measure_tables.hpp"
#include "evaluate/table_width.hpp"

namespace smallscope::program {

using diagnosis::mean;
using diagnosis::StudiedSuite;
using diagnosis::Ties;

namespace {

constexpr double milliseconds = 1'000;

double greatest(const std::vector<double>& figures) { return figures.empty() ? 0 : *std::ranges::max_element(figures); }

/// The middle one, or the mean of both middle ones.
double median(std::vector<double> figures) {
  if (figures.empty()) return 0;
  std::ranges::sort(figures);
  return (figures[(figures.size() - 1) / 2] + figures[figures.size() / 2]) / 2;
}

/// The share of faults before which no more is inspected in vain than with all tests, in the mean over starts; empty
/// for a suite that not all faults have.
std::optional<double> as_good_as_all(const diagnosis::SingleFaultStudy& study, const StudiedSuite& suite, Ties ties) {
  const std::vector<double>& own = suite.effort[index_of(ties)];
  const std::vector<double>& all = study.suites.back().effort[index_of(ties)];
  if (own.empty() || own.size() != all.size()) return std::nullopt;
  std::size_t as_good = 0;
  for (std::size_t fault = 0; fault < own.size(); ++fault) as_good += own[fault] <= all[fault] ? 1 : 0;
  return static_cast<double>(as_good) / static_cast<double>(own.size());
}

std::string without_text(const ReportedSingleFaults& reported) {
  std::string text;
  if (reported.without_fault > 0) text += fmt::format("; {} without a known fault left out", reported.without_fault);
  if (reported.without_failure > 0)
    text += fmt::format("; {} without a failing test that covers something left out", reported.without_failure);
  return text;
}

bool is_sliced(const StudiedSuite& suite) { return !suite.slices.elements.empty(); }

/// Of the suites that are sliced, if any is.
std::string slices_text(const diagnosis::SingleFaultStudy& study) {
  if (std::ranges::none_of(study.suites, is_sliced))
    return "no element has a known function, so nothing is sliced to functions\n";
  // Of all failing tests; by one, a slice may be another.
  const auto by_all = std::ranges::find_if(study.suites.rbegin(), study.suites.rend(), is_sliced);
  const auto unrestricted = std::ranges::count(by_all->slices.restricted, 0.0);
  std::string text;
  if (unrestricted > 0)
    text = fmt::format("for {} a slice by all tests would keep no function, so it keeps everything\n", unrestricted);
  if (study.without_functions > 0)
    text += fmt::format("{} without a known function not sliced\n", counted(study.without_functions, "fault"));
  return text +
         "sliced to: elements of the cluster's own functions, on average; keeps %: slices that keep a faulty element;\n"
         "what is left out is inspected behind them\n";
}

/// Behind the name of a suite, the elements that it is sliced to, and how often a fault is among them.
std::vector<std::string> slice_cells(const StudiedSuite& suite) {
  if (!is_sliced(suite)) return {"", ""};
  return {fmt::format("{:.1f}", mean(suite.slices.elements)),
          fmt::format("{:.1f}", 100 * mean(suite.slices.keeps_fault))};
}

std::string starts_text(std::size_t starts) {
  return starts == 0 ? "the first failing test"
                     : fmt::format("each of {} drawn with a seed", counted(starts, "failing test"));
}

}  // namespace

std::string text(const ReportedSingleFaults& reported, Ties ties) {
  const diagnosis::SingleFaultStudy& study = reported.study;
  std::vector<std::string> header{"tests",  "faults", "failing", "passing",    "in vain: average",
                                  "median", "max",    "code",    "within 5 %", "as all %"};
  const bool has_slices = std::ranges::any_of(study.suites, is_sliced);
  if (has_slices) header.insert(header.end(), {"sliced to", "keeps %"});
  if (reported.has_time) header.insert(header.end(), {"ms: mean", "most"});
  std::vector<bool> is_right(header.size(), true);
  is_right.front() = false;
  report::Table table(header, is_right);
  for (const StudiedSuite& suite : study.suites) {
    const auto effort = [&](Ties which) { return fmt::format("{:.2f}", mean(suite.effort[index_of(which)])); };
    std::vector<std::string> row{suite.name,
                                 std::to_string(suite.failing.size()),
                                 fmt::format("{:.2f}", mean(suite.failing)),
                                 fmt::format("{:.2f}", mean(suite.passing)),
                                 effort(Ties::average),
                                 fmt::format("{:.2f}", median(suite.effort[index_of(Ties::average)])),
                                 effort(Ties::max),
                                 effort(Ties::code),
                                 fmt::format("{:.1f}", 100 * mean(suite.within_five[index_of(ties)]))};
    const std::optional<double> as_good = as_good_as_all(study, suite, Ties::average);
    row.push_back(as_good ? fmt::format("{:.1f}", 100 * *as_good) : "");
    if (has_slices) std::ranges::move(slice_cells(suite), std::back_inserter(row));
    if (reported.has_time)
      row.insert(row.end(), {fmt::format("{:.3f}", milliseconds * mean(suite.seconds)),
                             fmt::format("{:.3f}", milliseconds * greatest(suite.seconds))});
    table.add(row);
  }
  return fmt::format(
      "{}{}\nfor {} a faulty element is covered by all failing tests, with {:.2f} such elements on average\n"
      "elements inspected in vain before the first faulty one, and their median by average; within 5 with --ties {}; "
      "as all:\n"
      "no more than with all tests, by average; begun with {}\n{}{}",
      counted(study.common.size(), "fault"), without_text(reported), study.in_common, mean(study.common), name(ties),
      starts_text(reported.options.starts), slices_text(study), table.text(table_width));
}

report::Json to_json(const ReportedSingleFaults& reported) {
  const diagnosis::SingleFaultStudy& study = reported.study;
  report::Json json{{"faults", study.common.size()},
                    {"without_fault", reported.without_fault},
                    {"without_failure", reported.without_failure},
                    {"in_common", study.in_common},
                    {"common", mean(study.common)},
                    {"starts", reported.options.starts},
                    {"without_functions", study.without_functions},
                    {"companions", reported.options.companions},
                    {"seed", reported.options.seed},
                    {"suites", report::Json::array()}};
  for (const StudiedSuite& suite : study.suites) {
    report::Json entry{{"tests", suite.name},
                       {"faults", suite.failing.size()},
                       {"failing", mean(suite.failing)},
                       {"passing", mean(suite.passing)}};
    for (const Ties ties : diagnosis::all_ties) {
      const std::optional<double> as_good = as_good_as_all(study, suite, ties);
      entry["ties"][std::string(name(ties))] = {{"wasted_effort", mean(suite.effort[index_of(ties)])},
                                                {"median_wasted_effort", median(suite.effort[index_of(ties)])},
                                                {"as_good_as_all", as_good ? report::Json(*as_good) : report::Json()},
                                                {"within_five", mean(suite.within_five[index_of(ties)])}};
    }
    if (is_sliced(suite))
      entry["slices"] = {{"elements", mean(suite.slices.elements)},
                         {"functions", mean(suite.slices.functions)},
                         {"other_elements", mean(suite.slices.other_elements)},
                         {"other_functions", mean(suite.slices.other_functions)},
                         {"restricted", mean(suite.slices.restricted)},
                         {"keep_fault", mean(suite.slices.keeps_fault)}};
    if (reported.has_time) {
      entry["mean_milliseconds"] = milliseconds * mean(suite.seconds);
      entry["most_milliseconds"] = milliseconds * greatest(suite.seconds);
    }
    json["suites"].push_back(std::move(entry));
  }
  return json;
}

}  // namespace smallscope::program
