// SPDX-License-Identifier: Apache-2.0
// What became of tests when one condition of the code was negated, and functions ranked by it.
//
// A spectrum says which code failing tests have in common; a negated condition says what they need. Its gain is the
// figure of a mutant in MUSE (Moon, Kim, Kim, Yoo, ICST 2014) with equal weights: the share of failing tests that pass
// less the share of passing ones that fail. docs/switching.md has how well that finds real faults. Pure functions: any
// thread.
//
// Example: with_negated(rank_functions(spectrum, choices_of), negated).ranking
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <smallscope/diagnosis/function_ranking.hpp>

namespace smallscope::diagnosis {

struct NegatedCondition {
  std::string file, function;           ///< as elements have them; "": unknown
  std::uint32_t line = 0;               ///< 0: unknown
  std::size_t mended = 0, failing = 1;  ///< failing tests that pass with it, of all that were executed
  std::size_t kept = 0, passing = 0;    ///< passing tests that still pass, of all that were executed
};

/// mended / failing - (passing - kept) / passing, from -1 to 1.
double gain(const NegatedCondition& condition);

/// The greatest gain first; those of one gain by file and line.
void sort_by_gain(std::vector<NegatedCondition>& conditions);

/// What counts for a function: a condition with at least this gain, and not more than so many functions with one. Where
/// many decisions lead around a fault, they say little about where it is.
inline constexpr double least_gain = 0.5;
inline constexpr std::size_t most_functions_with_gain = 3;

/// The same functions: those that have a condition with least_gain come first, unless there are more than
/// most_functions_with_gain of them. Both parts are in the order of the ranking.
FunctionRanking with_negated(FunctionRanking ranking, const std::vector<NegatedCondition>& conditions);

}  // namespace smallscope::diagnosis
