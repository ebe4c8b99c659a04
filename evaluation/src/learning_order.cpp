// SPDX-License-Identifier: Apache-2.0
#include <smallscope/evaluation/learning_order.hpp>

#include <algorithm>
#include <tuple>

namespace smallscope::evaluation {

namespace {

/// A pair of values says more than one of them, which is in several pairs.
constexpr double weight_of_single = 0.5;
/// Of how many candidates a batch is chosen one by one.
constexpr std::size_t candidates = 8 * LearningOrder::batch;

}  // namespace

LearningOrder::LearningOrder(const clustering::Population& population, std::vector<Ordinal> base)
    : base_(std::move(base)), place_of_(base_.size()), done_(base_.size()) {
  std::vector<std::size_t> attributes;
  for (std::size_t attribute = 0; attribute < population.attributes().size(); ++attribute) {
    const clustering::Attribute& candidate = population.attributes()[attribute];
    if (is_computed(candidate) || candidate.labels.size() < 2 || candidate.labels.size() > most_values) continue;
    attributes.push_back(attribute);
    sizes_.push_back(candidate.labels.size());
  }
  std::vector<clustering::Value> values;
  for (std::size_t place = 0; place < base_.size(); ++place) {
    place_of_[base_[place]] = place;
    population.values(base_[place], values);
    for (const std::size_t attribute : attributes) values_.push_back(values[attribute]);
  }
  for (std::size_t first = 0; first < sizes_.size(); ++first)
    for (std::size_t second = first; second < sizes_.size(); ++second) {
      Cells& cells = cells_.emplace_back(Cells{first, second, first == second ? weight_of_single : 1, {}, {}, {}});
      const std::size_t size = first == second ? sizes_[first] : sizes_[first] * sizes_[second];
      cells.executed.resize(size), cells.passed.resize(size), cells.planned.resize(size);
    }
}

std::size_t LearningOrder::cell_of(const Cells& cells, std::size_t place) const {
  const std::uint32_t* const values = values_.data() + place * sizes_.size();
  return cells.first == cells.second ? values[cells.first]
                                     : values[cells.first] * sizes_[cells.second] + values[cells.second];
}

/// The greatest rate of failures of a value or pair that the input has, as if one more test of each had passed.
double LearningOrder::known(std::size_t place) const {
  double most = 0;
  for (const Cells& cells : cells_) {
    const std::size_t cell = cell_of(cells, place);
    most = std::max(most, static_cast<double>(cells.executed[cell] - cells.passed[cell]) /
                              static_cast<double>(cells.executed[cell] + 1));
  }
  return most;
}

double LearningOrder::novelty(std::size_t place) const {
  double sum = 0;
  for (const Cells& cells : cells_) {
    const std::size_t cell = cell_of(cells, place);
    sum += cells.weight / static_cast<double>(1 + cells.passed[cell] + cells.planned[cell]);
  }
  return sum;
}

void LearningOrder::plan(std::size_t place) {
  for (Cells& cells : cells_) ++cells.planned[cell_of(cells, place)];
}

std::vector<Ordinal> LearningOrder::next() {
  std::vector<Ordinal> result;
  if (!failed_) {
    for (; unplanned_ < base_.size() && result.size() < batch; ++unplanned_) result.push_back(base_[unplanned_]);
    return result;
  }
  struct Candidate {
    double worth;
    std::size_t place;
    double unknown;  ///< how little of it a known fault accounts for
    bool operator<(const Candidate& other) const {
      return std::tuple(-worth, place) < std::tuple(-other.worth, other.place);
    }
  };
  for (Cells& cells : cells_) std::ranges::fill(cells.planned, 0);
  std::vector<Candidate> best;
  for (std::size_t place = 0; place < base_.size(); ++place) {
    if (done_[place]) continue;
    const double unknown = 1 - known(place);
    best.push_back({novelty(place) * unknown, place, unknown});
  }
  const std::size_t kept = std::min(best.size(), candidates);
  std::partial_sort(best.begin(), best.begin() + static_cast<std::ptrdiff_t>(kept), best.end());
  best.resize(kept);
  while (result.size() < batch && !best.empty()) {
    const auto chosen = std::min_element(best.begin(), best.end());
    plan(chosen->place);
    result.push_back(base_[chosen->place]);
    best.erase(chosen);
    for (Candidate& candidate : best) candidate.worth = novelty(candidate.place) * candidate.unknown;
  }
  return result;
}

void LearningOrder::add(Ordinal ordinal, bool failed) {
  const std::size_t place = place_of_[ordinal];
  done_[place] = true;
  failed_ |= failed;
  for (Cells& cells : cells_) {
    const std::size_t cell = cell_of(cells, place);
    ++cells.executed[cell];
    if (!failed) ++cells.passed[cell];
  }
}

}  // namespace smallscope::evaluation
