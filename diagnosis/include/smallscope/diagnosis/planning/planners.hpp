// SPDX-License-Identifier: Apache-2.0
// Which test should run next to find out what is at fault? The planners of "Using Model-Based Diagnosis to Improve
// Software Testing" (Zamir, Stern and Kalech, AAAI 2014).
//
// A planner sees a Belief (belief.hpp) and the pool: tests that can run, with what they will or may cover. session.hpp
// asks it again after each test. The same belief, pool, options and random numbers give the same test in every run.
// Pure functions of values, which belong to one thread with the belief.
//
// Example: next_test(belief, pool, {.planner = Planner::entropy}, random)
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <smallscope/diagnosis/planning/belief.hpp>
#include <smallscope/generators/randomness.hpp>

namespace smallscope::diagnosis::planning {

using generators::Randomness;

/// What a test may cover, and how likely that is.
struct PredictedTrace {
  std::vector<Word> covered;  ///< a row of a spectrum
  double weight = 1;          ///< above 0; relative to the other traces of the test
  friend bool operator==(const PredictedTrace&, const PredictedTrace&) = default;
};

struct PoolTest {
  Ordinal ordinal = 0;
  /// One, if it is known; otherwise for instance those of its nearest neighbours. At least one.
  std::vector<PredictedTrace> traces;
  double cost = 1;           ///< above 0: for instance the length of the trace
  std::size_t distance = 0;  ///< of equally good tests, the least distant goes first
};

enum class Planner {
  random,               ///< any test
  best_diagnosis,       ///< one at random of those that cover an element of a most probable diagnosis
  highest_probability,  ///< one at random of those through the element that is most probably, but not surely, at fault
  entropy,              ///< that with the highest information gain
  sparse_sampling       ///< that with the lowest expected cost, by looking several tests ahead
};
inline constexpr Planner all_planners[] = {Planner::random, Planner::best_diagnosis, Planner::highest_probability,
                                           Planner::entropy, Planner::sparse_sampling};
/// "random", "best-diagnosis", "highest-probability", "entropy", "sparse-sampling"
std::string_view name(Planner planner);

/// How much further testing costs where looking ahead ends.
enum class LeafValue {
  rollout,      ///< tests by the default policy with drawn outcomes, until a diagnosis is sure enough
  interpolated  ///< at the rate at which the greatest probability has grown since the present state
};

/// Sparse sampling (Kearns, Mansour and Ng 2002) of the decision process whose states are the observed tests. In the
/// present state every test is tried, below it only one, by the default policy.
struct SparseSampling {
  std::size_t depth = 2;  ///< tests ahead, at least 1
  std::size_t width = 4;  ///< drawn outcomes of a test, at least 1
  /// Weigh every outcome by its probability instead: no noise.
  bool is_exact = true;
  /// None: below the present state every test is tried, too. Sparse sampling itself is no policy.
  std::optional<Planner> policy = Planner::random;
  LeafValue leaf = LeafValue::interpolated;
  double threshold = 0.9;  ///< a diagnosis at least as probable ends testing
};

struct PlannerOptions {
  Planner planner = Planner::entropy;
  PassReading reading = PassReading::health;
  /// Information gain divided by cost. The paper does not divide.
  bool is_gain_per_cost = false;
  /// Entropy may choose a test that covers no element of a diagnosis, as in the paper. Such a test gains 0, which is
  /// more than a useful one whose gain is negative: outcomes also change what the most likely health is.
  bool may_learn_nothing = false;
  SparseSampling sampling = {};
  /// The most diagnoses that entropy and sparse sampling weigh while they look ahead.
  std::size_t diagnoses_ahead = 30;
};

/// The probability that a test passes: the mean over what it may cover.
double pass_probability(const Belief& belief, const PoolTest& test, PassReading reading = PassReading::health);

/// The entropy of the diagnoses minus that expected after the test, in bits. Two updates of the belief for each trace.
double information_gain(const Belief& belief, const PoolTest& test, PassReading reading = PassReading::health);

/// The expected cost of testing that begins with this test of the pool, up to a diagnosis that is sure enough.
/// Throws SpectrumError for a depth or width of 0.
double expected_cost(const Belief& belief, std::span<const PoolTest> pool, std::size_t test,
                     const PlannerOptions& options, std::uint64_t seed);

/// The position in the pool of the test to run next; none if the pool is empty. Of equally good tests, the least
/// distant one, then that with the lowest ordinal. Entropy and sparse sampling leave out tests that cover no element of
/// a diagnosis, if there are others: they cost and change nothing.
std::optional<std::size_t> next_test(const Belief& belief, std::span<const PoolTest> pool,
                                     const PlannerOptions& options, Randomness& random);

}  // namespace smallscope::diagnosis::planning
