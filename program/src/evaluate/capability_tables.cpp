// SPDX-License-Identifier: Apache-2.0
#include "evaluate/capability_tables.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <smallscope/report/text.hpp>

#include "evaluate/evaluation_tables.hpp"

namespace smallscope::program {

using evaluation::SampleMean;
using evaluation::capability::CapabilityRow;
using evaluation::capability::CapabilitySettings;
using evaluation::capability::CapabilityStudy;
using evaluation::capability::Located;

namespace {

constexpr std::size_t capability_width = 180;
constexpr double usual_level = 0.05;

/// Without an interval if there is only one repetition.
std::string with_interval(const SampleMean& mean, int digits, std::size_t repeats) {
  if (repeats == 1) return fmt::format("{:.{}f}", mean.mean, digits);
  return fmt::format("{:.{}f} +-{:.{}f}", mean.mean, digits, mean.half_width, digits);
}

std::vector<bool> first_left(std::size_t columns) {
  std::vector<bool> right(columns, true);
  right[0] = false;
  return right;
}

std::vector<const CapabilityRow*> best_first(const CapabilityStudy& study) {
  std::vector<const CapabilityRow*> rows;
  for (const CapabilityRow& row : study.rows)
    if (!row.at.empty()) rows.push_back(&row);
  std::ranges::stable_sort(rows, [](const CapabilityRow* a, const CapabilityRow* b) {
    return b->at.back().precision.mean < a->at.back().precision.mean;
  });
  return rows;
}

/// An asterisk stands for what knows outcomes.
std::string contender_name(const CapabilityRow& row) {
  return report::one_line(row.contender, 60) + (row.knows_outcomes ? " *" : "");
}

std::string by_tests(const CapabilityStudy& study, const CapabilitySettings& settings) {
  std::vector<std::string> header{"criterion"};
  for (const std::size_t tests : settings.tests) header.push_back(fmt::format("mAP {}", tests));
  for (const double n : diagnosis::accuracy_ranks) header.push_back(fmt::format("acc@{} {}", n, settings.tests.back()));
  report::Table table(header, first_left(header.size()));
  const auto add = [&](const CapabilityRow& row, std::size_t missing, std::size_t repeats) {
    std::vector<std::string> cells{contender_name(row)};
    cells.insert(cells.end(), missing, "");
    for (const Located& at : row.at) cells.push_back(with_interval(at.precision, 3, repeats));
    for (const SampleMean& found : row.at.back().found) cells.push_back(with_interval(found, 1, repeats));
    table.add(cells);
  };
  // What was not applied to every case cannot be compared here.
  for (const CapabilityRow* const row : best_first(study))
    if (row->cases == study.cases) add(*row, 0, settings.repeats);
  add(study.all_tests, settings.tests.size() - 1, 1);
  return table.text(capability_width);
}

std::string by_program(const CapabilityStudy& study, const CapabilitySettings& settings) {
  std::vector<std::string> header{"criterion"};
  for (const auto& program : study.programs) {
    header.push_back(fmt::format("{}: mAP {}", report::one_line(program.name, 40), settings.tests.back()));
    header.emplace_back("acc@10");
  }
  report::Table table(header, first_left(header.size()));
  std::vector<const CapabilityRow*> rows = best_first(study);
  rows.push_back(&study.all_tests);
  for (const CapabilityRow* const row : rows) {
    std::vector<std::string> cells{contender_name(*row)};
    const std::size_t repeats = row == &study.all_tests ? 1 : settings.repeats;
    for (const auto& located : row->by_program) {
      cells.push_back(located ? with_interval(located->precision, 3, repeats) : "-");
      cells.push_back(located ? with_interval(located->found.back(), 1, repeats) : "-");
    }
    table.add(cells);
  }
  return table.text(capability_width);
}

std::string differences(const CapabilityStudy& study) {
  const auto& comparison = *study.comparison;
  std::string text = fmt::format(
      "\nFriedman's test on average precisions of {} cases: chi-square {:.1f}; Iman and Davenport's F {:.2f}, "
      "p = {:.2g}\nadjusted probabilities of pairs (Bergmann and Hommel); {} and less is bracketed\n",
      comparison.cases, comparison.chi_square, comparison.f, comparison.probability, usual_level);
  std::vector<std::string> header{"criterion", "mean rank"};
  header.insert(header.end(), study.compared.begin(), study.compared.end());
  report::Table table(header, first_left(header.size()));
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < study.compared.size(); ++i) order.push_back(i);
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return comparison.mean_ranks[i]; });
  for (const std::size_t a : order) {
    std::vector<std::string> cells{study.compared[a], fmt::format("{:.2f}", comparison.mean_ranks[a])};
    for (std::size_t b = 0; b < study.compared.size(); ++b) {
      const double probability = comparison.adjusted[a][b];
      cells.push_back(a == b                       ? "-"
                      : probability <= usual_level ? fmt::format("[{:.4f}]", probability)
                                                   : fmt::format("{:.4f}", probability));
    }
    table.add(cells);
  }
  return text + table.text(capability_width);
}

