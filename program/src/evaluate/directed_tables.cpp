// SPDX-License-Identifier: Apache-2.0
#include "evaluate/directed_tables.hpp"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include <smallscope/report/text.hpp>

#include "evaluate/left_out_text.hpp"
#include "evaluate/steps.hpp"
#include "evaluate/table_width.hpp"

namespace smallscope::program {

using evaluation::DirectedFault;
using evaluation::DirectedRanks;
using evaluation::DirectedStudy;
using evaluation::DirectedSuite;
using evaluation::Localised;

namespace {

/// In the order of the first fault, each once.
std::vector<std::string> strategies_of(const DirectedStudy& study) {
  std::vector<std::string> names;
  for (const DirectedSuite& suite : study.faults.front().suites)
    if (std::ranges::count(names, suite.strategy) == 0) names.push_back(suite.strategy);
  return names;
}

/// After so many tests, or after all that there are.
const Localised& after(const DirectedSuite& suite, std::size_t tests) {
  return suite.after[std::min(tests, suite.after.size() - 1)];
}

/// The sum over faults; of a strategy with several suites, the mean of each fault's.
template <class Figure>
double sum_of(const DirectedStudy& study, const std::string& strategy, const Figure& figure) {
  double sum = 0;
  for (const DirectedFault& fault : study.faults) {
    double of_fault = 0;
    std::size_t suites = 0;
    for (const DirectedSuite& suite : fault.suites)
      if (suite.strategy == strategy) {
        of_fault += figure(fault, suite);
        ++suites;
      }
    sum += of_fault / static_cast<double>(std::max<std::size_t>(1, suites));
  }
  return sum;
}

/// Whole numbers as such; means of several suites with a digit.
/// The first number of tests after which a condition holds; none if it never does.
template <class Holds>
std::optional<std::size_t> first_after(const DirectedSuite& suite, const Holds& holds) {
  for (std::size_t tests = 0; tests < suite.after.size(); ++tests)
    if (holds(suite.after[tests])) return tests;
  return std::nullopt;
}

/// Tests until the ranks are as good as by the whole space, over the faults where they become so.
struct Reaching {
  double faults = 0, tests = 0, seconds = 0;
};
Reaching reaching(const DirectedStudy& study, const std::string& strategy, DirectedRanks ranks) {
  Reaching sum;
  const auto add = [&](double& to, const auto& figure) {
    to = sum_of(study, strategy, [&](const DirectedFault& fault, const DirectedSuite& suite) {
      const auto found =
          first_after(suite, [&](const Localised& each) { return evaluation::is_no_worse(each, fault, ranks); });
      return found ? figure(fault, static_cast<double>(*found)) : 0.0;
    });
  };
  add(sum.faults, [](const DirectedFault&, double) { return 1.0; });
  add(sum.tests, [](const DirectedFault&, double tests) { return tests; });
  add(sum.seconds, [](const DirectedFault& fault, double tests) { return tests * fault.seconds; });
  return sum;
}

std::string ranks_table(const DirectedStudy& study, DirectedRanks ranks) {
  const auto kind = static_cast<std::size_t>(ranks);
  const std::vector<std::size_t> at = steps_up_to(study.tests);
  std::vector<std::string> header{"tests after the failing one"};
  for (const std::size_t step : at) header.push_back(std::to_string(step));
  const std::size_t few = std::min<std::size_t>(20, study.tests);
  header.insert(header.end(), {"ever", "tests", "s", fmt::format("worst rank: {}", few), std::to_string(study.tests)});
  std::vector<bool> right(header.size(), true);
  right[0] = false;
  report::Table table(header, right);
  const double faults = static_cast<double>(study.faults.size());
  for (const std::string& strategy : strategies_of(study)) {
    std::vector<std::string> row{strategy};
    for (const std::size_t step : at)
      row.push_back(
          count_text(sum_of(study, strategy, [&](const DirectedFault& fault, const DirectedSuite& suite) -> double {
            return evaluation::is_no_worse(after(suite, step), fault, ranks) ? 1 : 0;
          })));
    const Reaching reached = reaching(study, strategy, ranks);
    const auto mean = [&](double sum) {
      return reached.faults > 0 ? fmt::format("{:.1f}", sum / reached.faults) : "-";
    };
    row.insert(row.end(), {count_text(reached.faults), mean(reached.tests), mean(reached.seconds)});
    for (const std::size_t step : {few, study.tests})
      row.push_back(
          fmt::format("{:.1f}", sum_of(study, strategy, [&](const DirectedFault&, const DirectedSuite& suite) {
                                  return static_cast<double>(after(suite, step).ranks[kind].worst);
                                }) / faults));
    table.add(row);
  }
  double whole = 0;
  for (const DirectedFault& fault : study.faults) whole += static_cast<double>(fault.whole.ranks[kind].worst);
  return fmt::format(
      "\n{}: faults with a worst rank no worse than by the whole space, where its mean is {:.1f}; how many become so, "
      "and "
      "after how many tests and seconds on average\n{}",
      name(ranks), whole / faults, table.text(table_width));
}

std::string well_localised_table(const DirectedStudy& study) {
  const std::vector<std::size_t> at = steps_up_to(study.tests);
  const auto whole = static_cast<double>(std::ranges::count_if(
      study.faults, [](const DirectedFault& fault) { return evaluation::is_well_localised(fault.whole); }));
  std::vector<std::string> header{"tests after the failing one"};
  for (const std::size_t step : at) header.push_back(std::to_string(step));
  header.insert(header.end(), {"most", "after", "as the whole after"});
  std::vector<bool> right(header.size(), true);
  right[0] = false;
  report::Table table(header, right);
  for (const std::string& strategy : strategies_of(study)) {
    std::vector<double> counts;
    for (std::size_t tests = 0; tests <= study.tests; ++tests)
      counts.push_back(sum_of(study, strategy, [&](const DirectedFault&, const DirectedSuite& suite) -> double {
        return evaluation::is_well_localised(after(suite, tests)) ? 1 : 0;
      }));
    std::vector<std::string> row{strategy};
    for (const std::size_t step : at) row.push_back(count_text(counts[step]));
    const auto most = std::ranges::max_element(counts);
    row.insert(row.end(), {count_text(*most), std::to_string(most - counts.begin())});
    const auto as_whole = std::ranges::find_if(counts, [&](double count) { return count >= whole; });
    row.push_back(as_whole == counts.end() ? "-" : std::to_string(as_whole - counts.begin()));
    table.add(row);
  }
  return fmt::format(
      "\nblocks: well localised faults, where fewer than {:g}% of the executed blocks are expected to be inspected; by "
      "the whole space {:g}\n{}",
      100 * evaluation::well_localised_share, whole, table.text(table_width));
}

report::Json ranks_json(const Localised& localised) {
  report::Json json{{"executed", localised.executed}};
  for (const DirectedRanks ranks : evaluation::all_directed_ranks) {
    const evaluation::FirstRank& rank = localised.ranks[static_cast<std::size_t>(ranks)];
    json[std::string(name(ranks))] = {rank.best, rank.worst, rank.average};
  }
  return json;
}

}  // namespace

std::string text(const DirectedStudy& study) {
  std::string text =
      fmt::format("{} faults; ranks of the first faulty element by ochiai; of what is drawn: means of {} suites\n",
                  study.faults.size(), study.draws);
  if (!study.faults.empty()) {
    for (const DirectedRanks ranks : evaluation::all_directed_ranks) text += ranks_table(study, ranks);
    text += well_localised_table(study);
  }
  return text + program::text(study.left_out);
}

report::Json to_json(const DirectedStudy& study) {
  report::Json json{{"tests", study.tests}, {"faults", report::Json::array()}};
  add_to_json(json, study.left_out);
  for (const DirectedFault& fault : study.faults) {
    report::Json entry{{"campaign", report::text_json(fault.campaign)},
                       {"judged", fault.judged},
                       {"seconds_per_test", fault.seconds},
                       {"whole", ranks_json(fault.whole)},
                       {"suites", report::Json::array()}};
    for (const DirectedSuite& suite : fault.suites) {
      report::Json curve = report::Json::array();
      for (const Localised& each : suite.after) curve.push_back(ranks_json(each));
      entry["suites"].push_back({{"strategy", suite.strategy}, {"after", std::move(curve)}});
    }
    json["faults"].push_back(std::move(entry));
  }
  return json;
}

}  // namespace smallscope::program
