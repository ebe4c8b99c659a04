// SPDX-License-Identifier: Apache-2.0
// An order that learns, as an experiment on recorded verdicts: docs/decisions/0001-default-order.md says why it is not
// in the product.
//
// A bandit over sub-generator alternatives. Its arms are every level of every factor of the space, 32 ranges of
// ordinals (which follow the outermost choices if the space is not a product), and the space itself. In batches of 32
// tests it draws a rate of new clusters for each arm from what the arm has shown (Thompson 1933, with older batches
// discounted) and takes the best arm's next input in pairwise order. Until the first failure it is the pairwise order.
// It only reorders: every input is run in the end.
//
// Usage: adaptive STORE... (complete, made with --order pairwise). Prints tests to the first failure and the mean until
// a cluster is first seen, for pairwise, for the learning order, and for the same without any reward, which separates
// learning from spreading the tests over the arms; and the geometric means of the ratios.
#include <fmt/format.h>

#include <cmath>
#include <random>
#include <smallscope/evaluation/order_study.hpp>
#include <smallscope/generators/mixed_radix.hpp>
#include <unordered_map>

namespace {

namespace evaluation = smallscope::evaluation;
namespace generators = smallscope::generators;
using evaluation::Ordinal;

constexpr std::size_t batch_size = 32, ranges = 32, greatest_factor = 64, seeds = 20;
constexpr double prior_tests = 20, discount = 0.98;

/// Which arms an ordinal belongs to.
class Arms {
 public:
  explicit Arms(std::vector<Ordinal> factors) : radix_(std::move(factors)) {
    for (const Ordinal factor : radix_.factors()) {
      first_.push_back(count_);
      if (factor > 1 && factor <= greatest_factor) count_ += factor;
    }
  }
  std::size_t count() const { return count_ + ranges; }
  std::vector<std::size_t> of(Ordinal ordinal) const {
    generators::LevelRow levels;
    radix_.levels(ordinal, levels);
    std::vector<std::size_t> arms{0};
    for (std::size_t i = 0; i < levels.size(); ++i)
      if (const Ordinal factor = radix_.factors()[i]; factor > 1 && factor <= greatest_factor)
        arms.push_back(first_[i] + levels[i]);
    arms.push_back(count_ + ordinal * ranges / radix_.size());
    return arms;
  }

 private:
  generators::MixedRadix radix_;
  std::vector<std::size_t> first_;
  std::size_t count_ = 1;  // the space itself
};

evaluation::Score learn(const evaluation::FailureTable& table, const Arms& arms, const std::vector<Ordinal>& base,
                        std::uint64_t seed, bool learns) {
  std::unordered_map<Ordinal, std::size_t> group_of;
  for (std::size_t i = 0; i < table.groups.size(); ++i)
    for (const Ordinal member : table.groups[i].members) group_of[member] = i;
  std::vector<std::vector<Ordinal>> queues(arms.count());
  for (const Ordinal ordinal : base)
    for (const std::size_t arm : arms.of(ordinal)) queues[arm].push_back(ordinal);
  std::vector<std::size_t> cursors(arms.count());
  std::vector<double> tests(arms.count()), rewards(arms.count());
  std::vector<bool> done(table.inputs);
  std::vector<Ordinal> first(table.groups.size());
  std::mt19937_64 random(seed);
  const auto draw = [&](double shape) { return std::gamma_distribution<double>(shape, 1)(random); };
  Ordinal executed = 0;
  for (std::size_t seen = 0; seen < table.groups.size();) {
    std::vector<std::pair<Ordinal, bool>> batch;
    while (batch.size() < batch_size && executed < table.inputs) {
      std::size_t best = arms.count();
      double best_rate = -1;
      const std::size_t choices = seen == 0 ? 1 : arms.count();  // learning starts with the first failure
      for (std::size_t arm = 0; arm < choices; ++arm) {
        while (cursors[arm] < queues[arm].size() && done[queues[arm][cursors[arm]]]) ++cursors[arm];
        if (cursors[arm] == queues[arm].size()) continue;
        const double hits = draw(1 + rewards[arm]), misses = draw(prior_tests + tests[arm]);
        if (hits / (hits + misses) > best_rate) best_rate = hits / (hits + misses), best = arm;
      }
      const Ordinal ordinal = queues[best][cursors[best]];
      done[ordinal] = true;
      ++executed;
      const auto group = group_of.find(ordinal);
      const bool is_new = group != group_of.end() && first[group->second] == 0;
      if (is_new) first[group->second] = executed, ++seen;
      batch.emplace_back(ordinal, is_new);
    }
    for (std::size_t arm = 0; arm < arms.count(); ++arm) tests[arm] *= discount, rewards[arm] *= discount;
    for (const auto& [ordinal, is_new] : batch)
      for (const std::size_t arm : arms.of(ordinal)) (is_new && learns ? rewards : tests)[arm] += 1;
  }
  return evaluation::score(first, table.inputs);
}

}  // namespace

int main(int argc, char** argv) {
  double first_failure = 0, first_seen = 0, unlearnt_seen = 0;
  try {
    for (int i = 1; i < argc; ++i) {
      const auto store = smallscope::results::Store::inspect(argv[i]);
      smallscope::clustering::Options options;
      options.rules = smallscope::clustering::rules_of(store.manifest());
      const evaluation::FailureTable table = evaluation::failures_of(store, options);
      const auto specification = store.passes().front().order;
      const auto order = generators::make_order(specification, table.inputs);
      std::vector<Ordinal> base;
      order->ordinals(0, table.inputs, base);
      const Arms arms(generators::levels_of(specification.factors));
      const auto replay = [&](bool learns) {
        std::vector<evaluation::Score> scores;
        for (std::uint64_t seed = 1; seed <= seeds; ++seed) scores.push_back(learn(table, arms, base, seed, learns));
        return evaluation::summarised("adaptive", scores);
      };
      const evaluation::OrderRow learnt = replay(true), unlearnt = replay(false);
      const evaluation::Score fixed = evaluation::score(evaluation::first_seen(table, *order), table.inputs);
      fmt::print(
          "{:<22} {:>3} arms   pairwise {:>4.0f} / {:>6.1f}   adaptive {:>4.0f} / {:>6.1f} ± {:>4.1f}   without reward "
          "{:>6.1f}\n",
          table.space, arms.count(), fixed.first_failure, fixed.first_seen, learnt.first_failure.mean,
          learnt.first_seen.mean, learnt.first_seen.half_width, unlearnt.first_seen.mean);
      first_failure += std::log(learnt.first_failure.mean / fixed.first_failure) / (argc - 1);
      first_seen += std::log(learnt.first_seen.mean / fixed.first_seen) / (argc - 1);
      unlearnt_seen += std::log(unlearnt.first_seen.mean / fixed.first_seen) / (argc - 1);
    }
  } catch (const std::exception& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return 3;
  }
  fmt::print(
      "divided by pairwise, geometric mean: first failure {:.2f}, cluster first seen {:.2f}, without reward {:.2f}\n",
      std::exp(first_failure), std::exp(first_seen), std::exp(unlearnt_seen));
}
