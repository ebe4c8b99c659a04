// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators/rings.hpp>

#include <algorithm>
#include <functional>
#include <numeric>

namespace smallscope::generators {

namespace {

/// The most that `levels` of the values from `first` on add up to. They are at most a 64-bit size together.
Ordinal greatest_sum(const std::vector<Ordinal>& reach, std::size_t first, std::size_t levels) {
  std::vector<Ordinal> rest(reach.begin() + static_cast<std::ptrdiff_t>(first), reach.end());
  std::ranges::sort(rest, std::greater());
  rest.resize(std::min(levels, rest.size()));
  return std::accumulate(rest.begin(), rest.end(), Ordinal{0});
}

}  // namespace

Rings::Rings(std::vector<Ordinal> factors, Ordinal center) : radix_(std::move(factors)) {
  radix_.levels(center, center_);
  levels_ = center_;
  for (std::size_t i = 0; i < center_.size(); ++i)
    reach_.push_back(std::max(center_[i], radix_.factors()[i] - 1 - center_[i]));
}

std::optional<Ordinal> Rings::next() {
  while (given_.empty())
    if (!fill()) return std::nullopt;
  const Ordinal ordinal = given_.back();
  given_.pop_back();
  return ordinal;
}

bool Rings::fill() {
  if (sum_ == last_sum_) {
    const auto movable = static_cast<std::size_t>(std::ranges::count_if(reach_, [](Ordinal r) { return r > 0; }));
    if (ring_ >= movable) return false;
    ++ring_;
    sum_ = ring_;
    last_sum_ = greatest_sum(reach_, 0, ring_);
  } else {
    ++sum_;
  }
  collect(0, ring_, sum_);
  std::ranges::sort(given_, std::greater());
  return true;
}

void Rings::collect(std::size_t factor, std::size_t levels, Ordinal sum) {
  if (levels == 0) {
    if (sum == 0) given_.push_back(radix_.ordinal(levels_));
    return;
  }
  if (factor == reach_.size() || greatest_sum(reach_, factor, levels) < sum) return;
  collect(factor + 1, levels, sum);
  // Each of the other levels differs by at least 1.
  const Ordinal most = std::min(reach_[factor], sum - (levels - 1));
  // The others cannot make up for less.
  const Ordinal others = greatest_sum(reach_, factor + 1, levels - 1);
  for (Ordinal by = std::max<Ordinal>(1, sum - std::min(sum, others)); by <= most; ++by) {
    const Ordinal here = center_[factor];
    if (by <= here) {
      levels_[factor] = here - by;
      collect(factor + 1, levels - 1, sum - by);
    }
    if (by < radix_.factors()[factor] - here) {
      levels_[factor] = here + by;
      collect(factor + 1, levels - 1, sum - by);
    }
  }
  levels_[factor] = center_[factor];
}

}  // namespace smallscope::generators
