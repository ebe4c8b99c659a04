// SPDX-License-Identifier: Apache-2.0
// What an order costs: a table of tariffs with a switch, discounts, a coupon and the freight.
#pragma once

#include <smallscope/concolic/recorder.hpp>

namespace concolic_subjects {

using smallscope::concolic::Fault;
using smallscope::concolic::value_of;

template <class Int>
Int tariff(Fault fault, Int kind, Int amount) {
  switch (value_of(kind)) {
    case 0:
      return amount * 100;
    case 1:
      return fault(1) ? amount * 90 + 10 : amount * 90;
    case 2:
      if (fault(2) ? amount > 20 : amount >= 20) return amount * 70;
      return amount * 80;
    case 3:
      return fault(3) ? (amount + 1) * 150 : amount * 150 - amount / 10 * 50;
    default:
      return amount * 120;
  }
}

template <class Int>
Int freight(Fault fault, Int weight, Int price) {
  if (price >= 5000 && weight <= 30) return 0;
  if (fault(4) ? weight < 10 : weight <= 10) return 500;
  if (weight <= 25) return fault(5) ? 900 + weight : 900;
  return 900 + (weight - 25) * 30;
}

/// In cents. A coupon of kind 1 takes 5%, of kind 2 500 cents, of kind 3 the freight.
template <class Int>
Int price(Fault fault, Int kind, Int amount, Int is_member, Int coupon, Int weight) {
  Int price = tariff(fault, kind, amount);
  if (is_member != 0 && (fault(6) ? price > 1000 : price > 2000)) price -= price / 10;
  Int carriage = freight(fault, weight, price);
  if (coupon == 1) price -= fault(7) ? price / 2 : price / 20;
  if (coupon == 2) {
    price -= 500;
    if (fault(8) ? price < -100 : price < 0) price = 0;
  }
  if (fault(9) ? coupon >= 2 : coupon == 3) carriage = 0;
  return price + carriage;
}

}  // namespace concolic_subjects