report::Json located_json(const Located& located) {
  report::Json found = report::Json::object();
  for (std::size_t n = 0; n < diagnosis::accuracy_ranks.size(); ++n)
    found[fmt::format("{}", diagnosis::accuracy_ranks[n])] = to_json(located.found[n]);
  return {{"map", to_json(located.precision)}, {"acc", std::move(found)}};
}

report::Json row_json(const CapabilityRow& row, const std::vector<std::size_t>& tests, const CapabilityStudy& study) {
  report::Json json{{"criterion", report::text_json(row.contender)},
                    {"knows_outcomes", row.knows_outcomes},
                    {"cases", row.cases},
                    {"after", report::Json::array()},
                    {"programs", report::Json::array()}};
  for (std::size_t i = 0; i < row.at.size(); ++i) {
    report::Json entry = located_json(row.at[i]);
    if (!tests.empty()) entry["tests"] = tests[i];
    json["after"].push_back(std::move(entry));
  }
  for (std::size_t i = 0; i < row.by_program.size(); ++i)
    if (row.by_program[i]) {
      report::Json entry = located_json(*row.by_program[i]);
      entry["program"] = report::text_json(study.programs[i].name);
      json["programs"].push_back(std::move(entry));
    }
  return json;
}

}  // namespace

std::string text(const CapabilityStudy& study, const CapabilitySettings& settings) {
  std::string programs;
  for (const auto& program : study.programs)
    programs +=
        fmt::format("{}{} of {}", programs.empty() ? "" : ", ", program.cases, report::one_line(program.name, 40));
  std::string text = fmt::format("{} faulty versions: {}", study.cases, programs);
  if (study.without_fault > 0) text += fmt::format("; {} without a known fault left out", study.without_fault);
  if (study.without_failure > 0) text += fmt::format("; {} without a failing test left out", study.without_failure);
  text += fmt::format(
      "\none failing test, and {} that a criterion chose; Ochiai, --ties {}; means of {} repetitions +- half the "
      "95% interval\n* knows how the chosen tests ended\n\nafter {} tests\n",
      settings.is_distinct ? "different ones" : "those", name(settings.ties), settings.repeats,
      fmt::join(settings.tests, ", "));
  text += by_tests(study, settings);
  text += fmt::format("\nafter {} tests, by program\n", settings.tests.back()) + by_program(study, settings);
  if (study.comparison) text += differences(study);
  return text;
}

report::Json to_json(const CapabilityStudy& study, const CapabilitySettings& settings) {
  report::Json json{{"cases", study.cases},
                    {"without_fault", study.without_fault},
                    {"without_failure", study.without_failure},
                    {"repetitions", settings.repeats},
                    {"ties", name(settings.ties)},
                    {"distinct", settings.is_distinct},
                    {"programs", report::Json::array()},
                    {"criteria", report::Json::array()},
                    {"all_tests", row_json(study.all_tests, {}, study)}};
  for (const auto& program : study.programs)
    json["programs"].push_back({{"name", report::text_json(program.name)}, {"cases", program.cases}});
  for (const CapabilityRow& row : study.rows) json["criteria"].push_back(row_json(row, settings.tests, study));
  if (study.comparison) {
    const auto& comparison = *study.comparison;
    report::Json pairs = report::Json::array();
    for (std::size_t a = 0; a < study.compared.size(); ++a)
      for (std::size_t b = a + 1; b < study.compared.size(); ++b)
        pairs.push_back({{"criteria", {study.compared[a], study.compared[b]}}, {"p", comparison.adjusted[a][b]}});
    json["friedman"] = {{"criteria", study.compared},
                        {"mean_ranks", comparison.mean_ranks},
                        {"chi_square", comparison.chi_square},
                        {"f", std::isfinite(comparison.f) ? report::Json(comparison.f) : report::Json()},
                        {"p", comparison.probability},
                        {"pairs", std::move(pairs)}};
  }
  return json;
}

}  // namespace smallscope::program
