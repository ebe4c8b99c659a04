// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/planning/neighbour_prediction.hpp>

#include <algorithm>
#include <map>

namespace smallscope::diagnosis::planning {

NeighbourPrediction::NeighbourPrediction(ChoicesOf choices_of, std::size_t neighbours)
    : choices_of_(std::move(choices_of)), neighbours_(neighbours) {}

void NeighbourPrediction::observe(Ordinal ordinal, std::span<const Word> covered) {
  const auto known =
      std::ranges::find_if(traces_, [&](const auto& trace) { return std::ranges::equal(trace, covered); });
  const auto trace = static_cast<std::size_t>(known - traces_.begin());
  if (known == traces_.end()) traces_.emplace_back(covered.begin(), covered.end());
  observed_.push_back({choices_of_(ordinal), trace});
}

std::vector<PredictedTrace> NeighbourPrediction::predicted(Ordinal ordinal) const {
  const generators::Choices choices = choices_of_(ordinal);
  std::vector<std::pair<std::size_t, std::size_t>> near;  // distance, trace
  for (const Observed& test : observed_)
    near.emplace_back(std::max<std::size_t>(distance(choices, test.choices), 1), test.trace);
  std::ranges::sort(near);
  if (near.size() > neighbours_) {
    const std::size_t last = near[neighbours_ - 1].first;
    near.erase(std::ranges::upper_bound(near, last, {}, &std::pair<std::size_t, std::size_t>::first), near.end());
  }
  std::map<std::size_t, double> weights;
  for (const auto& [distance, trace] : near) weights[trace] += 1.0 / static_cast<double>(distance);
  std::vector<PredictedTrace> traces;
  for (const auto& [trace, weight] : weights) traces.push_back({traces_[trace], weight});
  std::ranges::stable_sort(traces, std::ranges::greater(), &PredictedTrace::weight);
  return traces;
}

PoolTest NeighbourPrediction::pool_test(Ordinal ordinal) const {
  PoolTest test{.ordinal = ordinal, .traces = predicted(ordinal)};
  if (test.traces.empty()) test.traces.emplace_back();
  return test;
}

bool NeighbourPrediction::predict(std::vector<PoolTest>& pool) {
  bool changed = false;
  for (PoolTest& test : pool) {
    std::vector<PredictedTrace> traces = predicted(test.ordinal);
    if (traces.empty() || traces == test.traces) continue;
    test.traces = std::move(traces);
    changed = true;
  }
  return changed;
}

}  // namespace smallscope::diagnosis::planning
