// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "planning/outcomes.hpp"

namespace smallscope::diagnosis::planning {

namespace {

class Lookahead {
 public:
  Lookahead(std::span<const PoolTest> pool, const PlannerOptions& options, double greatest_now, std::uint64_t seed)
      : pool_(pool), options_(options), sampling_(options.sampling), greatest_now_(greatest_now), random_(seed) {}

  /// Of the path that ends with this test. `spent` is the cost of the tests between the present state and it.
  double cost_of(const Belief& belief, std::size_t test, const std::vector<std::size_t>& others, std::size_t depth,
                 double spent) {
    const double cost = pool_[test].cost;
    const std::vector<PossibleOutcome> outcomes = outcomes_of(belief, pool_[test], options_.reading);
    double expected = 0;
    if (sampling_.is_exact) {
      for (const PossibleOutcome& outcome : outcomes)
        expected += outcome.probability * value_after(belief, outcome, others, depth, spent + cost);
    } else {
      for (std::size_t i = 0; i < sampling_.width; ++i)
        expected += value_after(belief, outcome_drawn(outcomes), others, depth, spent + cost);
      expected /= static_cast<double>(sampling_.width);
    }
    return cost + expected;
  }

 private:
  bool is_end(const Belief& belief) const { return belief.greatest() >= sampling_.threshold || belief.size() <= 1; }

  const PossibleOutcome& outcome_drawn(const std::vector<PossibleOutcome>& outcomes) {
    double rest = random_.fraction();
    for (const PossibleOutcome& outcome : outcomes)
      if ((rest -= outcome.probability) < 0) return outcome;
    return outcomes.back();
  }

  double value_after(const Belief& belief, const PossibleOutcome& outcome, const std::vector<std::size_t>& others,
                     std::size_t depth, double spent) {
    Belief after = belief;
    after.observe(outcome.covered, outcome.is_failing);
    return value(after, others, depth - 1, spent);
  }

  double value(const Belief& belief, const std::vector<std::size_t>& others, std::size_t depth, double spent) {
    if (is_end(belief)) return 0;
    // Only these can change the belief. After a failing test there may be others.
    const std::vector<std::size_t> useful = through(belief.in_question(), pool_, others);
    if (useful.empty()) return 0;  // testing ends without a diagnosis that is sure enough
    if (depth == 0) return leaf(belief, others, spent);
    if (sampling_.policy)
      return cost_of_one(belief, chosen(belief, pool_, useful, *sampling_.policy, options_, random_), others, depth,
                         spent);
    double least = std::numeric_limits<double>::infinity();
    for (const std::size_t test : useful) least = std::min(least, cost_of_one(belief, test, others, depth, spent));
    return least;
  }

  double cost_of_one(const Belief& belief, std::size_t test, std::vector<std::size_t> others, std::size_t depth,
                     double spent) {
    std::erase(others, test);
    return cost_of(belief, test, others, depth, spent);
  }

  double leaf(const Belief& belief, const std::vector<std::size_t>& others, double spent) {
    if (sampling_.leaf == LeafValue::rollout) return rollout(belief, others);
    // The paper's line through both probabilities. Without progress it never meets the threshold; the rest of the pool
    // is the most that testing can cost.
    double most = 0;
    for (const std::size_t test : others) most += pool_[test].cost;
    const double progress = belief.greatest() - greatest_now_;
    if (progress <= 0) return most;
    return std::min(most, spent * (sampling_.threshold - belief.greatest()) / progress);
  }

  double rollout(Belief belief, std::vector<std::size_t> others) {
    double cost = 0;
    while (!is_end(belief)) {
      const std::vector<std::size_t> useful = through(belief.in_question(), pool_, others);
      if (useful.empty()) break;
      const std::size_t test =
          chosen(belief, pool_, useful, sampling_.policy.value_or(Planner::random), options_, random_);
      const std::vector<PossibleOutcome> outcomes = outcomes_of(belief, pool_[test], options_.reading);
      const PossibleOutcome& outcome = outcome_drawn(outcomes);
      belief.observe(outcome.covered, outcome.is_failing);
      std::erase(others, test);
      cost += pool_[test].cost;
    }
    return cost;
  }

  std::span<const PoolTest> pool_;
  const PlannerOptions& options_;
  const SparseSampling& sampling_;
  double greatest_now_;
  Randomness random_;
};

}  // namespace

double expected_cost_ahead(const Belief& belief, std::span<const PoolTest> pool, std::size_t test,
                           const std::vector<std::size_t>& others, const PlannerOptions& options, std::uint64_t seed) {
  const SparseSampling& sampling = options.sampling;
  if (sampling.depth == 0 || sampling.width == 0)
    throw SpectrumError(fmt::format("sparse sampling of depth {} and width {}: give at least 1 of each", sampling.depth,
                                    sampling.width));
  return Lookahead(pool, options, belief.greatest(), seed).cost_of(belief, test, others, sampling.depth, 0);
}

double expected_cost(const Belief& belief, std::span<const PoolTest> pool, std::size_t test,
                     const PlannerOptions& options, std::uint64_t seed) {
  std::vector<std::size_t> others = in_order(pool);
  std::erase(others, test);
  return expected_cost_ahead(belief.narrowed(options.diagnoses_ahead), pool, test, others, options, seed);
}

}  // namespace smallscope::diagnosis::planning
