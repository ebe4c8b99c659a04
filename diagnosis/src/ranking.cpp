// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/ranking.hpp>

#include <algorithm>
#include <numeric>
#include <optional>

#include <fmt/format.h>

namespace smallscope::diagnosis {

namespace {

void require_faulty(const Ranking& ranking, std::span<const Column> faulty) {
  if (faulty.empty()) throw SpectrumError("no faulty element: a ranking is judged by at least one");
  for (const Column element : faulty)
    if (element >= ranking.order.size())
      throw SpectrumError(fmt::format("the faulty element {} is not one of the {} ranked ones: number them from 0",
                                      element, ranking.order.size()));
}

std::vector<Column> distinct(std::span<const Column> elements) {
  std::vector<Column> sorted(elements.begin(), elements.end());
  std::ranges::sort(sorted);
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  return sorted;
}

}  // namespace

Ranking rank(std::span<const Score> scores) {
  std::vector<Column> elements(scores.size());
  std::iota(elements.begin(), elements.end(), 0);
  std::ranges::stable_sort(elements, [&](Column a, Column b) { return scores[b] < scores[a]; });
  Ranking ranking;
  ranking.order.reserve(scores.size());
  ranking.position.resize(scores.size());
  for (std::size_t first = 0; first < elements.size();) {
    std::size_t end = first + 1;
    while (end < elements.size() && scores[elements[end]] == scores[elements[first]]) ++end;
    for (std::size_t i = first; i < end; ++i) {
      ranking.position[elements[i]] = i;
      ranking.order.push_back({elements[i], scores[elements[i]], first + 1, end});
    }
    first = end;
  }
  return ranking;
}

Ranking rank(std::span<const Counts> counts, const Measure& measure) {
  std::vector<Score> scores;
  scores.reserve(counts.size());
  for (const Counts& each : counts) scores.push_back(measure.score(each));
  return rank(scores);
}

Ranking rank_units(const Ranking& elements, std::span<const Column> unit_of, Column units) {
  if (unit_of.size() != elements.order.size())
    throw SpectrumError(fmt::format("units for {} elements, but {} are ranked: give each its unit", unit_of.size(),
                                    elements.order.size()));
  std::vector<std::optional<Score>> best(units);
  for (const Ranked& each : elements.order) {
    if (unit_of[each.element] >= units)
      throw SpectrumError(fmt::format("element {} is in unit {}, but there are only {}: number them from 0",
                                      each.element, unit_of[each.element], units));
    auto& score = best[unit_of[each.element]];
    if (!score) score = each.score;  // the first is the best
  }
  std::vector<Score> scores;
  for (std::size_t unit = 0; unit < units; ++unit) {
    if (!best[unit]) throw SpectrumError(fmt::format("unit {} has no element: leave it out", unit));
    scores.push_back(*best[unit]);
  }
  return rank(scores);
}

std::string_view name(Ties ties) {
  static constexpr std::string_view names[] = {"min", "max", "average", "code"};
  return names[static_cast<std::size_t>(ties)];
}

double rank_of(const Ranking& ranking, Column element, Ties ties) {
  return rank_of_first(ranking, std::span(&element, 1), ties);
}

double rank_of_first(const Ranking& ranking, std::span<const Column> faulty, Ties ties) {
  require_faulty(ranking, faulty);
  const auto position = [&](Column element) { return ranking.position[element]; };
  const std::size_t best = position(*std::ranges::min_element(faulty, {}, position));
  const auto [first, last] = std::pair(ranking.order[best].first, ranking.order[best].last);
  const std::vector<Column> all = distinct(faulty);
  const auto tied_faulty = static_cast<std::size_t>(
      std::ranges::count_if(all, [&](Column each) { return ranking.order[position(each)].first == first; }));
  const std::size_t tied = last - first + 1;
  switch (ties) {
    case Ties::min:
      return static_cast<double>(first);
    case Ties::max:
      return static_cast<double>(last - tied_faulty + 1);
    case Ties::average:
      return static_cast<double>(first - 1) + static_cast<double>(tied + 1) / static_cast<double>(tied_faulty + 1);
    case Ties::code:
      break;
  }
  return static_cast<double>(best + 1);
}

double wasted_effort(const Ranking& ranking, std::span<const Column> faulty, Ties ties) {
  return rank_of_first(ranking, faulty, ties) - 1;
}

double exam(const Ranking& ranking, std::span<const Column> faulty, Ties ties) {
  return rank_of_first(ranking, faulty, ties) / static_cast<double>(ranking.order.size());
}

std::size_t acc_at(std::span<const double> ranks, double n) {
  return static_cast<std::size_t>(std::ranges::count_if(ranks, [n](double rank) { return rank <= n; }));
}

double average_precision(const Ranking& ranking, std::span<const Column> faulty, Ties ties) {
  require_faulty(ranking, faulty);
  std::vector<double> ranks;
  for (const Column element : distinct(faulty)) ranks.push_back(rank_of(ranking, element, ties));
  double sum = 0;
  for (const double rank : ranks) sum += static_cast<double>(acc_at(ranks, rank)) / rank;
  return sum / static_cast<double>(ranks.size());
}

double mean(std::span<const double> figures) {
  if (figures.empty()) return 0;
  return std::accumulate(figures.begin(), figures.end(), 0.0) / static_cast<double>(figures.size());
}

}  // namespace smallscope::diagnosis
