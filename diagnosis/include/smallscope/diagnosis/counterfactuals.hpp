// SPDX-License-Identifier: Apache-2.0
// What failing inputs execute that their passing neighbours do not: exact counterfactuals, over all pairs that a space
// has.
//
// A pair is a failing input and a passing one that differs in one choice. What both execute, such as the scaffold that
// they share, says nothing about the failure; what only the failing one executes does. Measures, which count failing
// and passing tests apart, cannot tell these from each other. A function is more suspicious the more of its code is
// executed only by the failing inputs of pairs. Pure functions: any thread.
//
// Example: rank_functions(into_functions(spectrum.elements()), counterfactuals(spectrum, choices_of))
#pragma once

#include <cstdint>
#include <vector>

#include <smallscope/diagnosis/neighbours.hpp>
#include <smallscope/diagnosis/ranking.hpp>

namespace smallscope::diagnosis {

struct Counterfactuals {
  std::uint64_t pairs = 0;
  std::vector<std::uint64_t> only_failing;  ///< of each element: in how many pairs only the failing input covers it
  std::vector<std::uint64_t> only_passing;
};

/// Over the tests of the spectrum. O(tests x choices) to find the pairs, and the width of a row for each of them.
Counterfactuals counterfactuals(const Spectrum& spectrum, const ChoicesOf& choices_of);

/// Functions, or other units, by how many of their elements only the failing input of a pair covers, on average.
struct RankedUnits {
  std::vector<double> elements;  ///< that average, of each unit
  Ranking ranking;               ///< exact: by the sum over pairs
};
RankedUnits rank_units(const Folding& units, const Counterfactuals& counterfactuals);

}  // namespace smallscope::diagnosis
