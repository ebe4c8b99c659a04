// SPDX-License-Identifier: Apache-2.0
#include <smallscope/evaluation/learning_study.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include <smallscope/evaluation/learning_order.hpp>
#include <smallscope/generators/mixed_radix.hpp>
#include <smallscope/generators/orders/order.hpp>

namespace smallscope::evaluation {

namespace {

/// Numbers below `bound`, the same with every standard library.
std::uint64_t draw(std::mt19937_64& random, std::uint64_t bound) { return random() % bound; }

template <class T>
void shuffle(std::vector<T>& values, std::mt19937_64& random) {
  for (std::size_t left = values.size(); left > 1; --left) std::swap(values[left - 1], values[draw(random, left)]);
}

/// The ordinals in pairwise order, with alternatives renumbered unless `seed` is 0.
std::vector<Ordinal> renumbered(std::vector<Ordinal> ordinals, const std::vector<Ordinal>& factors,
                                std::uint64_t seed) {
  if (seed == 0) return ordinals;
  std::mt19937_64 random(seed);
  if (factors.size() < 2) {
    const Ordinal shift = draw(random, ordinals.size());
    for (Ordinal& ordinal : ordinals) ordinal = (ordinal + shift) % ordinals.size();
    return ordinals;
  }
  std::vector<std::vector<Ordinal>> renumbering;
  for (const Ordinal factor : factors) {
    std::vector<Ordinal>& levels = renumbering.emplace_back(factor);
    std::iota(levels.begin(), levels.end(), Ordinal{0});
    shuffle(levels, random);
  }
  const generators::MixedRadix radix(factors);
  generators::LevelRow levels;
  for (Ordinal& ordinal : ordinals) {
    radix.levels(ordinal, levels);
    for (std::size_t factor = 0; factor < levels.size(); ++factor) levels[factor] = renumbering[factor][levels[factor]];
    ordinal = radix.ordinal(levels);
  }
  return ordinals;
}

/// The number of the test that shows each fault first.
class Seen {
 public:
  explicit Seen(const FailureTable& faults) : first_(faults.groups.size()), of_(faults.inputs) {
    for (std::size_t fault = 0; fault < faults.groups.size(); ++fault)
      for (const Ordinal member : faults.groups[fault].members) of_[member].push_back(fault);
  }
  bool all() const { return left() == 0; }
  void test(Ordinal ordinal) {
    ++tests_;
    for (const std::size_t fault : of_[ordinal])
      if (first_[fault] == 0) first_[fault] = tests_;
  }
  Score score() const { return evaluation::score(first_, of_.size()); }

 private:
  std::size_t left() const { return static_cast<std::size_t>(std::ranges::count(first_, Ordinal{0})); }
  std::vector<Ordinal> first_;
  std::vector<std::vector<std::size_t>> of_;
  Ordinal tests_ = 0;
};

}  // namespace

LearningStudy study_learning(const LabelledFailures& labels, const clustering::Population& population,
                             const std::vector<Ordinal>& factors, std::size_t replays) {
  const FailureTable& table = labels.faults;
  if (table.groups.empty() || replays == 0)
    throw EvaluationError("a study of learning needs a labelled fault and a replay: give --faults and --replays");
  std::vector<bool> fails(table.inputs);
  for (const FailureGroup& group : table.groups)
    for (const Ordinal member : group.members) fails[member] = true;
  for (const Ordinal ordinal : labels.unlabelled) fails[ordinal] = true;
  generators::OrderSpecification specification;
  specification.factors = generators::as_factors(factors);
  std::vector<Ordinal> pairwise;
  generators::make_order(specification, table.inputs)->ordinals(0, table.inputs, pairwise);

  std::vector<double> pairwise_failure, learning_failure, pairwise_faults, learning_faults;
  for (std::uint64_t seed = 0; seed < replays; ++seed) {
    const std::vector<Ordinal> base = renumbered(pairwise, factors, seed);
    Seen fixed(table), learnt(table);
    for (std::size_t place = 0; place < base.size() && !fixed.all(); ++place) fixed.test(base[place]);
    LearningOrder order(population, base);
    for (std::vector<Ordinal> batch = order.next(); !batch.empty() && !learnt.all(); batch = order.next())
      for (const Ordinal ordinal : batch) {
        learnt.test(ordinal);
        order.add(ordinal, fails[ordinal]);
      }
    pairwise_failure.push_back(fixed.score().first_failure);
    pairwise_faults.push_back(fixed.score().first_seen);
    learning_failure.push_back(learnt.score().first_failure);
    learning_faults.push_back(learnt.score().first_seen);
  }
  return {table.space,
          table.inputs,
          table.groups.size(),
          sample_mean(pairwise_failure),
          sample_mean(learning_failure),
          sample_mean(pairwise_faults),
          sample_mean(learning_faults)};
}

LearningSummary summarise(std::span<const LearningStudy> studies) {
  LearningSummary summary;
  double failure = 0, faults = 0;
  for (const LearningStudy& study : studies) {
    failure += std::log(study.failure_ratio()) / static_cast<double>(studies.size());
    faults += std::log(study.faults_ratio()) / static_cast<double>(studies.size());
    summary.worst_failure = std::max(summary.worst_failure, study.failure_ratio());
    summary.worst_faults = std::max(summary.worst_faults, study.faults_ratio());
  }
  summary.failure = std::exp(failure);
  summary.faults = std::exp(faults);
  return summary;
}

}  // namespace smallscope::evaluation
