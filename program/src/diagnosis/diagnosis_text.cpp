// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/diagnosis_text.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

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

/// The first `top` groups that the first `elements` of a ranking belong to, each by one of these: a faulty element,
/// or else the most legible one.
std::vector<Ranked> leading_groups(const Diagnosed& diagnosed, const Ranking& ranking, std::size_t top,
                                   std::size_t elements) {
  std::vector<std::vector<Column>> members(diagnosed.groups.size());
  std::vector<Ranked> leading;
  for (const Ranked& each : std::span(ranking.order).first(std::min(elements, ranking.order.size()))) {
    std::vector<Column>& group = members[diagnosed.group_of[each.element]];
    if (group.empty() && leading.size() < top) leading.push_back(each);
    group.push_back(each.element);
  }
  const std::vector<Element>& all = diagnosed.recorded.spectrum.elements();
  for (Ranked& each : leading) {
    const std::vector<Column>& group = members[diagnosed.group_of[each.element]];
    const auto faulty = std::ranges::find_if(group, [&](Column column) { return is_faulty(diagnosed, column); });
    each.element = faulty != group.end() ? *faulty
                   : diagnosed.functions ? representative(group, all, *diagnosed.functions)
                                         : most_legible(group, all);
  }
  return leading;
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

/// The element that stands for its group, then others of it at other lines.
std::vector<Column> at_different_lines(const Diagnosed& diagnosed, Column first, std::size_t most) {
  std::vector<Column> shown{first};
  const auto place = [&](Column column) {
    return std::tie(element(diagnosed, column).file, element(diagnosed, column).line);
  };
  for (const Column column : diagnosed.groups[diagnosed.group_of[first]])
    if (shown.size() < most && element(diagnosed, column).line > 0 &&
        std::ranges::none_of(shown, [&](Column other) { return place(other) == place(column); }))
      shown.push_back(column);
  return shown;
}

std::string marked(const Diagnosed& diagnosed, Column column) {
  return shown(diagnosed, column) + (is_faulty(diagnosed, column) ? " (faulty)" : "");
}

/// The rows of a group: without source, one.
void add_group(report::Table& table, const Diagnosed& diagnosed, const Ranked& first) {
  const std::string rank = rank_text(first), score = number_text(diagnosed.measure->value(first.score));
  if (!diagnosed.source) {
    table.add({rank, score, marked(diagnosed, first.element), others_text(diagnosed, first.element)});
    return;
  }
  const std::size_t others = diagnosed.groups[diagnosed.group_of[first.element]].size() - 1;
  for (const Column column : at_different_lines(diagnosed, first.element, shown_of_a_group)) {
    const bool is_first = column == first.element;
    table.add({is_first ? rank : "", is_first ? score : "", marked(diagnosed, column),
               report::one_line(diagnosed.source(element(diagnosed, column)), shown_width),
               is_first && others > 0 ? counted(others, "other") : ""});
  }
}

std::string ranking_text(const Diagnosed& diagnosed, std::size_t top) {
  std::vector<std::string> header{"rank", std::string(diagnosed.measure->name), "element", "covered by the same tests"};
  if (diagnosed.source) header.insert(header.end() - 1, "source");
  report::Table table(header, {true, true, false, false});
  for (const Ranked& each : leading_groups(diagnosed, diagnosed.ranking, top, diagnosed.ranking.order.size()))
    add_group(table, diagnosed, each);
  std::string text = table.text(ranking_width);
  const std::size_t all = diagnosed.groups.size();
  if (all > top) text += fmt::format("{}; --top shows them\n", counted(all - top, "more group"));
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

/// The failing tests that cover nothing: coverage may be lost where a process is killed.
std::string uncovered_text(const diagnosis::Spectrum& spectrum) {
  std::size_t tests = 0;
  for (std::size_t row = 0; row < spectrum.rows(); ++row) {
    bool is_empty = true;
    diagnosis::for_each_bit(spectrum.row(row), [&](Column) { is_empty = false; });
    if (is_empty) tests += spectrum.weight(row).failing;
  }
  return tests == 0 ? "" : "warning: " + unexplained_text(tests);
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

/// A ranking beside that of the measure: of its first `elements`.
std::string second_ranking_text(const Diagnosed& diagnosed, const Ranking& ranking, const Mark& mark, std::size_t top,
                                std::size_t elements) {
  report::Table table(
      {"rank", "by " + std::string(diagnosed.measure->name), mark.heading, "element", "covered by the same tests"},
      {true, true, true, false, false});
  for (const Ranked& each : leading_groups(diagnosed, ranking, top, elements)) {
    table.add({rank_text(each), rank_text(diagnosed.ranking.order[diagnosed.ranking.position[each.element]]),
               mark.of(each.element), marked(diagnosed, each.element), others_text(diagnosed, each.element)});
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
  return text + second_ranking_text(diagnosed, found.ranking, {"basis", basis}, top, found.ranking.order.size());
}

std::string single_fault_text(const Diagnosed& diagnosed, std::size_t top) {
  const diagnosis::SingleFault& found = diagnosed.single_fault->found;
  std::string text = program::text(*diagnosed.single_fault, diagnosed.recorded.spectrum);
  if (found.certificate.unexplained > 0) text += unexplained_text(found.certificate.unexplained);
  const auto common = [&](Column column) {
    return std::string(std::ranges::binary_search(found.common, column) ? "yes" : "");
  };
  return text + second_ranking_text(diagnosed, found.ranking, {"common", common}, top, ranked_of(found));
}

}  // namespace

std::string shown(const Element& each) {
  return report::one_line_of_file(each.function.empty() || each.name.find(each.function) != std::string::npos
                                      ? each.name
                                      : fmt::format("{} ({})", each.name, each.function),
                                  shown_width);
}

std::string text(const Diagnosed& diagnosed, std::size_t top) {
  const diagnosis::Spectrum& spectrum = diagnosed.recorded.spectrum;
  const std::string name = diagnosed.recorded.name.empty() ? "" : report::one_line(diagnosed.recorded.name, 80) + ": ";
  std::string text = fmt::format("{}{}, {} failing; {} in {}\n", name, counted(spectrum.tests(), "test"),
                                 report::grouped(spectrum.failing()), counted(spectrum.columns(), "element"),
                                 counted(diagnosed.groups.size(), "ambiguity group"));
  if (spectrum.failing() == 0) return text + "no test fails, so there is nothing to diagnose\n";
  text +=
      uncovered_text(spectrum) + functions_text(diagnosed, top) + ranking_text(diagnosed, top) + fault_text(diagnosed);
  if (diagnosed.flitsr) text += flitsr_text(diagnosed, top);
  if (diagnosed.single_fault) text += single_fault_text(diagnosed, top);
  return diagnosed.diagnoses ? text + diagnoses_text(diagnosed, top) : text;
}

}  // namespace smallscope::program
