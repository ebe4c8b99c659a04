// SPDX-License-Identifier: Apache-2.0
#include <smallscope/evaluation/order_study.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <numeric>

namespace smallscope::evaluation {

namespace {

constexpr double normal_quantile = 1.96;  // of 97.5%

Score replayed(const FailureTable& table, const Contender& contender, std::uint64_t seed) {
  generators::OrderSpecification specification = contender.order;
  specification.seed = seed;
  if (!contender.repeat)
    return score(first_seen(table, *generators::make_order(specification, table.inputs)), table.inputs);
  const generators::JumpOrder jumps(table.inputs, specification.jump_limit, seed);
  return score(first_seen_repeating(table, jumps), table.inputs + jumps.sparse_size());
}

/// The geometric mean of ratios added one at a time.
class GeometricMean {
 public:
  void add(double ratio) {
    logarithms_ += std::log(ratio);
    ++count_;
  }
  std::size_t count() const { return count_; }
  double value() const { return count_ == 0 ? 1 : std::exp(logarithms_ / static_cast<double>(count_)); }

 private:
  double logarithms_ = 0;
  std::size_t count_ = 0;
};

const OrderRow* row_of(const OrderStudy& study, std::string_view order) {
  const auto found =
      std::find_if(study.rows.begin(), study.rows.end(), [&](const auto& row) { return row.order == order; });
  return found == study.rows.end() ? nullptr : &*found;
}

/// The distinct values of a member over all of `items`, in the order of their first appearance.
template <class Items, class Names>
std::vector<std::string> distinct(const Items& items, const Names& names_of) {
  std::vector<std::string> result;
  for (const auto& item : items)
    for (const std::string& name : names_of(item))
      if (std::find(result.begin(), result.end(), name) == result.end()) result.push_back(name);
  return result;
}

OrderSummary summary_of(const std::string& order, const std::vector<OrderStudy>& studies) {
  GeometricMean first_failure, first_seen, over_random;
  OrderSummary summary{.order = order};
  for (const OrderStudy& study : studies) {
    const OrderRow* const row = row_of(study, order);
    if (row == nullptr) continue;
    first_failure.add(study.rows.front().first_failure.mean / row->first_failure.mean);
    first_seen.add(study.rows.front().first_seen.mean / row->first_seen.mean);
    over_random.add(row->first_failure.mean / study.random.first_failure);
    const OrderRow* const jump = row_of(study, "jump");
    if (jump == nullptr) continue;
    summary.worst_first_failure =
        std::max(summary.worst_first_failure, row->first_failure.mean / jump->first_failure.mean);
    summary.worst_first_seen = std::max(summary.worst_first_seen, row->first_seen.mean / jump->first_seen.mean);
  }
  summary.spaces = first_failure.count();
  summary.first_failure_gain = first_failure.value();
  summary.first_seen_gain = first_seen.value();
  summary.over_random = over_random.value();
  return summary;
}

}  // namespace

SampleMean sample_mean(std::span<const double> samples) {
  if (samples.empty()) throw EvaluationError("no samples: a mean needs at least one; give at least one seed");
  const double count = static_cast<double>(samples.size());
  const double mean = std::accumulate(samples.begin(), samples.end(), 0.0) / count;
  if (samples.size() == 1) return {mean, 0};
  double squares = 0;
  for (const double sample : samples) squares += (sample - mean) * (sample - mean);
  return {mean, normal_quantile * std::sqrt(squares / (count - 1) / count)};
}

std::vector<Contender> contenders(const std::vector<generators::Factor>& factors) {
  std::vector<Contender> result;
  result.push_back({"dense", {.name = "dense"}});
  result.push_back({"jump --repeat", {.name = "jump"}, true});
  result.push_back({"jump", {.name = "jump"}});
  result.push_back({"golden", {.name = "golden"}});
  result.push_back({"shuffle", {.name = "shuffle"}});
  if (factors.empty()) return result;
  for (const std::size_t strength : {std::size_t{2}, std::size_t{3}})
    result.push_back({strength == 2 ? "pairwise" : fmt::format("pairwise {}", strength),
                      {.name = "pairwise", .strength = strength, .factors = factors}});
  return result;
}

OrderRow summarised(std::string order, std::span<const Score> scores) {
  const auto estimated = [&](double Score::*measure) {
    std::vector<double> samples;
    for (const Score& score : scores) samples.push_back(score.*measure);
    return sample_mean(samples);
  };
  return {std::move(order),
          scores.size(),
          estimated(&Score::first_failure),
          estimated(&Score::first_seen),
          estimated(&Score::apfd),
          estimated(&Score::total),
          {}};
}

OrderStudy study_orders(const FailureTable& table, const std::vector<Contender>& orders, std::size_t seeds,
                        std::optional<LabelledFailures> labels) {
  OrderStudy study{table.space,
                   {"campaigns"},
                   table.inputs,
                   static_cast<double>(table.failing()),
                   table.groups.size(),
                   false,
                   random_expectation(table),
                   {}};
  const auto scores_of = [seeds](const FailureTable& replays, const Contender& contender) {
    std::vector<Score> scores;
    for (std::uint64_t seed = 1; seed <= (contender.is_seeded() ? seeds : 1); ++seed)
      scores.push_back(replayed(replays, contender, seed));
    return scores;
  };
  const bool has_faults = labels && !labels->faults.groups.empty();
  for (const Contender& contender : orders) {
    OrderRow& row = study.rows.emplace_back(summarised(contender.name, scores_of(table, contender)));
    if (!has_faults) continue;
    const OrderRow of_faults = summarised(contender.name, scores_of(labels->faults, contender));
    row.faults = FaultsSeen{of_faults.first_seen, of_faults.apfd};
  }
  study.labels = std::move(labels);
  return study;
}

std::vector<FamilySummary> summarise(std::span<const OrderStudy> studies) {
  std::vector<FamilySummary> result;
  for (const std::string& family : distinct(studies, [](const auto& study) { return study.families; })) {
    std::vector<OrderStudy> members;
    std::copy_if(studies.begin(), studies.end(), std::back_inserter(members), [&](const OrderStudy& study) {
      return std::find(study.families.begin(), study.families.end(), family) != study.families.end();
    });
    const auto orders_of = [](const OrderStudy& study) {
      std::vector<std::string> orders;
      for (const OrderRow& row : study.rows) orders.push_back(row.order);
      return orders;
    };
    FamilySummary& summary = result.emplace_back(FamilySummary{family, {}});
    for (const std::string& order : distinct(members, orders_of)) summary.orders.push_back(summary_of(order, members));
  }
  return result;
}

}  // namespace smallscope::evaluation
