// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators/search/sampling.hpp>

#include <cmath>
#include <limits>

namespace smallscope::generators {

std::pair<std::vector<Digit>, double> Profile::steps_for(double most) const {
  constexpr double greatest = std::numeric_limits<Digit>::max();
  std::vector<Digit> steps{1};  // the root is kept
  double weight = 1, paths = 1;
  for (std::size_t depth = 1; depth < levels_.size(); ++depth) {
    // A kept node always stands for as many nodes as the one above it, or for a multiple.
    const double step = levels_[depth].nodes / most / weight;
    steps.push_back(step >= 2 ? static_cast<Digit>(std::min(step, greatest)) : 1);
    weight *= steps.back();
    paths += levels_[depth].turned / weight;
  }
  return {std::move(steps), paths};
}

std::vector<Digit> Profile::steps(double paths) const {
  double low = 0, high = 64;  // the logarithm of the number of nodes kept at a depth
  for (int halving = 0; halving < 30; ++halving) {
    const double middle = (low + high) / 2;
    (steps_for(std::exp2(middle)).second > paths ? high : low) = middle;
  }
  return steps_for(std::exp2(low)).first;
}

Thinning::Thinning(const std::vector<Digit>& steps, std::uint64_t seed) : random_(seed) {
  for (const Digit step : steps) add(step);
}

void Thinning::choose(Level& level, std::uint64_t before) {
  const auto place = static_cast<std::uint64_t>(random_.uniform() * level.step);
  level.gap = before + place;
  level.rest = level.step - 1 - place;
}

void Thinning::add(Digit step) {
  levels_.push_back({.step = step, .weight = (levels_.empty() ? 1.0 : levels_.back().weight) * step});
  choose(levels_.back(), 0);
}

void Thinning::extend(std::size_t depth) {
  while (levels_.size() <= depth) add(2);
}

}  // namespace smallscope::generators
