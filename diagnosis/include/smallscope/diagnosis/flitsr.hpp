// SPDX-License-Identifier: Apache-2.0
// FLITSR: a ranking for several faults at once, made by repeating a measure on ever fewer failing tests.
//
// The failing tests of one fault can hide another: what all of them cover outranks what few of them need. So the most
// suspicious element is taken to be a fault, its failing tests are removed, and the rest is ranked again. What explains
// every failing test that way is a basis, and stands above all other elements. Beside barinel.hpp, which weighs sets of
// faults, this ranks single elements and costs little. Pure functions: any thread.
//
// Source: Callaghan and Fischer, "Improving Spectrum-Based Localization of Multiple Faults by Iterative Test Suite
// Reduction", ISSTA 2023. Where the paper leaves ties open, the ranking by the whole suite decides, then the code.
//
// Example: flitsr(spectrum, *find_measure("ochiai"), 1).ranking.order[0].element
#pragma once

#include <limits>
#include <vector>

#include <smallscope/diagnosis/hitting_sets.hpp>
#include <smallscope/diagnosis/ranking.hpp>

namespace smallscope::diagnosis {

/// Ambiguity groups, the most trusted first: the one that was found with the fewest failing tests left. Taking one
/// element of each group gives a minimal hitting set of the failing tests that the basis is for.
using Basis = std::vector<ElementSet>;

struct Flitsr {
  std::vector<Basis> bases;  ///< by round; no group is in two
  /// The groups of the bases in their order, then all other elements as the measure ranks them. The elements of a group
  /// share their ranks. Scores are those of the measure for the whole suite, so they do not descend.
  Ranking ranking;
  std::size_t unexplained = 0;  ///< failing tests that cover nothing, which no element explains
};

/// As many rounds as it takes.
inline constexpr std::size_t every_round = std::numeric_limits<std::size_t>::max();

/// One round is the paper's FLITSR, every round its FLITSR*. A further round is without the elements of the bases
/// before it, and without failing tests that cover nothing else. A round costs one pass over the failing rows, and a
/// look at each group for each step; there are at most as many steps as distinct failing rows, and rounds as groups.
Flitsr flitsr(const Spectrum& spectrum, const Measure& measure, std::size_t rounds);

}  // namespace smallscope::diagnosis
