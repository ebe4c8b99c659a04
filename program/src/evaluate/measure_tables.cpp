// SPDX-License-Identifier: Apache-2.0
#include "evaluate/measure_tables.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <smallscope/report/text.hpp>

namespace smallscope::program {

using diagnosis::FlitsrRow;
using diagnosis::MeasureRow;
using diagnosis::MeasureStudy;
using diagnosis::Ties;

namespace {

std::string left_out(const MeasureStudy& study) {
  std::string text;
  if (study.without_fault > 0) text += fmt::format("; {} without a known fault left out", study.without_fault);
  if (study.without_failure > 0) text += fmt::format("; {} without a failing test left out", study.without_failure);
  return text;
}

report::Json ties_json(const MeasureRow& row) {
  report::Json json = report::Json::object();
  for (const Ties ties : diagnosis::all_ties) {
    const std::size_t i = index_of(ties);
    report::Json found = report::Json::object();
    for (std::size_t n = 0; n < diagnosis::accuracy_ranks.size(); ++n)
      found[fmt::format("{}", diagnosis::accuracy_ranks[n])] = row.found[i][n];
    json[std::string(name(ties))] = {{"mean_rank", row.mean_rank[i]},
                                     {"wasted_effort", row.mean_effort[i]},
                                     {"exam", row.mean_exam[i]},
                                     {"acc", found},
                                     {"map", row.mean_precision[i]}};
  }
  return json;
}

std::string_view name_of_rounds(std::size_t rounds) { return rounds == 0 ? "-" : rounds == 1 ? "FLITSR" : "FLITSR*"; }

}  // namespace

std::vector<std::pair<std::string, Ties>> tie_choices() {
  std::vector<std::pair<std::string, Ties>> choices;
  for (const Ties ties : diagnosis::all_ties) choices.emplace_back(name(ties), ties);
  return choices;
}

std::string text(const MeasureStudy& study, Ties ties) {
  std::vector<MeasureRow> rows = study.rows;
  std::ranges::stable_sort(rows, {}, [&](const MeasureRow& row) { return row.mean_rank[index_of(ties)]; });
  report::Table table(
      {"measure", "proven", "rank: min", "average", "max", "code", "EXAM %", "acc@1", "@3", "@5", "@10", "mAP"},
      {false, true, true, true, true, true, true, true, true, true, true, true});
  for (const MeasureRow& row : rows) {
    const auto rank = [&](Ties which) { return fmt::format("{:.2f}", row.mean_rank[index_of(which)]); };
    const auto& found = row.found[index_of(ties)];
    const int place = row.measure->proven_place;
    table.add({std::string(row.measure->name), place == 0 ? "" : std::to_string(place), rank(Ties::min),
               rank(Ties::average), rank(Ties::max), rank(Ties::code),
               fmt::format("{:.1f}", 100 * row.mean_exam[index_of(ties)]), std::to_string(found[0]),
               std::to_string(found[1]), std::to_string(found[2]), std::to_string(found[3]),
               fmt::format("{:.3f}", row.mean_precision[index_of(ties)])});
  }
  return fmt::format(
      "{} spectra with known faults{}\nmean rank of the first faulty element; EXAM, acc@n and mAP with --ties {}\n{}"
      "proven: the order of Xie et al. 2013 for one fault that every failing test covers, 1 the best\n",
      study.studied, left_out(study), name(ties), table.text(140));
}

report::Json to_json(const MeasureStudy& study) {
  report::Json json{{"spectra", study.studied},
                    {"without_fault", study.without_fault},
                    {"without_failure", study.without_failure},
                    {"measures", report::Json::array()}};
  for (const MeasureRow& row : study.rows) {
    report::Json entry{{"measure", row.measure->name},
                       {"formula", row.measure->formula},
                       {"zero_rule", row.measure->zero_rule},
                       {"proven_place", row.measure->proven_place}};
    entry["ties"] = ties_json(row);
    json["measures"].push_back(std::move(entry));
  }
  return json;
}

std::string text(const std::vector<FlitsrRow>& rows, Ties ties) {
  report::Table table({"measure", "with", "rank: first", "all", "last", "EXAM %", "acc@1", "@3", "@5", "@10", "mAP"},
                      {false, false, true, true, true, true, true, true, true, true, true});
  const std::size_t i = index_of(ties);
  for (const FlitsrRow& each : rows) {
    const auto& found = each.row.found[i];
    table.add({std::string(each.row.measure->name), std::string(name_of_rounds(each.rounds)),
               fmt::format("{:.2f}", each.row.mean_rank[i]), fmt::format("{:.2f}", each.mean_rank_of_all[i]),
               fmt::format("{:.2f}", each.mean_rank_of_last[i]), fmt::format("{:.1f}", 100 * each.row.mean_exam[i]),
               std::to_string(found[0]), std::to_string(found[1]), std::to_string(found[2]), std::to_string(found[3]),
               fmt::format("{:.3f}", each.row.mean_precision[i])});
  }
  return fmt::format(
      "mean rank of the first faulty element; of all faults that a failing test covers, and of the last of them; with "
      "--ties {}\n{}",
      name(ties), table.text(140));
}

report::Json to_json(const std::vector<FlitsrRow>& rows) {
  report::Json json = report::Json::array();
  for (const FlitsrRow& each : rows) {
    report::Json entry{{"measure", each.row.measure->name}, {"with", name_of_rounds(each.rounds)}};
    entry["ties"] = ties_json(each.row);
    for (const Ties ties : diagnosis::all_ties) {
      report::Json& of_ties = entry["ties"][std::string(name(ties))];
      of_ties["mean_rank_of_all"] = each.mean_rank_of_all[index_of(ties)];
      of_ties["mean_rank_of_last"] = each.mean_rank_of_last[index_of(ties)];
    }
    json.push_back(std::move(entry));
  }
  return json;
}

}  // namespace smallscope::program
