// SPDX-License-Identifier: Apache-2.0
#include "evaluate/localisation_tables.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <smallscope/report/text.hpp>

namespace smallscope::program {

using diagnosis::CodeElements;
using diagnosis::MeasureRow;
using diagnosis::Ties;

namespace {

constexpr const char* functions_by_blocks = "functions, each by its most suspicious block";

std::size_t index_of(Ties ties) { return static_cast<std::size_t>(ties); }

LocalisationLevel& level_of(LocalisationStudy& study, const std::string& name) {
  const auto known = std::ranges::find(study.levels, name, &LocalisationLevel::name);
  return known != study.levels.end() ? *known : study.levels.emplace_back(LocalisationLevel{.name = name});
}

/// The functions that the places are in.
diagnosis::ElementSet faulty_functions(const diagnosis::Folding& folding,
                                       const std::vector<diagnosis::FaultPlace>& places) {
  diagnosis::ElementSet faulty;
  for (diagnosis::Column unit = 0; unit < folding.elements.size(); ++unit)
    if (std::ranges::any_of(places, [&](const diagnosis::FaultPlace& place) {
          const std::string& file = folding.elements[unit].file;
          return place.function == folding.elements[unit].function && place.file == file.substr(file.rfind('/') + 1);
        }))
      faulty.push_back(unit);
  return faulty;
}

std::string table_of(const LocalisationLevel& level, Ties ties) {
  const std::vector<MeasureRow> rows = diagnosis::study_measures(level.judged);
  std::vector<const MeasureRow*> order;
  for (const MeasureRow& row : rows) order.push_back(&row);
  const auto found = [&](const MeasureRow* row) { return row->found[index_of(ties)]; };
  std::ranges::stable_sort(order, [&](const MeasureRow* a, const MeasureRow* b) { return found(b) < found(a); });
  report::Table table({"measure", "first", "in 3", "in 5", "in 10", "mean rank: min", "average", "max", "EXAM %"},
                      {false, true, true, true, true, true, true, true, true});
  for (const MeasureRow* row : order) {
    std::vector<std::string> cells{std::string(row->measure->name)};
    for (const std::size_t count : found(row))
      cells.push_back(fmt::format("{} {:3.0f}%", count,
                                  100.0 * static_cast<double>(count) / static_cast<double>(level.judged.size())));
    for (const Ties each : {Ties::min, Ties::average, Ties::max})
      cells.push_back(fmt::format("{:.1f}", row->mean_rank[index_of(each)]));
    cells.push_back(fmt::format("{:.2f}", 100 * row->mean_exam[index_of(ties)]));
    table.add(cells);
  }
  return fmt::format("\n{}: {} faults\n{}", level.name, level.judged.size(), table.text(140));
}

}  // namespace

void add(LocalisationStudy& study, const results::Store& store, const std::vector<results::Ordinal>& failing,
         const std::vector<diagnosis::FaultPlace>& places) {
  const std::string& campaign = store.manifest().campaign;
  const diagnosis::StoredTests tests{.failing = failing};
  const auto judge = [&](const std::string& name, diagnosis::JudgedSpectrum judged) {
    LocalisationLevel& level = level_of(study, name);
    if (judged.faulty.empty()) return;
    level.judged.push_back(std::move(judged));
    level.campaigns.push_back(campaign);
  };
  for (const auto& [elements, name] : {std::pair(CodeElements::blocks, "blocks"),
                                       {CodeElements::lines, "lines"},
                                       {CodeElements::predicates, "blocks and outcomes of comparisons"}}) {
    const diagnosis::StoredSpectrum stored = diagnosis::stored_spectrum(store, tests, elements);
    if (stored.spectrum.failing() == 0) {
      study.without_failure.push_back(campaign);
      return;
    }
    const auto& columns = stored.spectrum.elements();
    const bool has_predicates =
        std::ranges::count(columns, diagnosis::ElementKind::predicate, &diagnosis::Element::kind) > 0;
    if (elements == CodeElements::predicates && !has_predicates) continue;
    judge(name, {.counts = stored.spectrum.counts(), .faulty = faulty_elements(stored, places), .unit_of = {}});
    if (elements == CodeElements::lines) continue;
    const diagnosis::Folding folding = diagnosis::into_functions(columns);
    judge(elements == CodeElements::blocks ? functions_by_blocks
                                           : "functions, each by its most suspicious block or comparison",
          {.counts = stored.spectrum.counts(),
           .faulty = faulty_functions(folding, places),
           .unit_of = folding.target,
           .units = static_cast<diagnosis::Column>(folding.elements.size())});
  }
}

std::string text(const LocalisationStudy& study, Ties ties) {
  std::string text = fmt::format("ranks of the first faulty element; counts with --ties {}\n", name(ties));
  for (const LocalisationLevel& level : study.levels)
    if (!level.judged.empty()) text += table_of(level, ties);
  const auto add = [&](const std::vector<std::string>& campaigns, const std::string& why) {
    if (!campaigns.empty())
      text += report::one_line(fmt::format("left out, {}: {}", why, fmt::join(campaigns, ", "))) + "\n";
  };
  add(study.without_place, "no place of the fault is known");
  add(study.without_failure, "no failing input shows the fault");
  return text;
}

report::Json to_json(const LocalisationStudy& study) {
  report::Json json{{"levels", report::Json::array()},
                    {"without_place", study.without_place},
                    {"without_failure", study.without_failure}};
  for (const LocalisationLevel& level : study.levels) {
    report::Json entry{{"name", level.name}, {"faults", report::Json::array()}};
    for (std::size_t i = 0; i < level.judged.size(); ++i) {
      report::Json fault{{"campaign", report::text_json(level.campaigns[i])}, {"ranks", report::Json::object()}};
      for (const MeasureRow& row : diagnosis::study_measures(std::span(level.judged).subspan(i, 1)))
        for (const Ties ties : {Ties::min, Ties::average, Ties::max})
          fault["ranks"][std::string(row.measure->name)][std::string(name(ties))] = row.mean_rank[index_of(ties)];
      entry["faults"].push_back(std::move(fault));
    }
    json["levels"].push_back(std::move(entry));
  }
  return json;
}

}  // namespace smallscope::program
