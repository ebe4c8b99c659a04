// SPDX-License-Identifier: Apache-2.0
// Small symbolic programs, whose paths a test counts by running all inputs.
#pragma once

#include <string>
#include <vector>

#include <smallscope/concolic/program.hpp>

namespace smallscope::concolic {

template <class Int>
Int kind_of_triangle(Int a, Int b, Int c) {
  if (a <= 0 || b <= 0 || c <= 0) return 0;
  if (a + b <= c || b + c <= a || a + c <= b) return 0;
  if (a == b && b == c) return 3;
  return a == b || b == c || a == c ? 2 : 1;
}

template <class Int>
Int collatz_steps(Int n) {
  Int steps = 0;
  while (n > 1) {
    n = n % 2 == 0 ? n / 2 : 3 * n + 1;
    ++steps;
  }
  return steps;
}

template <class Int>
Int sum_of_digits(Int n) {
  Int sum = 0;
  for (; n > 0; n /= 10) sum += n % 10;
  if (sum > 9) return sum % 10;
  return sum;
}

template <class Int>
Int priced(Int kind, Int amount) {
  Int price = 0;
  switch (value_of(kind)) {
    case 0:
      price = amount * 3;
      break;
    case 1:
    case 4:
      price = amount > 3 ? amount * 2 : amount * 5;
      break;
    default:
      price = -amount;
  }
  if (price == 12) return 0;
  return price;
}

template <class Int>
Int ratio(Int a, Int b) {
  return a * a / (a - b) % 7;
}

/// Each with its name.
inline std::vector<std::pair<std::string, std::shared_ptr<const Program>>> programs() {
  return {{"triangle", program({{"a", -1, 6}, {"b", 0, 6}, {"c", 0, 6}},
                               [](auto a, auto b, auto c) { return kind_of_triangle(a, b, c) != 1; })},
          {"digits", program({{"n", 0, 300}}, [](auto n) { return sum_of_digits(n) != 12; })},
          {"prices", program({{"kind", -2, 6}, {"amount", 0, 8}},
                             [](auto kind, auto amount) { return priced(kind, amount) >= 0; })},
          {"ratio", program({{"a", -4, 4}, {"b", -4, 4}}, [](auto a, auto b) { return ratio(a, b) != 3; })}};
}

/// What the conditions of a run were, in order.
inline std::vector<Step> all_steps(const Execution& execution) {
  std::vector<Step> all;
  for (const Branch& each : execution.path.branches) all.push_back({each.place, each.outcome});
  return all;
}

}  // namespace smallscope::concolic
