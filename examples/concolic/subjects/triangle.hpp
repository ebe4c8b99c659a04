// SPDX-License-Identifier: Apache-2.0
// What kind of triangle three sides make.
#pragma once

#include <smallscope/concolic/recorder.hpp>

namespace concolic_subjects {

using smallscope::concolic::Fault;

/// 0 none, 1 scalene, 2 isosceles, 3 equilateral; 10 more if it has a right angle, 20 more if an obtuse one.
template <class Int>
Int kind_of_triangle(Fault fault, Int a, Int b, Int c) {
  if (a < b) std::swap(a, b);
  if (a < c) std::swap(a, c);
  if (fault(1) ? b > c : b < c) std::swap(b, c);
  if (fault(2) ? c <= 1 : c <= 0) return 0;
  if (fault(3) ? a > b + c : a >= b + c) return 0;
  Int kind = 1;
  if (a == b || b == c) kind = fault(4) ? 3 : 2;
  if (fault(5) ? a == b || b == c : a == c) kind = 3;
  const Int square = b * b + c * c;
  if (fault(6) ? a * a >= square : a * a > square) return kind + 20;
  if (a * a == square) kind += fault(7) ? 20 : 10;
  return kind;
}

}  // namespace concolic_subjects
