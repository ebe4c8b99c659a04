// SPDX-License-Identifier: Apache-2.0
// Suspiciousness: how much the counts of an element speak for a fault there, by measures of the literature.
//
// Scores are exact. Elements with equal counts tie under every measure, and so do elements with different counts whose
// formulas are equal: scores are fractions of integers, and Ochiai is compared by its square. ranking.hpp orders
// elements by their scores. Pure functions and constants: any thread may use them.
//
// Example: find_measure("ochiai")->score(spectrum.counts()[0]) < find_measure("ochiai")->score(spectrum.counts()[1])
#pragma once

#include <compare>
#include <span>
#include <string_view>

#include <smallscope/diagnosis/spectrum.hpp>

namespace smallscope::diagnosis {

/// A fraction. The denominator is not negative; 0 stands for an infinite score, and the numerator is then positive.
struct Score {
  __extension__ using Numerator = __int128;
  __extension__ using Denominator = unsigned __int128;
  Numerator numerator = 0;
  Denominator denominator = 1;
  /// By value: 1/2 equals 2/4. Products of 256 bits, so nothing is rounded.
  friend std::weak_ordering operator<=>(const Score& a, const Score& b);
  friend bool operator==(const Score& a, const Score& b) { return (a <=> b) == 0; }
};

/// Writes F for ef + nf and P for ep + np.
struct Measure {
  std::string_view name;
  std::string_view formula;
  std::string_view zero_rule;  ///< what holds where the formula divides by zero; empty if it never does
  std::string_view source;
  /// Place in the order that Xie et al. (TOSEM 2013) prove for a single fault that every failing test covers: a measure
  /// never ranks the fault behind where a later one does. 0: not in that order.
  int proven_place;
  Score (*score)(const Counts& counts);
  /// What the score stands for: the fraction, or its root (ochiai, whose score is the square).
  double (*value)(const Score& score);
};

/// In the order of the formula sheet. Names are unique.
std::span<const Measure> measures();
/// The measure with this name, or null.
const Measure* find_measure(std::string_view name);

}  // namespace smallscope::diagnosis
