// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators/orders/choice_coverage.hpp>

#include <algorithm>

namespace smallscope::generators {

namespace {

/// How many levels a row of combinations tells apart: alternatives count as one each.
Ordinal levels_beside(const Factor& factor) {
  return factor.alternatives.empty() ? factor.levels : factor.alternatives.size();
}

std::vector<std::size_t> varying(const std::vector<Factor>& factors) {
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < factors.size(); ++i)
    if (levels_beside(factors[i]) > 1) result.push_back(i);
  return result;
}

std::vector<Ordinal> levels_beside(const std::vector<Factor>& factors, const std::vector<std::size_t>& which) {
  std::vector<Ordinal> levels;
  for (const std::size_t factor : which) levels.push_back(levels_beside(factors[factor]));
  return levels;
}

Ordinal sum(Ordinal a, Ordinal b) { return a > uncounted - b ? uncounted : a + b; }

}  // namespace

Ordinal ChoiceCoverage::combinations(const std::vector<Factor>& factors, std::size_t strength) {
  const std::vector<std::size_t> several = varying(factors);
  Ordinal count =
      several.size() < 2 ? 0 : combination_count(levels_beside(factors, several), std::min(strength, several.size()));
  for (const Factor& factor : factors)
    for (const std::vector<Factor>& within : factor.alternatives) count = sum(count, combinations(within, strength));
  return count;
}

std::size_t ChoiceCoverage::most_beside(const std::vector<Factor>& factors) {
  std::size_t most = varying(factors).size();
  for (const Factor& factor : factors)
    for (const std::vector<Factor>& within : factor.alternatives) most = std::max(most, most_beside(within));
  return most;
}

ChoiceCoverage::ChoiceCoverage(const std::vector<Factor>& factors, std::size_t strength)
    : radix_(levels_of(factors)), digits_(factors.size()), varying_(varying(factors)) {
  if (varying_.size() >= 2) {
    beside_ =
        std::make_unique<CombinationCoverage>(levels_beside(factors, varying_), std::min(strength, varying_.size()));
    combinations_ = beside_->combinations();
    most_per_input_ = beside_->combinations_per_row();
  }
  for (std::size_t i = 0; i < factors.size(); ++i) {
    Digit& digit = digits_[i];
    Ordinal start = 0, most = 0;
    for (const std::vector<Factor>& alternative : factors[i].alternatives) {
      digit.starts.push_back(start);
      const ChoiceCoverage& within = digit.within.emplace_back(alternative, strength);
      start += within.radix_.size();
      combinations_ += within.combinations();
      most = std::max(most, within.most_per_input());
    }
    most_per_input_ += most;
  }
}

Ordinal ChoiceCoverage::add(Ordinal ordinal) {
  radix_.levels(ordinal, levels_);
  Ordinal added = 0;
  for (std::size_t i = 0; i < digits_.size(); ++i) {
    Digit& digit = digits_[i];
    if (digit.starts.empty()) continue;
    const auto after = std::ranges::upper_bound(digit.starts, levels_[i]);
    const auto alternative = static_cast<std::size_t>(after - digit.starts.begin()) - 1;
    added += digit.within[alternative].add(levels_[i] - digit.starts[alternative]);
    levels_[i] = alternative;
  }
  if (beside_) {
    row_.clear();
    for (const std::size_t factor : varying_) row_.push_back(levels_[factor]);
    added += beside_->add(row_);
  }
  covered_ += added;
  return added;
}

}  // namespace smallscope::generators
