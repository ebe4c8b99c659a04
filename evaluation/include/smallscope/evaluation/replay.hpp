// When an order would have seen each fault first, and the measures that follow from it.
//
// Orders are bijections, so that only the failing inputs are asked for their positions: a seed costs as much as there
// are failures, whatever the size of the space. Tests are counted from 1, as a run counts them. Functions are pure.
// Example: score(first_seen(table, *golden(table.inputs)), table.inputs).apfd is the APFD of the golden order.
#pragma once

#include <smallscope/evaluation/failures.hpp>
#include <smallscope/generators/orders/order.hpp>
#include <span>
#include <vector>

namespace smallscope::evaluation {

/// For every group the number of the test that shows it first. Throws std::out_of_range when a member is beyond the
/// order. O(failing inputs) positions.
std::vector<Ordinal> first_seen(const FailureTable& table, const generators::Order& order);

/// The same for `run --order jump --repeat`, faithful to FASE 2009, section 4: the exhaustive pass executes again what
/// the sparse pass ran.
std::vector<Ordinal> first_seen_repeating(const FailureTable& table, const generators::JumpOrder& order);

/// What one replay costs and shows.
struct Score {
  double first_failure = 0;  ///< tests until the first failing input
  double first_seen = 0;     ///< tests until a group is first seen, the mean over groups
  double apfd = 0;           ///< see apfd()
  double total = 0;          ///< tests in all
  friend bool operator==(const Score&, const Score&) = default;
};

/// The average percentage of faults detected, of 1, as in FASE 2009, section 7 (Rothermel et al. 2001):
/// 1 - (TF1 + ... + TFm) / (n m) + 1 / (2 n) for m faults, of which number i is first seen by test TFi, and n tests.
/// Requires at least one fault and one test; throws EvaluationError otherwise.
double apfd(std::span<const Ordinal> first_seen, Ordinal tests);

/// The measures of one replay of `tests` tests. Throws as apfd().
Score score(std::span<const Ordinal> first_seen, Ordinal tests);

/// What a random permutation expects. The first of F failing inputs among N comes at (N+1)/(F+1), so do those of each
/// group; APFD is linear in them. Throws as apfd().
Score random_expectation(const FailureTable& table);

}  // namespace smallscope::evaluation
