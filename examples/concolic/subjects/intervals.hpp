// SPDX-License-Identifier: Apache-2.0
// How two intervals lie, by Allen's relations, and how much they share.
#pragma once

#include <smallscope/concolic/recorder.hpp>

namespace concolic_subjects {

using smallscope::concolic::Fault;

/// 1 before, 2 meets, 3 overlaps, 4 starts, 5 during, 6 finishes, 7 equal; the inverse of the first six negative.
template <class Int>
Int relation(Fault fault, Int a, Int b, Int c, Int d) {
  if (fault(1) ? b <= c : b < c) return 1;
  if (b == c) return 2;
  if (d < a) return -1;
  if (fault(2) ? d == b : d == a) return -2;
  if (a == c) {
    if (b == d) return 7;
    if (fault(3) ? b > d : b < d) return 4;
    return -4;
  }
  if (b == d) {
    if (a > c) return fault(4) ? -6 : 6;
    return -6;
  }
  if (a > c && (fault(5) ? b < d - 1 : b < d)) return 5;
  if (a < c && b > d) return -5;
  if (a < c) return 3;
  return -3;
}

/// The relation, and in its hundreds the length of what they share; 0 if one is no interval.
template <class Int>
Int overlap(Fault fault, Int a, Int b, Int c, Int d) {
  if (fault(6) ? a > b : a >= b) return 0;
  if (c >= d) return 0;
  const Int first = a > c ? a : c;
  const Int last = (fault(7) ? b <= d + 5 : b <= d) ? b : d;
  Int shared = last - first;
  if (shared < 0) shared = fault(8) ? 1 : 0;
  return shared * 100 + relation(fault, a, b, c, d);
}

}  // namespace concolic_subjects
