// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators/orders/covering_order.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <smallscope/generators/mixed_radix.hpp>
#include <smallscope/generators/orders/covering.hpp>
#include <string>
#include <unordered_set>

#include "orders/prefixed_order.hpp"

namespace smallscope::generators {

namespace {

__extension__ using Wide = unsigned __int128;

/// One row for so many combinations of the effort, at most, stands for choices within alternatives: a row takes memory,
/// also of alternatives within alternatives, which share the effort.
constexpr Ordinal combinations_for_row = 16;

MixedRadix radix_of(Ordinal size, const std::vector<Factor>& factors) {
  MixedRadix radix(levels_of(factors));
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
bool may_fit(std::vector<Ordinal> levels, std::size_t strength, Ordinal most, const CoveringEffort& effort) {
  if (combination_count(levels, strength) > effort.combinations) return false;
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
  for (std::size_t next = std::min<std::size_t>(wanted, 2); next <= wanted && may_fit(levels, next, most, effort);
       ++next) {
    std::vector<LevelRow> more =
        rows.empty() ? covering_rows(levels, next, effort) : extended_rows(levels, next, rows, effort);
    if (more.size() > most) break;
    rows = std::move(more);
    strength = next;
  }
  return rows;
}

/// For each of so many alternatives.
CoveringEffort share_of(const CoveringEffort& effort, std::size_t alternatives) {
  constexpr std::uint64_t least = std::uint64_t{1} << 10;
  return {.search = std::max(effort.search / alternatives, std::min(effort.search, least)),
          .reduction = effort.reduction / alternatives,
          .combinations = std::max(effort.combinations / alternatives, std::min(effort.combinations, least))};
}

/// The levels of a factor with alternatives, in the order in which rows take them.
class Alternation {
 public:
  Alternation(const Factor& factor, std::size_t strength, const CoveringEffort& effort) {
    const CoveringEffort share = share_of(effort, factor.alternatives.size());
    Ordinal offset = 0;
    for (const std::vector<Factor>& factors : factor.alternatives) {
      const Ordinal size = MixedRadix(levels_of(factors)).size();
      alternatives_.push_back({offset, CoveringOrder(size, factors, strength, share)});
      offset += size;
    }
  }
  /// The next level of this alternative; after the last, its first again.
  Ordinal next(std::size_t alternative) {
    Alternative& from = alternatives_[alternative];
    return from.offset + from.order.at(from.taken++ % from.order.size());
  }
  /// The next level of the alternative of which the least share has been taken, the first of several. None if all
  /// covering rows have been taken, of all of them. O(alternatives).
  std::optional<Ordinal> next_row() {
    std::optional<std::size_t> least;
    bool has_rows = false;
    for (std::size_t i = 0; i < alternatives_.size(); ++i) {
      const Alternative& here = alternatives_[i];
      has_rows = has_rows || here.taken < here.order.covering_size();
      if (here.taken < here.order.size() && (!least || has_less_share(here, alternatives_[*least]))) least = i;
    }
    return has_rows ? std::optional(next(*least)) : std::nullopt;
  }

 private:
  struct Alternative {
    Ordinal offset;
    CoveringOrder order;
    Ordinal taken = 0;
  };
  static bool has_less_share(const Alternative& a, const Alternative& b) {
    return Wide{a.taken} * b.order.size() < Wide{b.taken} * a.order.size();
  }
  std::vector<Alternative> alternatives_;
};

/// Makes ordinals of rows over some of the factors.
class Placement {
 public:
  Placement(const MixedRadix& radix, const std::vector<Factor>& factors, const std::vector<std::size_t>& covered,
            const std::vector<std::size_t>& uncovered, std::size_t strength, const CoveringEffort& effort)
      : radix_(radix),
        covered_(covered),
        uncovered_(uncovered),
        rest_(chosen(radix.factors(), uncovered)),
        spread_(golden(rest_.size())) {
    for (const std::size_t factor : covered)
      if (!factors[factor].alternatives.empty())
        alternations_.emplace(factor, Alternation(factors[factor], strength, effort));
  }

  /// The row has a level, or the number of an alternative, for each of the covered factors.
  void add(const LevelRow& row) {
    LevelRow levels(radix_.factors().size(), 0), fill;
    for (std::size_t i = 0; i < covered_.size(); ++i) {
      const auto alternation = alternations_.find(covered_[i]);
      levels[covered_[i]] = alternation == alternations_.end() ? row[i] : alternation->second.next(row[i]);
    }
    rest_.levels(spread_->at(ordinals_.size() % rest_.size()), fill);
    for (std::size_t i = 0; i < uncovered_.size(); ++i) levels[uncovered_[i]] = fill[i];
    ordinals_.push_back(radix_.ordinal(levels));
  }

  /// Further ordinals, until there are `most` or the covering rows of all alternatives have been taken. Each
  /// alternative has its share of them, as it has of the space; other factors take values spread over their levels.
  void add_rest(Ordinal most) {
    std::unordered_set<Ordinal> known(ordinals_.begin(), ordinals_.end());
    const auto spread = golden(radix_.size());
    LevelRow levels;
    for (Ordinal number = 0; ordinals_.size() < most; ++number) {
      bool has_row = false;
      radix_.levels(spread->at(number % radix_.size()), levels);
      for (auto& [factor, alternation] : alternations_)
        if (const std::optional<Ordinal> level = alternation.next_row()) {
          levels[factor] = *level;
          has_row = true;
        }
      if (!has_row) return;
      if (const Ordinal ordinal = radix_.ordinal(levels); known.insert(ordinal).second) ordinals_.push_back(ordinal);
    }
  }

  const std::vector<Ordinal>& ordinals() const { return ordinals_; }

 private:
  const MixedRadix& radix_;
  const std::vector<std::size_t>& covered_;
  const std::vector<std::size_t>& uncovered_;
  MixedRadix rest_;
  std::shared_ptr<const Order> spread_;
  std::map<std::size_t, Alternation> alternations_;  // by the numbers of their factors
  std::vector<Ordinal> ordinals_;
};

}  // namespace

CoveringOrder::CoveringOrder(Ordinal size, std::vector<Factor> factors, std::size_t strength,
                             const CoveringEffort& effort)
    : Order(size), strength_(strength) {
  if (factors.empty()) factors.emplace_back(size);
  const MixedRadix radix = radix_of(size, factors);
  if (strength == 0)
    throw GeneratorError(
        "pairwise: the strength is 0; give how many factors are to be combined, at least 1 (2 is pairwise)");
  std::vector<Ordinal> levels;  // alternatives count as one each
  for (const Factor& factor : factors)
    levels.push_back(factor.alternatives.empty() ? factor.levels : factor.alternatives.size());
  for (std::size_t factor = 0; factor < factors.size(); ++factor)
    if (factors[factor].levels > 1) covered_.push_back(factor);
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

  std::vector<Ordinal> first;
  if (!rows.empty()) {
    Placement placement(radix, factors, covered_, uncovered_, strength, effort);
    for (const LevelRow& row : rows) placement.add(row);
    placement.add_rest(std::min<Ordinal>(most, rows.size() + effort.combinations / combinations_for_row));
    first = placement.ordinals();
  }
  covering_size_ = first.size();
  order_ = std::make_shared<PrefixedOrder>(std::move(first), golden(size));
}

Ordinal CoveringOrder::at(Ordinal position) const { return order_->at(position); }

Ordinal CoveringOrder::position(Ordinal ordinal) const { return order_->position(ordinal); }

void CoveringOrder::ordinals(Ordinal first, Ordinal last, std::vector<Ordinal>& ordinals) const {
  order_->ordinals(first, last, ordinals);
}

}  // namespace smallscope::generators
