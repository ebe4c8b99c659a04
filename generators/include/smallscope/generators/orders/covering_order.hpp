// SPDX-License-Identifier: Apache-2.0
// The order `pairwise`: covering rows first, then everything else.
//
// Its prefix holds every combination of levels of any `strength` factors in few inputs; the remaining inputs follow in
// golden order. Immutable, may be shared by threads.
// Example: CoveringOrder(1024, {4, 4, 4, 4, 4}, 2) shows every pair within its first 16 positions.
#pragma once

#include <memory>
#include <smallscope/generators/mixed_radix.hpp>
#include <smallscope/generators/orders/covering.hpp>
#include <smallscope/generators/orders/order.hpp>
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
  CoveringOrder(Ordinal size, std::vector<Ordinal> factors, std::size_t strength, const CoveringEffort& effort = {});
  Ordinal at(Ordinal position) const override;
  Ordinal position(Ordinal ordinal) const override;
  void ordinals(Ordinal first, Ordinal last, std::vector<Ordinal>& ordinals) const override;

  /// How many positions, from the first on, the covering rows take.
  Ordinal covering_size() const { return covering_size_; }
  /// The strength of the rows: the requested one, or less if it does not fit. Without rows it has no meaning.
  std::size_t strength() const { return strength_; }
  /// The factors whose levels the rows cover, ascending.
  const std::vector<std::size_t>& covered_factors() const { return covered_; }
  /// The factors of several levels that the rows do not cover, ascending.
  const std::vector<std::size_t>& uncovered_factors() const { return uncovered_; }

 private:
  /// The ordinals of the rows, with levels for the factors that these do not cover.
  std::vector<Ordinal> placed(const MixedRadix& radix, const std::vector<LevelRow>& rows) const;

  std::shared_ptr<const Order> order_;
  Ordinal covering_size_ = 0;
  std::size_t strength_;
  std::vector<std::size_t> covered_;
  std::vector<std::size_t> uncovered_;
};

}  // namespace smallscope::generators
