// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/negated_conditions.hpp>

#include <algorithm>
#include <tuple>

namespace smallscope::diagnosis {

namespace {

/// As elements name files: without folders they may differ in.
std::string_view last_of(std::string_view path) { return path.substr(path.rfind('/') + 1); }

bool is_in(const NegatedCondition& condition, const Element& function) {
  return !condition.function.empty() && condition.function == function.function &&
         last_of(condition.file) == last_of(function.file);
}

}  // namespace

double gain(const NegatedCondition& condition) {
  const auto share = [](std::size_t part, std::size_t whole) {
    return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
  };
  return share(condition.mended, condition.failing) - share(condition.passing - condition.kept, condition.passing);
}

void sort_by_gain(std::vector<NegatedCondition>& conditions) {
  std::ranges::stable_sort(conditions, [](const NegatedCondition& a, const NegatedCondition& b) {
    return std::make_tuple(-gain(a), std::cref(a.file), a.line) < std::make_tuple(-gain(b), std::cref(b.file), b.line);
  });
}

FunctionRanking with_negated(FunctionRanking ranking, const std::vector<NegatedCondition>& conditions) {
  std::vector<bool> has_gain(ranking.functions.size());
  for (const NegatedCondition& condition : conditions)
    for (std::size_t function = 0; function < has_gain.size() && gain(condition) >= least_gain; ++function)
      if (is_in(condition, ranking.functions[function])) has_gain[function] = true;
  const auto count = static_cast<std::size_t>(std::ranges::count(has_gain, true));
  if (count == 0 || count > most_functions_with_gain) return ranking;
  // The later a function stands, the lower its score; ties remain, apart from those that this parts.
  std::vector<Score> scores(has_gain.size());
  for (const Ranked& each : ranking.ranking.order)
    scores[each.element].numerator =
        -static_cast<Score::Numerator>(each.first + (has_gain[each.element] ? std::size_t{0} : has_gain.size()));
  ranking.ranking = rank(scores);
  return ranking;
}

}  // namespace smallscope::diagnosis
