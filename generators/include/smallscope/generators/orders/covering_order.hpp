// The order `pairwise`: covering rows first, then everything else.
//
// Its prefix holds every combination of levels of any `strength` factors in few inputs; the remaining inputs follow in
// golden order. Immutable, may be shared by threads.
// Example: CoveringOrder(1024, {4, 4, 4, 4, 4}, 2) shows every pair within its first 16 positions.
#pragma once

#include <memory>
#include <smallscope/generators/mixed_radix.hpp>
#include <smallscope/generators/orders/order.hpp>
#include <utility>
#include <vector>

namespace smallscope::generators {

/// The rows cover the pairs first, then the combinations of three factors, and so on up to `strength`. A strength is
/// included only while the rows fit into a quarter of the space, the combinations into `most_combinations`, and there
/// are enough factors. If the pairs do not fit, the factor with most levels is left uncovered: in the rows it takes
/// values spread over its levels. Factors of one level are ignored. `at` and `position` are O(log rows).
class CoveringOrder final : public Order {
 public:
  static constexpr Ordinal most_combinations = Ordinal{1} << 20;

  /// `factors`, the most significant first, are those of the space (see factors()); an empty list means one factor.
  /// Throws GeneratorError when they do not multiply to `size`, and for a strength of 0.
  CoveringOrder(Ordinal size, std::vector<Ordinal> factors, std::size_t strength);
  Ordinal at(Ordinal position) const override;
  Ordinal position(Ordinal ordinal) const override;
  void ordinals(Ordinal first, Ordinal last, std::vector<Ordinal>& ordinals) const override;

  /// How many positions, from the first on, the covering rows take.
  Ordinal covering_size() const { return rows_.size(); }
  /// The strength of the rows: the requested one, or less if it does not fit. Without rows it has no meaning.
  std::size_t strength() const { return strength_; }
  /// The factors whose levels the rows cover, ascending.
  const std::vector<std::size_t>& covered_factors() const { return covered_; }
  /// The factors of several levels that the rows do not cover, ascending.
  const std::vector<std::size_t>& uncovered_factors() const { return uncovered_; }

 private:
  void place(const MixedRadix& radix, const std::vector<LevelRow>& rows);
  /// The position, in the golden order, of the tail's member `rest`.
  Ordinal tail_position(Ordinal rest) const;

  std::shared_ptr<const Order> tail_;
  std::size_t strength_;
  std::vector<std::size_t> covered_;
  std::vector<std::size_t> uncovered_;
  std::vector<Ordinal> rows_;                            // ordinals, in order
  std::vector<std::pair<Ordinal, Ordinal>> by_ordinal_;  // (ordinal, position) of the rows, ascending
  std::vector<Ordinal> skipped_;                         // positions of the rows in the golden order, ascending
};

}  // namespace smallscope::generators
