// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/function_ranking.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

#include <fmt/format.h>

namespace smallscope::diagnosis {

namespace {

/// So many elements stand for the code of a function.
constexpr std::size_t code_elements = 10;

/// The greatest figure first; equal figures tie.
Ranking rank_figures(const std::vector<double>& figures) {
  std::vector<Column> units(figures.size());
  std::iota(units.begin(), units.end(), 0);
  std::ranges::stable_sort(units, [&](Column a, Column b) { return figures[a] > figures[b]; });
  // Ranking compares scores exactly: the place of a figure among the different ones stands for it.
  std::vector<Score> scores(figures.size());
  std::size_t place = 0;
  for (std::size_t i = units.size(); i-- > 0;) {
    if (i + 1 < units.size() && figures[units[i]] != figures[units[i + 1]]) ++place;
    scores[units[i]].numerator = static_cast<Score::Numerator>(place);
  }
  return rank(scores);
}

/// The values of each unit's elements under a measure, the greatest first.
std::vector<std::vector<double>> values_of(const Folding& units, const std::vector<Counts>& counts,
                                           const Measure& measure) {
  std::vector<std::vector<double>> values(units.elements.size());
  for (std::size_t column = 0; column < counts.size(); ++column)
    values[units.target[column]].push_back(measure.value(measure.score(counts[column])));
  for (auto& each : values) std::ranges::sort(each, std::greater<>());
  return values;
}

Ranking by_code(const Folding& units, const std::vector<Counts>& counts, const std::vector<double>& background) {
  const Measure& ochiai = *find_measure("ochiai");
  std::vector<std::vector<double>> values(units.elements.size());
  for (std::size_t column = 0; column < counts.size(); ++column) {
    const double value = ochiai.value(ochiai.score(counts[column]));
    values[units.target[column]].push_back(background.empty() ? value : std::max(0.0, value - background[column]));
  }
  std::vector<double> figures;
  for (auto& each : values) {
    std::ranges::sort(each, std::greater<>());
    const auto end = each.begin() + static_cast<std::ptrdiff_t>(std::min(each.size(), code_elements));
    figures.push_back(std::accumulate(each.begin(), end, 0.0));
  }
  return rank_figures(figures);
}

Ranking by_excess(const Folding& units, const std::vector<Counts>& counts) {
  std::vector<double> figures;
  for (const auto& values : values_of(units, counts, *find_measure("dstar2"))) {
    const bool is_equal = values.front() == values.back();  // also where both are infinite
    figures.push_back(is_equal ? 0 : values.front() - values.back());
  }
  return rank_figures(figures);
}

Ranking by_ranks(const std::vector<Ranking>& views, std::size_t functions) {
  std::vector<Score> scores(functions);
  for (const Ranking& view : views)
    for (const Ranked& each : view.order)  // twice the middle of the interval; less is better
      scores[each.element].numerator -= static_cast<Score::Numerator>(each.first + each.last);
  return rank(scores);
}

}  // namespace

std::string_view name(FunctionView view) {
  static constexpr std::string_view names[] = {"block", "code", "excess", "pairs"};
  return names[static_cast<std::size_t>(view)];
}

namespace {

FunctionRanking rank_functions(const std::vector<Element>& elements, const std::vector<Counts>& counts,
                               const std::vector<double>& background, const Counterfactuals& pairs) {
  if (!background.empty() && background.size() != elements.size())
    throw SpectrumError(fmt::format("scores for other faults of {} elements, and a spectrum of {}: give one for each",
                                    background.size(), elements.size()));
  const Folding units = into_functions(elements);
  FunctionRanking result{.functions = units.elements, .function_of = units.target, .pairs = pairs.pairs};
  result.views = {FunctionView::block, FunctionView::code, FunctionView::excess};
  result.view_rankings.push_back(
      rank_units(rank(counts, *find_measure("opt-ochiai")), units.target, static_cast<Column>(units.elements.size())));
  result.view_rankings.push_back(by_code(units, counts, background));
  result.view_rankings.push_back(by_excess(units, counts));
  if (pairs.pairs > 0) {
    result.views.push_back(FunctionView::pairs);
    result.view_rankings.push_back(rank_units(units, pairs).ranking);
  }
  result.ranking = by_ranks(result.view_rankings, units.elements.size());
  return result;
}

}  // namespace

FunctionRanking rank_functions(const Spectrum& spectrum, const ChoicesOf& choices_of,
                               const std::vector<double>& background) {
  return rank_functions(spectrum.elements(), spectrum.counts(), background,
                        choices_of ? counterfactuals(spectrum, choices_of) : Counterfactuals());
}

FunctionRanking rank_functions(const std::vector<Element>& elements, const std::vector<Counts>& counts,
                               const std::vector<double>& background) {
  return rank_functions(elements, counts, background, Counterfactuals());
}

Column representative(const std::vector<Column>& group, const std::vector<Element>& elements,
                      const FunctionRanking& functions) {
  const auto place = [&](Column column) { return functions.ranking.position[functions.function_of[column]]; };
  const auto first = place(*std::ranges::min_element(group, {}, place));
  std::vector<Column> of_function;
  std::ranges::copy_if(group, std::back_inserter(of_function), [&](Column column) { return place(column) == first; });
  return most_legible(of_function, elements);
}

}  // namespace smallscope::diagnosis
