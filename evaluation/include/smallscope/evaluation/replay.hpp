// SPDX-License-Identifier: Apache-2.0
// When an order would have seen each fault first, and the measures that follow from it.
//
// Orders are bijections, so only the positions of the failing inputs are needed: the cost of a seed depends on the
// number of failures, not on the size of the space. Tests are counted from 1, as in a run. Pure functions, for any
// thread. Example: score(first_seen(table, *golden(table.inputs)), table.inputs).apfd is the APFD of the golden order.
#pragma once

#include <smallscope/evaluation/failures.hpp>
#include <smallscope/generators/orders/order.hpp>
#include <span>
#include <vector>

namespace smallscope::evaluation {

/// For every group the number of the test that shows it first. Throws std::out_of_range if a member is beyond the
/// order. O(failing inputs) positions.
std::vector<Ordinal> first_seen(const FailureTable& table, const generators::Order& order);

/// The same for `run --order jump --repeat`, as in FASE 2009, section 4: the exhaustive pass executes again what the
/// sparse pass ran.
std::vector<Ordinal> first_seen_repeating(const FailureTable& table, const generators::JumpOrder& order);

/// What one replay costs and shows.
struct Score {
  double first_failure = 0;  ///< tests until the first failing input
  double first_seen = 0;     ///< tests until a group is first seen, the mean over groups
  double apfd = 0;           ///< see apfd()
  double total = 0;          ///< tests in all
  friend bool operator==(const Score&, const Score&) = default;
};

/// The average percentage of faults detected, as a fraction of 1, from FASE 2009, section 7 (Rothermel et al. 2001): 1
/// - (TF1 + ... + TFm) / (n m) + 1 / (2 n) for m faults, where test TFi is the first to show fault i, and n tests.
/// Requires at least one fault and one test; throws EvaluationError otherwise.
double apfd(std::span<const Ordinal> first_seen, Ordinal tests);

/// The measures of one replay of `tests` tests. Throws as apfd() does.
Score score(std::span<const Ordinal> first_seen, Ordinal tests);

/// What a random permutation expects. The first of F failing inputs among N comes at test (N+1)/(F+1); the same holds
/// for each group. APFD is linear in these numbers. Throws as apfd() does.
Score random_expectation(const FailureTable& table);

}  // namespace smallscope::evaluation
