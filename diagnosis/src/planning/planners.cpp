// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/planning/planners.hpp>

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "planning/outcomes.hpp"

namespace smallscope::diagnosis::planning {

namespace {

/// Gains that differ by less are equal: sums of rounded numbers differ though what they stand for is equal.
constexpr double rounding = 1e-9;

double total_weight(const PoolTest& test) {
  double sum = 0;
  for (const PredictedTrace& trace : test.traces) sum += trace.weight;
  return sum;
}

/// The elements that are most probably, but not surely, at fault: a bit for each.
std::vector<Word> most_suspected(const Belief& belief) {
  const std::vector<double> faults = belief.fault_probabilities();
  double most = 0;
  for (const double probability : faults)
    if (probability < 1 - rounding) most = std::max(most, probability);
  std::vector<Column> suspected;
  for (Column element = 0; element < belief.columns(); ++element)
    if (most > 0 && faults[element] < 1 - rounding && faults[element] >= most - rounding) suspected.push_back(element);
  return row_of(suspected, belief.columns());
}

bool meets(std::span<const Word> a, std::span<const Word> b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    if ((a[i] & b[i]) != 0) return true;
  return false;
}

/// Every test has a random rank, and the first one is taken. So whether some other test is among them changes nothing,
/// and what is drawn ahead of two tests can be compared.
std::size_t drawn(std::span<const PoolTest> pool, std::span<const std::size_t> among, Randomness& random) {
  const std::uint64_t key = random.next();
  return *std::ranges::min_element(among, {}, [&](std::size_t test) {
    return std::pair(generators::mixed(key + pool[test].ordinal * generators::golden_gamma), pool[test].ordinal);
  });
}

/// One at random of the tests through the row, or of all if there is none.
std::size_t drawn_through(std::span<const Word> row, std::span<const PoolTest> pool, std::span<const std::size_t> among,
                          Randomness& random) {
  const std::vector<std::size_t> found = through(row, pool, among);
  return drawn(pool, found.empty() ? among : found, random);
}

std::size_t most_informative(const Belief& belief, std::span<const PoolTest> pool, std::span<const std::size_t> among,
                             const PlannerOptions& options) {
  std::size_t best = among[0];
  double most = options.may_learn_nothing ? 0 : -std::numeric_limits<double>::infinity();
  for (const std::size_t test : through(belief.in_question(), pool, among)) {
    double gain = information_gain(belief, pool[test], options.reading);
    if (options.is_gain_per_cost) gain /= pool[test].cost;
    if (gain > most + rounding) {
      best = test;
      most = gain;
    }
  }
  return best;
}

}  // namespace

std::string_view name(Planner planner) {
  constexpr std::string_view names[] = {"random", "best-diagnosis", "highest-probability", "entropy",
                                        "sparse-sampling"};
  return names[static_cast<std::size_t>(planner)];
}

std::vector<PossibleOutcome> outcomes_of(const Belief& belief, const PoolTest& test, PassReading reading) {
  const double total = total_weight(test);
  std::vector<PossibleOutcome> outcomes;
  for (const PredictedTrace& trace : test.traces) {
    const double passes = belief.pass_probability(trace.covered, reading);
    const double share = trace.weight / total;
    if (passes > 0) outcomes.push_back({trace.covered, false, share * passes});
    if (passes < 1) outcomes.push_back({trace.covered, true, share * (1 - passes)});
  }
  return outcomes;
}

std::vector<std::size_t> in_order(std::span<const PoolTest> pool) {
  std::vector<std::size_t> tests(pool.size());
  std::iota(tests.begin(), tests.end(), 0);
  std::ranges::sort(tests, {}, [&](std::size_t test) { return std::pair(pool[test].distance, pool[test].ordinal); });
  return tests;
}

std::vector<std::size_t> through(std::span<const Word> row, std::span<const PoolTest> pool,
                                 std::span<const std::size_t> tests) {
  std::vector<std::size_t> found;
  for (const std::size_t test : tests)
    if (std::ranges::any_of(pool[test].traces, [&](const PredictedTrace& trace) { return meets(trace.covered, row); }))
      found.push_back(test);
  return found;
}

double pass_probability(const Belief& belief, const PoolTest& test, PassReading reading) {
  double sum = 0;
  for (const PredictedTrace& trace : test.traces) sum += trace.weight * belief.pass_probability(trace.covered, reading);
  return sum / total_weight(test);
}

double information_gain(const Belief& belief, const PoolTest& test, PassReading reading) {
  double expected = 0;
  for (const PossibleOutcome& outcome : outcomes_of(belief, test, reading)) {
    Belief after = belief;
    after.observe(outcome.covered, outcome.is_failing);
    expected += outcome.probability * after.entropy();
  }
  return belief.entropy() - expected;
}

std::size_t chosen(const Belief& belief, std::span<const PoolTest> pool, std::span<const std::size_t> among,
                   Planner planner, const PlannerOptions& options, Randomness& random) {
  switch (planner) {
    case Planner::best_diagnosis:
      return drawn_through(belief.in_best(), pool, among, random);
    case Planner::highest_probability:
      return drawn_through(most_suspected(belief), pool, among, random);
    case Planner::entropy:
      return most_informative(belief, pool, among, options);
    case Planner::sparse_sampling:
      throw SpectrumError("sparse sampling as its own default policy: give another planner, or none");
    case Planner::random:
      break;
  }
  return drawn(pool, among, random);
}

std::optional<std::size_t> next_test(const Belief& belief, std::span<const PoolTest> pool,
                                     const PlannerOptions& options, Randomness& random) {
  if (pool.empty()) return std::nullopt;
  const std::vector<std::size_t> all = in_order(pool);
  if (options.planner != Planner::sparse_sampling && options.planner != Planner::entropy)
    return chosen(belief, pool, all, options.planner, options, random);
  const Belief narrow = belief.narrowed(options.diagnoses_ahead);
  if (options.planner == Planner::entropy) return chosen(narrow, pool, all, options.planner, options, random);
  std::vector<std::size_t> tried = through(narrow.in_question(), pool, all);
  if (tried.empty()) tried = all;
  // All tests are tried with the same random numbers: then the draws hardly tell them apart.
  const std::uint64_t seed = random.next();
  std::size_t best = tried[0];
  double least = std::numeric_limits<double>::infinity();
  for (const std::size_t test : tried) {
    std::vector<std::size_t> others = all;
    std::erase(others, test);
    const double cost = expected_cost_ahead(narrow, pool, test, others, options, seed);
    if (cost < least - rounding) {
      best = test;
      least = cost;
    }
  }
  return best;
}

}  // namespace smallscope::diagnosis::planning
