// SPDX-License-Identifier: Apache-2.0
#include "evaluate/localisation_tables.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <smallscope/report/text.hpp>

#include "evaluate/left_out_text.hpp"
#include "evaluate/measure_tables.hpp"

namespace smallscope::program {

using diagnosis::MeasureRow;
using diagnosis::Ties;
using evaluation::LocalisationLevel;
using evaluation::LocalisationStudy;
using evaluation::ViewRanks;

namespace {

std::string views_text(const std::vector<ViewRanks>& views, Ties ties) {
  report::Table table({"functions by", "faults", "first", "in 3", "in 5", "in 10", "mean rank"},
                      {false, true, true, true, true, true, true});
  for (const ViewRanks& view : views) {
    std::vector<double> ranks;
    for (const auto& each : view.ranks) ranks.push_back(each[index_of(ties)]);
    std::vector<std::string> row{view.name, std::to_string(ranks.size())};
    for (const double n : diagnosis::accuracy_ranks)
      row.push_back(
          fmt::format("{} {:3.0f}%", diagnosis::acc_at(ranks, n),
                      100.0 * static_cast<double>(diagnosis::acc_at(ranks, n)) / static_cast<double>(ranks.size())));
    row.push_back(fmt::format("{:.1f}", diagnosis::mean(ranks)));
    table.add(row);
  }
  return "\n" + table.text(140);
}

/// The level with all tests of which this one has some; null for itself.
const LocalisationLevel* whole_of(const LocalisationStudy& study, const LocalisationLevel& level) {
  const std::size_t end = level.name.find(';');
  if (end == std::string::npos) return nullptr;
  const auto whole = std::ranges::find(study.levels, level.name.substr(0, end), &LocalisationLevel::name);
  return whole == study.levels.end() ? nullptr : &*whole;
}

/// For how many faults the worst rank is no worse than with all tests, by measure.
std::vector<std::size_t> no_worse(const LocalisationLevel& level, const LocalisationLevel& whole) {
  std::vector<std::size_t> counts(diagnosis::measures().size());
  const auto worst = [](const LocalisationLevel& of, std::size_t fault) {
    std::vector<double> ranks;
    for (const MeasureRow& row : diagnosis::study_measures(std::span(of.judged).subspan(fault, 1)))
      ranks.push_back(row.mean_rank[index_of(Ties::max)]);
    return ranks;
  };
  for (std::size_t fault = 0; fault < level.campaigns.size(); ++fault) {
    const auto same = std::ranges::find(whole.campaigns, level.campaigns[fault]);
    if (same == whole.campaigns.end()) continue;
    const std::vector<double> few = worst(level, fault);
    const std::vector<double> all = worst(whole, static_cast<std::size_t>(same - whole.campaigns.begin()));
    for (std::size_t measure = 0; measure < counts.size(); ++measure) counts[measure] += few[measure] <= all[measure];
  }
  return counts;
}

std::string table_of(const LocalisationStudy& study, const LocalisationLevel& level, Ties ties) {
  const std::vector<MeasureRow> rows = diagnosis::study_measures(level.judged);
  const LocalisationLevel* const whole = whole_of(study, level);
  const std::vector<std::size_t> as_good = whole == nullptr ? std::vector<std::size_t>() : no_worse(level, *whole);
  std::vector<const MeasureRow*> order;
  for (const MeasureRow& row : rows) order.push_back(&row);
  const auto found = [&](const MeasureRow* row) { return row->found[index_of(ties)]; };
  std::ranges::stable_sort(order, [&](const MeasureRow* a, const MeasureRow* b) { return found(b) < found(a); });
  std::vector<std::string> header{"measure",        "first",   "in 3", "in 5",  "in 10",
                                  "mean rank: min", "average", "max",  "EXAM %"};
  if (whole != nullptr) header.emplace_back("no worse");
  std::vector<bool> right(header.size(), true);
  right[0] = false;
  report::Table table(header, right);
  for (const MeasureRow* row : order) {
    std::vector<std::string> cells{std::string(row->measure->name)};
    for (const std::size_t count : found(row))
      cells.push_back(fmt::format("{} {:3.0f}%", count,
                                  100.0 * static_cast<double>(count) / static_cast<double>(level.judged.size())));
    for (const Ties each : {Ties::min, Ties::average, Ties::max})
      cells.push_back(fmt::format("{:.1f}", row->mean_rank[index_of(each)]));
    cells.push_back(fmt::format("{:.2f}", 100 * row->mean_exam[index_of(ties)]));
    if (whole != nullptr) cells.push_back(std::to_string(as_good[static_cast<std::size_t>(row - rows.data())]));
    table.add(cells);
  }
  return fmt::format("\n{}: {} faults\n{}", level.name, level.judged.size(), table.text(140));
}

}  // namespace

std::string text(const LocalisationStudy& study, Ties ties) {
  std::string text = fmt::format(
      "ranks of the first faulty element; counts with --ties {}; no worse: the worst rank, than with all tests\n",
      name(ties));
  if (!study.views.empty()) text += views_text(study.views, ties);
  for (const LocalisationLevel& level : study.levels)
    if (!level.judged.empty()) text += table_of(study, level, ties);
  return text + program::text(study.left_out);
}

report::Json to_json(const LocalisationStudy& study) {
  report::Json json{{"views", report::Json::array()}, {"levels", report::Json::array()}};
  add_to_json(json, study.left_out);
  json["failing"] = report::Json::array();
  for (const evaluation::FailingInputs& each : study.failing)
    json["failing"].push_back(
        {{"campaign", report::text_json(each.campaign)}, {"inputs", each.number}, {"first", each.first}});
  for (const ViewRanks& view : study.views) {
    report::Json entry{{"name", view.name}, {"faults", report::Json::array()}};
    for (std::size_t i = 0; i < view.ranks.size(); ++i) {
      report::Json ranks;
      for (const Ties ties : diagnosis::all_ties) ranks[std::string(name(ties))] = view.ranks[i][index_of(ties)];
      entry["faults"].push_back({{"campaign", report::text_json(view.campaigns[i])}, {"ranks", std::move(ranks)}});
    }
    json["views"].push_back(std::move(entry));
  }
  for (const LocalisationLevel& level : study.levels) {
    report::Json entry{{"name", level.name}, {"faults", report::Json::array()}};
    for (std::size_t i = 0; i < level.judged.size(); ++i) {
      report::Json ranks;
      for (const MeasureRow& row : diagnosis::study_measures(std::span(level.judged).subspan(i, 1)))
        for (const Ties ties : diagnosis::all_ties)
          ranks[std::string(row.measure->name)][std::string(name(ties))] = row.mean_rank[index_of(ties)];
      entry["faults"].push_back({{"campaign", report::text_json(level.campaigns[i])}, {"ranks", std::move(ranks)}});
    }
    json["levels"].push_back(std::move(entry));
  }
  return json;
}

}  // namespace smallscope::program
