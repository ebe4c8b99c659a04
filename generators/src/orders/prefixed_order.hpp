// SPDX-License-Identifier: Apache-2.0
// An order that visits chosen ordinals first, and then all others in the sequence of another order.
//
// The implementation of CoveringOrder, whose chosen ordinals are covering rows, of then_dense(), and of lists. Private
// to the module. Immutable, may be shared by threads.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include <smallscope/generators/orders/order.hpp>

namespace smallscope::generators {

/// `at` and `position` are O(log(prefix size)).
class PrefixedOrder final : public Order {
 public:
  /// The ordinals of `prefix` are distinct and belong to the space that `rest` visits.
  PrefixedOrder(std::vector<Ordinal> prefix, std::shared_ptr<const Order> rest);
  Ordinal at(Ordinal position) const override;
  Ordinal position(Ordinal ordinal) const override;
  void ordinals(Ordinal first, Ordinal last, std::vector<Ordinal>& ordinals) const override;
  bool ascends(Ordinal first, Ordinal last) const override;
  void ranges(Ordinal first, Ordinal last, std::vector<OrdinalRange>& ranges) const override;
  Ordinal sparse_size() const override;
  Ordinal prefix_size() const { return prefix_.size(); }

 private:
  /// The position, in `rest_`, of the `number`-th ordinal (from 0) that is not in the prefix.
  Ordinal position_in_rest(Ordinal number) const;
  /// The part of `rest_` that begins and ends with what is at the positions `first` and `last - 1`, behind the prefix.
  std::pair<Ordinal, Ordinal> part_of_rest(Ordinal first, Ordinal last) const;

  std::vector<Ordinal> prefix_;
  std::shared_ptr<const Order> rest_;
  std::vector<std::pair<Ordinal, Ordinal>> by_ordinal_;  // (ordinal, position) of the prefix, ascending
  std::vector<Ordinal> skipped_;                         // positions of the prefix in `rest_`, ascending
};

}  // namespace smallscope::generators
