#include <smallscope/generators/orders/covering_order.hpp>

#include <algorithm>
#include <smallscope/generators/orders/covering.hpp>
#include <string>

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
std::vector<LevelRow> rows_within(const std::vector<Ordinal>& levels, std::size_t& strength, Ordinal most) {
  const std::size_t wanted = std::min(strength, levels.size());
  std::vector<LevelRow> rows;
  for (std::size_t next = std::min<std::size_t>(wanted, 2); next <= wanted && may_fit(levels, next, most); ++next) {
    std::vector<LevelRow> more = rows.empty() ? covering_rows(levels, next) : extended_rows(levels, next, rows);
    if (more.size() > most) break;
    rows = std::move(more);
    strength = next;
  }
  return rows;
}

}  // namespace

CoveringOrder::CoveringOrder(Ordinal size, std::vector<Ordinal> factors, std::size_t strength)
    : Order(size), tail_(golden(size)), strength_(strength) {
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
    rows = rows_within(chosen(levels, covered_), strength_, most);
    if (!rows.empty()) break;
    const auto greatest = std::max_element(covered_.begin(), covered_.end(),
                                           [&](std::size_t a, std::size_t b) { return levels[a] < levels[b]; });
    uncovered_.push_back(*greatest);
    covered_.erase(greatest);
  }
  std::sort(uncovered_.begin(), uncovered_.end());
  place(radix, rows);
}

void CoveringOrder::place(const MixedRadix& radix, const std::vector<LevelRow>& rows) {
  const MixedRadix rest(chosen(radix.factors(), uncovered_));
  const auto spread = golden(rest.size());
  LevelRow levels(radix.factors().size(), 0), fill;
  for (const LevelRow& row : rows) {
    for (std::size_t i = 0; i < covered_.size(); ++i) levels[covered_[i]] = row[i];
    rest.levels(spread->at(rows_.size() % rest.size()), fill);
    for (std::size_t i = 0; i < uncovered_.size(); ++i) levels[uncovered_[i]] = fill[i];
    const Ordinal ordinal = radix.ordinal(levels);
    by_ordinal_.emplace_back(ordinal, rows_.size());
    skipped_.push_back(tail_->position(ordinal));
    rows_.push_back(ordinal);
  }
  std::sort(by_ordinal_.begin(), by_ordinal_.end());
  std::sort(skipped_.begin(), skipped_.end());
}

Ordinal CoveringOrder::tail_position(Ordinal rest) const {
  // Before the i-th skipped position there are skipped_[i] - i members of the tail, a number that grows with i.
  Ordinal low = 0, high = skipped_.size();
  while (low < high) {
    const Ordinal middle = (low + high) / 2;
    if (skipped_[middle] - middle <= rest)
      low = middle + 1;
    else
      high = middle;
  }
  return rest + low;
}

Ordinal CoveringOrder::at(Ordinal position) const {
  require_in_range(position, size());
  if (position < rows_.size()) return rows_[position];
  return tail_->at(tail_position(position - rows_.size()));
}

Ordinal CoveringOrder::position(Ordinal ordinal) const {
  require_in_range(ordinal, size());
  const auto row = std::lower_bound(by_ordinal_.begin(), by_ordinal_.end(), std::pair(ordinal, Ordinal{0}));
  if (row != by_ordinal_.end() && row->first == ordinal) return row->second;
  const Ordinal position = tail_->position(ordinal);
  const auto before = std::lower_bound(skipped_.begin(), skipped_.end(), position) - skipped_.begin();
  return rows_.size() + position - static_cast<Ordinal>(before);
}

void CoveringOrder::ordinals(Ordinal first, Ordinal last, std::vector<Ordinal>& result) const {
  result.clear();
  if (first >= last) return;
  if (last <= rows_.size()) {
    result.assign(rows_.begin() + static_cast<std::ptrdiff_t>(first),
                  rows_.begin() + static_cast<std::ptrdiff_t>(last));
    return;
  }
  // The part of the golden order that contains the wanted members of the tail, without the rows in it.
  const Ordinal tail_first = std::max<Ordinal>(first, rows_.size());
  const Ordinal from = tail_position(tail_first - rows_.size());
  tail_->ordinals(from, tail_position(last - 1 - rows_.size()) + 1, result);
  auto skipped = std::lower_bound(skipped_.begin(), skipped_.end(), from);
  auto kept = result.begin();
  for (std::size_t i = 0; i < result.size(); ++i) {
    if (skipped != skipped_.end() && *skipped == from + i)
      ++skipped;
    else
      *kept++ = result[i];
  }
  result.erase(kept, result.end());
  if (first < rows_.size())
    result.insert(result.begin(), rows_.begin() + static_cast<std::ptrdiff_t>(first), rows_.end());
}

}  // namespace smallscope::generators
