// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators/orders/covering_order.hpp>

#include <algorithm>
#include <smallscope/generators/orders/covering.hpp>
#include <string>

#include "orders/prefixed_order.hpp"

namespace smallscope::generators {

namespace {

MixedRadix radix_of(Ordinal size, std::vector<Ordinal> factors) {
  if (factors.empty()) factors.push_back(size);
  MixedRadix radix(std::move(factors));
  if (radix.size() != size)
    throw GeneratorError("pairwise: the factors multiply to " + std::to_string(radix.size()) + ", but the space has " +
                         std::to_string(size) + " inputs; give the factors of its structure, or none");
  return radix;
}

std::vector<Ordinal> chosen(const std::vector<Ordinal>& factors, const std::vector<std::size_t>& which) {
  std::vector<Ordinal> result;
  for (const std::size_t factor : which) result.push_back(factors[factor]);
  return result;
}

/// Whether rows that cover these factors could be at most `most`. There are at least as many rows as the product of the
/// greatest factors.
bool may_fit(std::vector<Ordinal> levels, std::size_t strength, Ordinal most) {
  if (combination_count(levels, strength) > CoveringOrder::most_combinations) return false;
  std::sort(levels.rbegin(), levels.rend());
  Ordinal least = 1;  // at most the number of combinations
  for (std::size_t i = 0; i < strength; ++i) least *= levels[i];
  return least <= most;
}

/// At most `most` rows that cover the pairs first, then the combinations of three factors, and so on up to the
/// strength, as far as they fit. `strength` becomes the strength reached. No rows if the pairs do not fit.
std::vector<LevelRow> rows_within(const std::vector<Ordinal>& levels, std::size_t& strength, Ordinal most,
                                  const CoveringEffort& effort) {
  const std::size_t wanted = std::min(strength, levels.size());
  std::vector<LevelRow> rows;
  for (std::size_t next = std::min<std::size_t>(wanted, 2); next <= wanted && may_fit(levels, next, most); ++next) {
    std::vector<LevelRow> more =
        rows.empty() ? covering_rows(levels, next, effort) : extended_rows(levels, next, rows, effort);
    if (more.size() > most) break;
    rows = std::move(more);
    strength = next;
  }
  return rows;
}

}  // namespace

CoveringOrder::CoveringOrder(Ordinal size, std::vector<Ordinal> factors, std::size_t strength,
                             const CoveringEffort& effort)
    : Order(size), strength_(strength) {
  const MixedRadix radix = radix_of(size, std::move(factors));
  if (strength == 0)
    throw GeneratorError(
        "pairwise: the strength is 0; give how many factors are to be combined, at least 1 (2 is pairwise)");
  const std::vector<Ordinal>& levels = radix.factors();
  for (std::size_t factor = 0; factor < levels.size(); ++factor)
    if (levels[factor] > 1) covered_.push_back(factor);
  const Ordinal most = size / 4;
  std::vector<LevelRow> rows;
  while (!covered_.empty()) {
    strength_ = strength;
    rows = rows_within(chosen(levels, covered_), strength_, most, effort);
    if (!rows.empty()) break;
    const auto greatest = std::max_element(covered_.begin(), covered_.end(),
                                           [&](std::size_t a, std::size_t b) { return levels[a] < levels[b]; });
    uncovered_.push_back(*greatest);
    covered_.erase(greatest);
  }
  std::sort(uncovered_.begin(), uncovered_.end());
  std::vector<Ordinal> first = placed(radix, rows);
  covering_size_ = first.size();
  order_ = std::make_shared<PrefixedOrder>(std::move(first), golden(size));
}

std::vector<Ordinal> CoveringOrder::placed(const MixedRadix& radix, const std::vector<LevelRow>& rows) const {
  const MixedRadix rest(chosen(radix.factors(), uncovered_));
  const auto spread = golden(rest.size());
  std::vector<Ordinal> ordinals;
  LevelRow levels(radix.factors().size(), 0), fill;
  for (const LevelRow& row : rows) {
    for (std::size_t i = 0; i < covered_.size(); ++i) levels[covered_[i]] = row[i];
    rest.levels(spread->at(ordinals.size() % rest.size()), fill);
    for (std::size_t i = 0; i < uncovered_.size(); ++i) levels[uncovered_[i]] = fill[i];
    ordinals.push_back(radix.ordinal(levels));
  }
  return ordinals;
}

Ordinal CoveringOrder::at(Ordinal position) const { return order_->at(position); }

Ordinal CoveringOrder::position(Ordinal ordinal) const { return order_->position(ordinal); }

void CoveringOrder::ordinals(Ordinal first, Ordinal last, std::vector<Ordinal>& ordinals) const {
  order_->ordinals(first, last, ordinals);
}

}  // namespace smallscope::generators
