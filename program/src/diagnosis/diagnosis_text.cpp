// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/diagnosis_text.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <smallscope/report/text.hpp>

#include "command_line/counted.hpp"

namespace smallscope::program {

using diagnosis::Column;
using diagnosis::Diagnosis;
using diagnosis::Element;
using diagnosis::Ranked;
using diagnosis::Ranking;

namespace {

constexpr std::size_t ranking_width = 140;
constexpr std::size_t shown_width = 60;  ///< of one element
constexpr std::size_t shown_of_a_group = 3;

const Element& element(const Diagnosed& diagnosed, Column column) {
  return diagnosed.recorded.spectrum.elements()[column];
}

std::string shown(const Diagnosed& diagnosed, Column column) { return program::shown(element(diagnosed, column)); }

std::string number_text(double value) { return std::isinf(value) ? "infinite" : fmt::format("{:.4g}", value); }

std::string others_text(const Diagnosed& diagnosed, Column column) {
  const auto& group = diagnosed.groups[diagnosed.group_of[column]];
  std::string text;
  std::size_t named = 0;
  for (const Column other : group)
    if (other != column && named < shown_of_a_group)
      text += fmt::format("{}{}", named++ == 0 ? "" : ", ", shown(diagnosed, other));
  const std::size_t rest = group.size() - 1 - named;
  return rest == 0 ? text : fmt::format("{} and {} more", text, rest);
}

bool is_faulty(const Diagnosed& diagnosed, Column column) {
  return std::ranges::any_of(diagnosed.recorded.faults,
                             [&](const auto& fault) { return std::ranges::count(fault, column) > 0; });
}

std::string rank_text(const Ranked& each) {
  return each.first == each.last ? std::to_string(each.first) : fmt::format("{}-{}", each.first, each.last);
}

/// Ranks of each function in the order of functions.
std::vector<std::string> rank_texts(const diagnosis::Ranking& ranking) {
  std::vector<std::string> texts(ranking.order.size());
  for (const Ranked& each : ranking.order) texts[each.element] = rank_text(each);
  return texts;
}

std::string functions_text(const Diagnosed& diagnosed, std::size_t top) {
  if (!diagnosed.functions) return "";
  const diagnosis::FunctionRanking& found = *diagnosed.functions;
  std::vector<std::string> header{"rank"};
  std::vector<bool> right{true};
  std::vector<std::vector<std::string>> views;
  for (std::size_t view = 0; view < found.views.size(); ++view) {
    header.push_back("by " + std::string(name(found.views[view])));
    right.push_back(true);
    views.push_back(rank_texts(found.view_rankings[view]));
  }
  header.insert(header.end(), {"function", "file"});
  right.insert(right.end(), {false, false});
  report::Table table(header, right);
  std::size_t left = top;
  for (const Ranked& each : found.ranking.order) {
    if (left-- == 0) break;
    const Element& function = found.functions[each.element];
    std::vector<std::string> row{rank_text(each)};
    for (const auto& view : views) row.push_back(view[each.element]);
    row.push_back(report::one_line(function.function.empty() ? function.name : function.function, shown_width));
    row.push_back(report::one_line_of_file(function.file, shown_width));
    table.add(row);
  }
  const std::string pairs =
      found.pairs == 0 ? ""
                       : fmt::format("; pairs: {} of a failing input and a passing one that differs in one choice",
                                     report::grouped(found.pairs));
  const std::string background = diagnosed.background == 0
                                     ? ""
                                     : fmt::format("; by code: less the mean score for {}",
                                                   counted(diagnosed.background, "cluster") + " of other stores");
  return fmt::format("functions by the sum of their ranks in {} views{}{}\n{}\n", found.views.size(), pairs, background,
                     table.text(ranking_width));
}

std::string ranking_text(const Diagnosed& diagnosed, std::size_t top) {
  std::vector<std::string> header{"rank", std::string(diagnosed.measure->name), "element", "covered by the same tests"};
  if (diagnosed.source) header.insert(header.end() - 1, "source");
  report::Table table(header, {true, true, false, false});
  std::size_t left = top;
  for (const Ranked& each : diagnosed.ranking.order) {
    if (left-- == 0) break;
    std::vector<std::string> row{
        rank_text(each), number_text(diagnosed.measure->value(each.score)),
        shown(diagnosed, each.element) + (is_faulty(diagnosed, each.element) ? " (faulty)" : ""),
        others_text(diagnosed, each.element)};
    if (diagnosed.source)
      row.insert(row.end() - 1, report::one_line(diagnosed.source(element(diagnosed, each.element)), 60));
    table.add(row);
  }
  std::string text = table.text(ranking_width);
  const std::size_t all = diagnosed.ranking.order.size();
  if (all > top) text += fmt::format("{} more; --top shows them\n", report::grouped(all - top));
  return text;
}

std::string fault_text(const Diagnosed& diagnosed) {
  const diagnosis::ElementSet faulty = faulty_elements(diagnosed.recorded);
  if (faulty.empty()) return "";
  const auto rank = [&](diagnosis::Ties ties) { return rank_of_first(diagnosed.ranking, faulty, ties); };
  return fmt::format("the first known faulty element has rank {:g} (best {:g}, worst {:g}): EXAM {:.1f}%\n",
                     rank(diagnosed.ties), rank(diagnosis::Ties::min), rank(diagnosis::Ties::max),
                     100 * exam(diagnosed.ranking, faulty, diagnosed.ties));
}

std::string unexplained_text(std::size_t tests) {
  return fmt::format("{} cover nothing, so no element explains them\n", counted(tests, "failing test"));
}

std::string diagnoses_text(const Diagnosed& diagnosed, std::size_t top) {
  const diagnosis::Diagnoses& found = *diagnosed.diagnoses;
  std::string text = fmt::format("\n{} diagnos{}s of at most {}: {}\n", report::grouped(found.all.size()),
                                 found.all.size() == 1 ? "i" : "e", counted(diagnosed.most_elements, "element"),
                                 name(found.enumeration));
  if (found.unexplained > 0) text += unexplained_text(found.unexplained);
  report::Table table({"probability", "elements, each with its health"}, {true, false});
  std::size_t left = top;
  for (const Diagnosis& each : found.all) {
    if (left-- == 0) break;
    std::string elements;
    for (std::size_t i = 0; i < each.elements.size(); ++i)
      elements += fmt::format("{}{} {:.3f}", i == 0 ? "" : ", ", shown(diagnosed, each.elements[i]), each.health[i]);
    table.add({fmt::format("{:.4f}", each.probability), elements});
  }
  return text + table.text(ranking_width);
}

/// The number of the basis that an element is of, from 1; 0 if it is of none.
std::vector<std::size_t> basis_of(const Diagnosed& diagnosed) {
  std::vector<std::size_t> basis_of(diagnosed.recorded.spectrum.columns());
  const auto& bases = diagnosed.flitsr->bases;
  for (std::size_t i = 0; i < bases.size(); ++i)
    for (const diagnosis::ElementSet& group : bases[i])
      for (const Column column : group) basis_of[column] = i + 1;
  return basis_of;
}

/// What a second ranking has beside it.
struct Mark {
  std::string heading;
  std::function<std::string(Column)> of;
};

/// A ranking beside that of the measure.
std::string second_ranking_text(const Diagnosed& diagnosed, const Ranking& ranking, const Mark& mark, std::size_t top) {
  report::Table table(
      {"rank", "by " + std::string(diagnosed.measure->name), mark.heading, "element", "covered by the same tests"},
      {true, true, true, false, false});
  std::size_t left = top;
  for (const Ranked& each : ranking.order) {
    if (left-- == 0) break;
    table.add({rank_text(each), rank_text(diagnosed.ranking.order[diagnosed.ranking.position[each.element]]),
               mark.of(each.element),
               shown(diagnosed, each.element) + (is_faulty(diagnosed, each.element) ? " (faulty)" : ""),
               others_text(diagnosed, each.element)});
  }
  return table.text(ranking_width);
}

std::string flitsr_text(const Diagnosed& diagnosed, std::size_t top) {
  const diagnosis::Flitsr& found = *diagnosed.flitsr;
  std::string text =
      fmt::format("\nFLITSR: {}\n", found.bases.size() == 1 ? "1 basis" : fmt::format("{} bases", found.bases.size()));
  if (found.unexplained > 0) text += unexplained_text(found.unexplained);
  const std::vector<std::size_t> bases = basis_of(diagnosed);
  const auto basis = [&](Column column) { return bases[column] == 0 ? "" : std::to_string(bases[column]); };
  return text + second_ranking_text(diagnosed, found.ranking, {"basis", basis}, top);
}

/// How much of its ranking is shown: nothing that a slice leaves out.
std::size_t shown_of(const diagnosis::SingleFault& found, std::size_t top) {
  return found.slice ? std::min(top, found.slice->elements) : top;
}

std::string single_fault_text(const Diagnosed& diagnosed, std::size_t top) {
  const diagnosis::SingleFault& found = diagnosed.single_fault->found;
  std::string text = program::text(*diagnosed.single_fault, diagnosed.recorded.spectrum);
  if (found.certificate.unexplained > 0) text += unexplained_text(found.certificate.unexplained);
  const auto common = [&](Column column) {
    return std::string(std::ranges::binary_search(found.common, column) ? "yes" : "");
  };
  return text + second_ranking_text(diagnosed, found.ranking, {"common", common}, shown_of(found, top));
}

report::Json element_json(const Diagnosed& diagnosed, Column column) {
  report::Json json = program::to_json(element(diagnosed, column));
  json["element"] = column;
  return json;
}

report::Json second_ranking_json(const Diagnosed& diagnosed, const Ranking& ranking, std::size_t top) {
  report::Json json = report::Json::array();
  for (const Ranked& each : ranking.order) {
    if (json.size() == top) break;
    report::Json entry = element_json(diagnosed, each.element);
    entry["first"] = each.first;
    entry["last"] = each.last;
    json.push_back(std::move(entry));
  }
  return json;
}

}  // namespace

std::string shown(const Element& each) {
  return report::one_line_of_file(each.function.empty() || each.name.find(each.function) != std::string::npos
                                      ? each.name
                                      : fmt::format("{} ({})", each.name, each.function),
                                  shown_width);
}

report::Json to_json(const Element& each) {
  report::Json json{{"name", report::text_json(each.name)}};
  if (!each.file.empty()) json["file"] = report::text_json(each.file);
  if (each.line != 0) json["line"] = each.line;
  if (!each.function.empty()) json["function"] = report::text_json(each.function);
  return json;
}

std::string text(const Diagnosed& diagnosed, std::size_t top) {
  const diagnosis::Spectrum& spectrum = diagnosed.recorded.spectrum;
  const std::string name = diagnosed.recorded.name.empty() ? "" : report::one_line(diagnosed.recorded.name, 80) + ": ";
  std::string text = fmt::format("{}{}, {} failing; {} in {}\n", name, counted(spectrum.tests(), "test"),
                                 report::grouped(spectrum.failing()), counted(spectrum.columns(), "element"),
                                 counted(diagnosed.groups.size(), "ambiguity group"));
  if (spectrum.failing() == 0) return text + "no test fails, so there is nothing to diagnose\n";
  text += functions_text(diagnosed, top) + ranking_text(diagnosed, top) + fault_text(diagnosed);
  if (diagnosed.flitsr) text += flitsr_text(diagnosed, top);
  if (diagnosed.single_fault) text += single_fault_text(diagnosed, top);
  return diagnosed.diagnoses ? text + diagnoses_text(diagnosed, top) : text;
}

report::Json to_json(const Diagnosed& diagnosed, std::size_t top) {
  const diagnosis::Spectrum& spectrum = diagnosed.recorded.spectrum;
  report::Json json{{"name", report::text_json(diagnosed.recorded.name)},
                    {"tests", spectrum.tests()},
                    {"failing", spectrum.failing()},
                    {"passing", spectrum.passing()},
                    {"elements", spectrum.columns()},
                    {"groups", diagnosed.groups.size()},
                    {"measure", diagnosed.measure->name},
                    {"ranking", report::Json::array()}};
  for (const Ranked& each : diagnosed.ranking.order) {
    if (json["ranking"].size() == top) break;
    report::Json entry = element_json(diagnosed, each.element);
    const double value = diagnosed.measure->value(each.score);
    entry["score"] = std::isinf(value) ? report::Json("infinite") : report::Json(value);
    entry["first"] = each.first;
    entry["last"] = each.last;
    entry["group"] = diagnosed.groups[diagnosed.group_of[each.element]];
    entry["faulty"] = is_faulty(diagnosed, each.element);
    json["ranking"].push_back(std::move(entry));
  }
  if (diagnosed.functions) {
    const diagnosis::FunctionRanking& found = *diagnosed.functions;
    json["pairs"] = found.pairs;
    json["background"] = diagnosed.background;
    json["functions"] = report::Json::array();
    for (const Ranked& each : found.ranking.order) {
      if (json["functions"].size() == top) break;
      const Element& function = found.functions[each.element];
      report::Json entry{{"function", report::text_json(function.function)},
                         {"file", report::text_json(function.file)},
                         {"first", each.first},
                         {"last", each.last}};
      for (std::size_t view = 0; view < found.views.size(); ++view) {
        const Ranking& ranking = found.view_rankings[view];
        const Ranked& in_view = ranking.order[ranking.position[each.element]];
        entry["views"][std::string(name(found.views[view]))] = {{"first", in_view.first}, {"last", in_view.last}};
      }
      json["functions"].push_back(std::move(entry));
    }
  }
  if (diagnosed.flitsr)
    json["flitsr"] = {{"bases", diagnosed.flitsr->bases},
                      {"unexplained", diagnosed.flitsr->unexplained},
                      {"ranking", second_ranking_json(diagnosed, diagnosed.flitsr->ranking, top)}};
  if (diagnosed.single_fault) {
    json["single_fault"] = to_json(*diagnosed.single_fault, spectrum);
    const diagnosis::SingleFault& found = diagnosed.single_fault->found;
    json["single_fault"]["ranking"] = second_ranking_json(diagnosed, found.ranking, shown_of(found, top));
  }
  if (!diagnosed.diagnoses) return json;
  const diagnosis::Diagnoses& found = *diagnosed.diagnoses;
  json["diagnoses"] = {{"found", found.all.size()},
                       {"enumeration", name(found.enumeration)},
                       {"unexplained", found.unexplained},
                       {"list", report::Json::array()}};
  for (const Diagnosis& each : found.all) {
    if (json["diagnoses"]["list"].size() == top) break;
    report::Json elements = report::Json::array();
    for (std::size_t i = 0; i < each.elements.size(); ++i) {
      elements.push_back(element_json(diagnosed, each.elements[i]));
      elements.back()["health"] = each.health[i];
    }
    json["diagnoses"]["list"].push_back(
        {{"probability", each.probability}, {"log_likelihood", each.log_likelihood}, {"elements", elements}});
  }
  return json;
}

}  // namespace smallscope::program
