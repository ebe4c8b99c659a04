// SPDX-License-Identifier: Apache-2.0
#include "evaluate/loop_tables.hpp"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include <smallscope/report/text.hpp>

#include "evaluate/left_out_text.hpp"
#include "evaluate/steps.hpp"
#include "evaluate/table_width.hpp"

namespace smallscope::program {

using evaluation::FirstRank;
using evaluation::Found;
using evaluation::LoopFault;
using evaluation::LoopRun;
using evaluation::LoopStudy;

namespace {

using RankOf = std::function<FirstRank(const Found&)>;

/// The mean over the suites of a fault; one for what is not drawn.
using Suites = std::function<std::vector<Found>(const LoopFault&)>;

double mean_over(const LoopFault& fault, const Suites& suites, const std::function<double(const Found&)>& figure) {
  double sum = 0;
  const std::vector<Found> all = suites(fault);
  for (const Found& each : all) sum += figure(each);
  return all.empty() ? 0 : sum / static_cast<double>(all.size());
}

std::string found_table(const LoopStudy& study, const std::string& what, const RankOf& rank_of) {
  report::Table table({what, "first", "among 3", "among 5", "among 10", "mean rank", "no worse than all tests"},
                      {false, true, true, true, true, true, true});
  const auto add = [&](const std::string& name, const Suites& suites) {
    std::vector<std::string> row{name};
    const auto sum = [&](const std::function<double(const LoopFault&, const Found&)>& figure) {
      double total = 0;
      for (const LoopFault& fault : study.faults)
        total += mean_over(fault, suites, [&](const Found& found) { return figure(fault, found); });
      return total;
    };
    for (const double most : {1.0, 3.0, 5.0, 10.0})
      row.push_back(count_text(sum([&](const LoopFault&, const Found& found) -> double {
        const FirstRank rank = rank_of(found);
        return rank.best > 0 && rank.average <= most ? 1 : 0;
      })));
    row.push_back(fmt::format("{:.1f}", sum([&](const LoopFault&, const Found& found) {
                                          return rank_of(found).average;
                                        }) / static_cast<double>(study.faults.size())));
    row.push_back(count_text(sum([&](const LoopFault& fault, const Found& found) -> double {
      const FirstRank rank = rank_of(found), whole = rank_of(fault.whole);
      return rank.best > 0 && rank.worst <= whole.worst ? 1 : 0;
    })));
    table.add(row);
  };
  add("the loop", [](const LoopFault& fault) {
    std::vector<Found> found;
    for (const LoopRun& run : fault.runs) found.push_back(run.found());
    return found;
  });
  add("as many by chance", [](const LoopFault& fault) { return fault.chance; });
  add("all tests", [](const LoopFault& fault) { return std::vector<Found>{fault.whole}; });
  return table.text(table_width);
}

/// What loops that ended so came to, in faults: each run counts as its share of the runs of its fault.
std::string stops_table(const LoopStudy& study) {
  report::Table table({"stopped", "faults", "tests, mean", "most", "of a space", "function first", "among 5",
                       "element first", "among 5"},
                      {false, true, true, true, true, true, true, true, true});
  for (const auto stop : {diagnosis::loop::Stop::tight, diagnosis::loop::Stop::sure, diagnosis::loop::Stop::budget,
                          diagnosis::loop::Stop::exhausted, diagnosis::loop::Stop::not_failing}) {
    std::size_t runs = 0, tests = 0, most = 0;
    double share = 0, counts[4] = {};
    for (const LoopFault& fault : study.faults)
      for (const LoopRun& run : fault.runs) {
        if (run.stop != stop) continue;
        ++runs;
        tests += run.steps.size();
        most = std::max(most, run.steps.size());
        share += static_cast<double>(run.steps.size()) / static_cast<double>(fault.judged);
        const FirstRank &function = run.found().function, &element = run.found().element;
        counts[0] += function.best > 0 && function.average <= 1 ? 1 : 0;
        counts[1] += function.best > 0 && function.average <= 5 ? 1 : 0;
        counts[2] += element.best == 1 ? 1 : 0;
        counts[3] += element.best > 0 && element.average <= 5 ? 1 : 0;
      }
    if (runs == 0) continue;
    const auto of_faults = [&](double number) { return count_text(number / static_cast<double>(study.runs)); };
    std::vector<std::string> row{std::string(name(stop)), of_faults(static_cast<double>(runs)),
                                 fmt::format("{:.1f}", static_cast<double>(tests) / static_cast<double>(runs)),
                                 std::to_string(most), fmt::format("{:.1f}%", 100 * share / static_cast<double>(runs))};
    for (const double count : counts) row.push_back(of_faults(count));
    table.add(row);
  }
  return table.text(table_width);
}

report::Json to_json(const FirstRank& rank) { return {rank.best, rank.worst, rank.average}; }

report::Json to_json(const Found& found) {
  return {{"function", to_json(found.function)}, {"element", to_json(found.element)}};
}

report::Json to_json(const LoopRun& run) {
  report::Json json{{"stop", name(run.stop)}, {"steps", report::Json::array()}};
  for (std::size_t i = 0; i < run.steps.size(); ++i) {
    const diagnosis::loop::Step& step = run.steps[i];
    report::Json each = to_json(run.after[i]);
    each["ordinal"] = step.proposal.ordinal;
    each["stage"] = name(step.proposal.stage);
    each["outcome"] = name(step.outcome);
    each["first_elements"] = step.first_elements;
    each["unchanged"] = step.unchanged;
    each["greatest"] = step.greatest;
    json["steps"].push_back(std::move(each));
  }
  return json;
}

}  // namespace

std::string text(const LoopStudy& study) {
  std::string text = fmt::format("{} faults; means of {} loops and {} suites of chance\n", study.faults.size(),
                                 study.runs, study.draws);
  if (!study.faults.empty()) {
    text += "\n" + stops_table(study);
    text += "\n" + found_table(study, "functions", [](const Found& found) { return found.function; });
    text += "\n" + found_table(study, "elements", [](const Found& found) { return found.element; });
  }
  return text + program::text(study.left_out);
}

report::Json to_json(const LoopStudy& study) {
  report::Json json{{"faults", report::Json::array()}};
  add_to_json(json, study.left_out);
  for (const LoopFault& fault : study.faults) {
    report::Json entry{{"campaign", report::text_json(fault.campaign)},
                       {"judged", fault.judged},
                       {"whole", to_json(fault.whole)},
                       {"runs", report::Json::array()},
                       {"chance", report::Json::array()}};
    for (const LoopRun& run : fault.runs) entry["runs"].push_back(to_json(run));
    for (const Found& found : fault.chance) entry["chance"].push_back(to_json(found));
    json["faults"].push_back(std::move(entry));
  }
  return json;
}

}  // namespace smallscope::program
