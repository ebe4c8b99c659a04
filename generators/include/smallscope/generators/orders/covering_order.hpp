// SPDX-License-Identifier: Apache-2.0
// The order `pairwise`: covering rows first, then everything else.
//
// Its prefix holds every combination of levels of any `strength` factors in few inputs; the remaining inputs follow in
// golden order. Immutable, may be shared by threads.
// Example: CoveringOrder(1024, {4, 4, 4, 4, 4}, 2) shows every pair within its first 16 positions.
#pragma once

#include <memory>
#include <smallscope/generators/orders/covering.hpp>
#include <smallscope/generators/orders/order.hpp>
#include <vector>

namespace smallscope::generators {

/// The rows cover the pairs first, then the combinations of three factors, and so on up to `strength`. A strength is
/// included only while the rows fit into a quarter of the space, the combinations into those of the effort, and there
/// are enough factors. If the pairs do not fit, the factor with most levels is left uncovered: in the rows it takes
/// values spread over its levels. Factors of one level are ignored.
///
/// Of a factor with alternatives, these are its levels, and the choices within an alternative are taken as its own
/// CoveringOrder has them: the rows show each alternative with every level of the other factors, and then combinations
/// within each alternative, so that each has its share of the tests, as it has of the space. `at` and `position` are
/// O(log rows).
class CoveringOrder final : public Order {
 public:
  /// `factors`, the most significant first, are those of the space (see nested_factors()); an empty list means one
  /// factor. Throws GeneratorError when they do not multiply to `size`, and for a strength of 0.
  CoveringOrder(Ordinal size, std::vector<Factor> factors, std::size_t strength, const CoveringEffort& effort = {});
  Ordinal at(Ordinal position) const override;
  Ordinal position(Ordinal ordinal) const override;
  void ordinals(Ordinal first, Ordinal last, std::vector<Ordinal>& ordinals) const override;

  /// How many positions, from the first on, the covering rows take.
  Ordinal covering_size() const { return covering_size_; }
  /// The strength of the rows: the requested one, or less if it does not fit. Without rows it has no meaning.
  std::size_t strength() const { return strength_; }
  /// The factors whose levels, or alternatives, the rows cover, ascending.
  const std::vector<std::size_t>& covered_factors() const { return covered_; }
  /// The factors of several levels, or alternatives, that the rows do not cover, ascending.
  const std::vector<std::size_t>& uncovered_factors() const { return uncovered_; }

 private:
  std::shared_ptr<const Order> order_;
  Ordinal covering_size_ = 0;
  std::size_t strength_;
  std::vector<std::size_t> covered_;
  std::vector<std::size_t> uncovered_;
};

}  // namespace smallscope::generators
