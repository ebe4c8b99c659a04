// SPDX-License-Identifier: Apache-2.0
#include "evaluate/localisation_tables.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <smallscope/report/text.hpp>

#include "evaluate/measure_tables.hpp"

namespace smallscope::program {

using diagnosis::CodeElements;
using diagnosis::MeasureRow;
using diagnosis::Ties;

namespace {

/// What is ranked.
struct Kind {
  CodeElements elements;
  std::string name;
  std::string functions;  ///< how functions are called that are ranked by their best element; "": they are not
};
const std::vector<Kind> kinds{
    {CodeElements::blocks, "blocks", "functions, each by its most suspicious block"},
    {CodeElements::lines, "lines", ""},
    {CodeElements::predicates, "blocks and comparisons", "functions, each by its most suspicious block or comparison"}};

/// Some of the tests.
struct Suite {
  std::string name;
  std::optional<std::vector<results::Ordinal>> tests;  ///< empty: all
};

constexpr std::size_t few = 20;

std::vector<Suite> suites_of(const diagnosis::Spectrum& spectrum, const diagnosis::ChoicesOf& choices_of) {
  std::vector<Suite> suites{{"", std::nullopt}};
  if (!choices_of) return suites;
  std::vector<results::Ordinal> failing, judged;
  for (std::size_t number = 0; number < spectrum.tests(); ++number) {
    const diagnosis::CoveredTest test = spectrum.test(number);
    if (diagnosis::is_failing(test.outcome)) failing.push_back(test.ordinal);
    if (test.outcome != diagnosis::Outcome::skip) judged.push_back(test.ordinal);
  }
  suites.push_back({"; failing inputs and those that differ from one in one choice",
                    diagnosis::neighbours(failing, judged, choices_of)});
  suites.push_back({fmt::format("; the first failing input and the {} nearest", few),
                    diagnosis::nearest(failing.front(), judged, few, choices_of)});
  return suites;
}

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

void add_views(LocalisationStudy& study, const Kind& kind, const std::string& campaign,
               const diagnosis::Spectrum& spectrum, const std::vector<diagnosis::FaultPlace>& places,
               const diagnosis::ChoicesOf& choices_of) {
  const diagnosis::ElementSet faulty = faulty_functions(diagnosis::into_functions(spectrum.elements()), places);
  if (faulty.empty()) return;
  const diagnosis::FunctionRanking ranking = rank_functions(spectrum, choices_of);
  const auto note = [&](const std::string& name, const diagnosis::Ranking& view) {
    const std::string whole = fmt::format("{}, of {}", name, kind.name);
    auto known = std::ranges::find(study.views, whole, &ViewRanks::name);
    if (known == study.views.end()) known = study.views.insert(known, {.name = whole});
    known->campaigns.push_back(campaign);
    std::vector<double>& ranks = known->ranks.emplace_back();
    for (const Ties ties : diagnosis::all_ties) ranks.push_back(rank_of_first(view, faulty, ties));
  };
  note("sum of ranks", ranking.ranking);
  for (std::size_t view = 0; view < ranking.views.size(); ++view)
    note(std::string(name(ranking.views[view])), ranking.view_rankings[view]);
}

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
         const std::vector<diagnosis::FaultPlace>& places, const diagnosis::ChoicesOf& choices_of) {
  const std::string& campaign = store.manifest().campaign;
  const auto judge = [&](const std::string& name, diagnosis::JudgedSpectrum judged) {
    LocalisationLevel& level = level_of(study, name);
    if (judged.faulty.empty()) return;
    level.judged.push_back(std::move(judged));
    level.campaigns.push_back(campaign);
  };
  std::vector<Suite> suites;
  for (const Kind& kind : kinds) {
    const diagnosis::StoredSpectrum stored = diagnosis::stored_spectrum(store, {.failing = failing}, kind.elements);
    if (stored.spectrum.failing() == 0) {
      study.without_failure.push_back(campaign);
      return;
    }
    const auto& columns = stored.spectrum.elements();
    if (kind.elements == CodeElements::predicates &&
        std::ranges::count(columns, diagnosis::ElementKind::predicate, &diagnosis::Element::kind) == 0)
      continue;
    if (suites.empty()) suites = suites_of(stored.spectrum, choices_of);
    if (!kind.functions.empty()) add_views(study, kind, campaign, stored.spectrum, places, choices_of);
    for (const Suite& suite : suites) {
      const std::vector<diagnosis::Counts> counts =
          suite.tests ? restricted(stored.spectrum, *suite.tests).counts() : stored.spectrum.counts();
      judge(kind.name + suite.name, {.counts = counts, .faulty = faulty_elements(stored, places), .unit_of = {}});
      if (kind.functions.empty()) continue;
      const diagnosis::Folding folding = diagnosis::into_functions(columns);
      judge(kind.functions + suite.name, {.counts = counts,
                                          .faulty = faulty_functions(folding, places),
                                          .unit_of = folding.target,
                                          .units = static_cast<diagnosis::Column>(folding.elements.size())});
    }
  }
}

std::string text(const LocalisationStudy& study, Ties ties) {
  std::string text = fmt::format("ranks of the first faulty element; counts with --ties {}\n", name(ties));
  if (!study.views.empty()) text += views_text(study.views, ties);
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
  json["views"] = report::Json::object();
  for (const ViewRanks& view : study.views)
    for (std::size_t i = 0; i < view.ranks.size(); ++i)
      for (const Ties ties : diagnosis::all_ties)
        json["views"][view.name][view.campaigns[i]][std::string(name(ties))] = view.ranks[i][index_of(ties)];
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
