// SPDX-License-Identifier: Apache-2.0
#include "evaluate/concolic_tables.hpp"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include <smallscope/report/text.hpp>

#include "evaluate/left_out_text.hpp"
#include "evaluate/steps.hpp"
#include "evaluate/table_width.hpp"

namespace smallscope::program {

using evaluation::ConcolicFault;
using evaluation::ConcolicStep;
using evaluation::ConcolicStudy;
using evaluation::ConcolicSuite;

namespace {

std::vector<std::string> concolic_strategies(const ConcolicStudy& study) {
  std::vector<std::string> names;
  for (const ConcolicSuite& suite : study.faults.front().suites)
    if (suite.start == 0) names.push_back(suite.strategy);
  return names;
}

/// After so many tests, or after all that there are.
const ConcolicStep& step_after(const ConcolicSuite& suite, std::size_t tests) {
  return suite.after[std::min(tests, suite.after.size() - 1)];
}

/// The mean over the starts of each fault, summed over faults.
using SuiteFigure = std::function<double(const ConcolicFault&, const ConcolicSuite&)>;
double sum_over_faults(const ConcolicStudy& study, const std::string& strategy, const SuiteFigure& figure) {
  double sum = 0;
  for (const ConcolicFault& fault : study.faults) {
    double of_fault = 0, suites = 0;
    for (const ConcolicSuite& suite : fault.suites)
      if (suite.strategy == strategy) {
        of_fault += figure(fault, suite);
        ++suites;
      }
    sum += suites > 0 ? of_fault / suites : 0;
  }
  return sum;
}

report::Table concolic_table(std::vector<std::string> header) {
  std::vector<bool> right(header.size(), true);
  right[0] = false;
  return report::Table(std::move(header), std::move(right));
}

/// A column for each number of tests.
std::string curve_table(const ConcolicStudy& study, const std::string& title,
                        const std::function<double(const ConcolicFault&, const ConcolicStep&)>& figure,
                        double divisor) {
  std::vector<std::string> header{"tests after the failing one"};
  for (const std::size_t step : steps_up_to(study.tests)) header.push_back(std::to_string(step));
  report::Table table = concolic_table(std::move(header));
  for (const std::string& strategy : concolic_strategies(study)) {
    std::vector<std::string> row{strategy};
    for (const std::size_t step : steps_up_to(study.tests))
      row.push_back(fmt::format(
          "{:.1f}", sum_over_faults(study, strategy, [&](const ConcolicFault& fault, const ConcolicSuite& suite) {
                      return figure(fault, step_after(suite, step));
                    }) / divisor));
    table.add(row);
  }
  return fmt::format("\n{}\n{}", title, table.text(table_width));
}

/// What it took until suites were as good as the whole population, of those that were not from the beginning.
struct Reached {
  std::size_t suites = 0, reached = 0;
  double tests = 0, questions = 0, milliseconds = 0;  ///< sums over those that became so
  std::vector<std::size_t> needed;                    ///< tests of each suite; one more than there are, if never
};
Reached reached_by(const ConcolicStudy& study, const std::string& strategy) {
  Reached sum;
  for (const ConcolicFault& fault : study.faults)
    for (const ConcolicSuite& suite : fault.suites) {
      if (suite.strategy != strategy || evaluation::is_as_whole(suite.after.front(), fault)) continue;
      ++sum.suites;
      const std::size_t needed = evaluation::tests_until_as_whole(suite, fault);
      sum.needed.push_back(needed < suite.after.size() ? needed : study.tests + 1);
      if (needed == suite.after.size()) continue;
      ++sum.reached;
      sum.tests += static_cast<double>(needed);
      sum.questions += static_cast<double>(suite.after[needed].questions);
      sum.milliseconds += 1000 * suite.after[needed].seconds;
    }
  std::ranges::sort(sum.needed);
  return sum;
}

std::string reaching_table(const ConcolicStudy& study) {
  report::Table table = concolic_table({"", "suites", "as good", "tests", "median", "questions", "ms"});
  for (const std::string& strategy : concolic_strategies(study)) {
    const Reached sum = reached_by(study, strategy);
    const auto mean = [&](double of) {
      return sum.reached > 0 ? fmt::format("{:.1f}", of / static_cast<double>(sum.reached)) : "-";
    };
    const std::size_t median = sum.needed.empty() ? 0 : sum.needed[sum.needed.size() / 2];
    table.add({strategy, std::to_string(sum.suites), std::to_string(sum.reached), mean(sum.tests),
               median > study.tests ? "-" : std::to_string(median), mean(sum.questions), mean(sum.milliseconds)});
  }
  return fmt::format(
      "\nuntil the expected rank is no worse than by the population: of the suites whose failing test alone is not as "
      "good, how many become so; the mean over these, and the median over all\n{}",
      table.text(table_width));
}

std::string solving_table(const ConcolicStudy& study) {
  report::Table table = concolic_table(
      {"", "tests", "questions", "unsatisfiable", "unknown", "diverged", "exhausted", "solver ms", "all ms"});
  for (const std::string& strategy : concolic_strategies(study)) {
    std::vector<std::string> row{strategy};
    const auto add = [&](const char* form, const std::function<double(const ConcolicSuite&)>& figure) {
      row.push_back(fmt::format(fmt::runtime(form),
                                sum_over_faults(study, strategy, [&](const ConcolicFault&, const ConcolicSuite& suite) {
                                  return figure(suite);
                                }) / static_cast<double>(study.faults.size())));
    };
    add("{:.1f}", [](const ConcolicSuite& suite) { return static_cast<double>(suite.after.size() - 1); });
    add("{:.1f}", [](const ConcolicSuite& suite) { return static_cast<double>(suite.counts.questions); });
    add("{:.1f}", [](const ConcolicSuite& suite) { return static_cast<double>(suite.counts.unsatisfiable); });
    add("{:.2f}", [](const ConcolicSuite& suite) { return static_cast<double>(suite.counts.unknown); });
    add("{:.2f}", [](const ConcolicSuite& suite) { return static_cast<double>(suite.counts.diverged); });
    add("{:.0f}%", [](const ConcolicSuite& suite) { return suite.is_exhausted ? 100.0 : 0.0; });
    add("{:.0f}", [](const ConcolicSuite& suite) { return 1000 * suite.counts.seconds; });
    add("{:.0f}", [](const ConcolicSuite& suite) { return 1000 * suite.after.back().seconds; });
    table.add(row);
  }
  return fmt::format("\nwhole suites, the mean over faults\n{}", table.text(table_width));
}

std::string seeded_fault_table(const ConcolicStudy& study) {
  report::Table table =
      concolic_table({"fault", "inputs", "executed", "failing", "elements", "rank by all", "best", "worst"});
  for (const ConcolicFault& fault : study.faults)
    table.add({fault.name, report::grouped(fault.inputs), report::grouped(fault.judged), report::grouped(fault.failing),
               std::to_string(fault.whole.executed), fmt::format("{:.1f}", fault.whole.rank.average),
               std::to_string(fault.whole.rank.best), std::to_string(fault.whole.rank.worst)});
  return table.text(table_width);
}

report::Json concolic_step_json(const ConcolicStep& step) {
  return {{"rank", {step.rank.best, step.rank.worst, step.rank.average}},
          {"executed", step.executed},
          {"failing", step.failing},
          {"questions", step.questions},
          {"seconds", step.seconds}};
}

}  // namespace

std::string text(const ConcolicStudy& study) {
  std::string text = fmt::format(
      "{} faults, {} starts each; ranks of the first faulty element, statements and outcomes together, by ochiai\n",
      study.faults.size(), study.starts);
  if (!study.faults.empty()) {
    const auto faults = static_cast<double>(study.faults.size());
    text += seeded_fault_table(study);
    text += curve_table(
        study, "faults with an expected rank no worse than by the population",
        [](const ConcolicFault& fault, const ConcolicStep& step) {
          return evaluation::is_as_whole(step, fault) ? 1.0 : 0.0;
        },
        1);
    text += curve_table(
        study, "expected rank, the mean over faults",
        [](const ConcolicFault&, const ConcolicStep& step) { return step.rank.average; }, faults);
    text += curve_table(
        study, "the paper's measure: % of the executed elements inspected if ties fall well",
        [](const ConcolicFault&, const ConcolicStep& step) {
          return 100 * static_cast<double>(step.rank.best) / static_cast<double>(step.executed);
        },
        faults);
    text += curve_table(
        study, "failing tests, the mean over faults",
        [](const ConcolicFault&, const ConcolicStep& step) { return static_cast<double>(step.failing); }, faults);
    text += reaching_table(study);
    text += solving_table(study);
  }
  return text + program::text(study.left_out);
}

report::Json to_json(const ConcolicStudy& study) {
  report::Json json{{"tests", study.tests}, {"starts", study.starts}, {"faults", report::Json::array()}};
  add_to_json(json, study.left_out);
  for (const ConcolicFault& fault : study.faults) {
    report::Json entry{{"name", report::text_json(fault.name)},
                       {"inputs", fault.inputs},
                       {"judged", fault.judged},
                       {"failing", fault.failing},
                       {"whole", concolic_step_json(fault.whole)},
                       {"suites", report::Json::array()}};
    for (const ConcolicSuite& suite : fault.suites) {
      report::Json curve = report::Json::array();
      for (const ConcolicStep& each : suite.after) curve.push_back(concolic_step_json(each));
      entry["suites"].push_back({{"strategy", suite.strategy},
                                 {"start", suite.start},
                                 {"after", std::move(curve)},
                                 {"questions", suite.counts.questions},
                                 {"unsatisfiable", suite.counts.unsatisfiable},
                                 {"unknown", suite.counts.unknown},
                                 {"diverged", suite.counts.diverged},
                                 {"solver_seconds", suite.counts.seconds},
                                 {"exhausted", suite.is_exhausted}});
    }
    json["faults"].push_back(std::move(entry));
  }
  return json;
}

}  // namespace smallscope::program
