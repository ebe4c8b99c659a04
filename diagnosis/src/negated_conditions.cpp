// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/negated_conditions.hpp>

#include <algorithm>
#include <numeric>
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
  std::vector<double> gains(ranking.functions.size());
  for (const NegatedCondition& condition : conditions)
    for (std::size_t function = 0; function < gains.size(); ++function)
      if (is_in(condition, ranking.functions[function])) gains[function] = std::max(gains[function], gain(condition));
  // Each tie of the ranking keeps its place behind functions of greater gain.
  const auto place = [&](Column function) {
    return std::make_tuple(-gains[function], ranking.ranking.order[ranking.ranking.position[function]].first);
  };
  std::vector<Column> functions(gains.size());
  std::iota(functions.begin(), functions.end(), 0);
  std::ranges::stable_sort(functions, {}, place);
  std::vector<Score> scores(gains.size());
  Score::Numerator score = 0;
  for (std::size_t i = functions.size(); i-- > 0;) {
    if (i + 1 < functions.size() && place(functions[i]) != place(functions[i + 1])) ++score;
    scores[functions[i]].numerator = score;
  }
  ranking.ranking = rank(scores);
  return ranking;
}

}  // namespace smallscope::diagnosis
