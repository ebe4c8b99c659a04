// SPDX-License-Identifier: Apache-2.0
// An order that begins in the middle of another one, and visits what comes before that last.
//
// Private to the module. Immutable, may be shared by threads.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include <smallscope/generators/orders/order.hpp>

namespace smallscope::generators {

/// Costs what the other order costs.
class RotatedOrder final : public Order {
 public:
  /// `start` is at most the size of the order.
  RotatedOrder(std::shared_ptr<const Order> order, Ordinal start)
      : Order(order->size()), order_(std::move(order)), start_(start) {}
  Ordinal at(Ordinal position) const override {
    require_in_range(position, size());
    return order_->at(position < until_end() ? start_ + position : position - until_end());
  }
  Ordinal position(Ordinal ordinal) const override {
    const Ordinal position = order_->position(ordinal);
    return position < start_ ? until_end() + position : position - start_;
  }
  void ordinals(Ordinal first, Ordinal last, std::vector<Ordinal>& ordinals) const override;
  bool ascends(Ordinal first, Ordinal last) const override;
  void ranges(Ordinal first, Ordinal last, std::vector<OrdinalRange>& ranges) const override;

 private:
  Ordinal until_end() const { return size() - start_; }

  std::shared_ptr<const Order> order_;
  Ordinal start_;
};

}  // namespace smallscope::generators
