// SPDX-License-Identifier: Apache-2.0
#include "orders/rotated_order.hpp"

#include <algorithm>

namespace smallscope::generators {

void RotatedOrder::ordinals(Ordinal first, Ordinal last, std::vector<Ordinal>& ordinals) const {
  const Ordinal middle = std::clamp(until_end(), first, std::max(first, last));
  order_->ordinals(start_ + first, start_ + middle, ordinals);
  if (middle >= last) return;
  std::vector<Ordinal> beginning;
  order_->ordinals(middle - until_end(), last - until_end(), beginning);
  ordinals.insert(ordinals.end(), beginning.begin(), beginning.end());
}

bool RotatedOrder::ascends(Ordinal first, Ordinal last) const {
  return first >= last || (last <= until_end() && order_->ascends(start_ + first, start_ + last));
}

void RotatedOrder::ranges(Ordinal first, Ordinal last, std::vector<OrdinalRange>& ranges) const {
  order_->ranges(start_ + first, start_ + last, ranges);
}

}  // namespace smallscope::generators
