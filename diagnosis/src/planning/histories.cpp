// SPDX-License-Identifier: Apache-2.0
#include "planning/histories.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include <smallscope/generators/hash.hpp>

namespace smallscope::diagnosis::planning {

namespace {

using generators::mixed;

bool operator==(const Projection& a, const Projection& b) {
  return a.covered == b.covered && a.passing == b.passing && a.failing == b.failing;
}

std::uint64_t hash_of(std::size_t elements, const std::vector<Projection>& projections) {
  std::uint64_t hash = elements;
  for (const Projection& each : projections) {
    hash = mixed(hash + generators::golden_gamma + each.covered);
    hash = mixed(hash + (std::uint64_t{each.passing} << 32 | each.failing));
  }
  return hash;
}

/// The log-likelihood if each element has the same health. A health of 0 makes a passing test impossible.
double log_likelihood_of(const std::vector<Projection>& projections, double health) {
  double sum = 0;
  for (const Projection& each : projections) {
    const double passes = std::pow(health, std::popcount(each.covered));
    if (each.passing > 0) sum += each.passing * std::log(passes);
    if (each.failing > 0) sum += each.failing * std::log1p(-passes);
  }
  return sum;
}

}  // namespace

Histories::Id Histories::of(std::size_t elements, const std::vector<Projection>& projections) {
  const std::uint64_t hash = hash_of(elements, projections);
  const auto [first, last] = by_hash_.equal_range(hash);
  for (auto found = first; found != last; ++found) {
    const History& known = all_[found->second];
    const auto is_equal = [](const Projection& a, const Projection& b) { return a == b; };
    if (known.elements == elements && std::ranges::equal(known.projections, projections, is_equal))
      return found->second;
  }
  History made{.elements = elements, .projections = projections, .health = {}};
  if (fixed_health_) {
    made.health.assign(elements, *fixed_health_);
    made.log_likelihood = log_likelihood_of(projections, *fixed_health_);
  } else {
    Health health = most_likely_health(projections, elements);
    made.health = std::move(health.health);
    made.log_likelihood = health.log_likelihood;
  }
  const Id id = static_cast<Id>(all_.size());
  all_.push_back(std::move(made));
  by_hash_.emplace(hash, id);
  return id;
}

std::size_t Histories::StepHash::operator()(const Step& step) const {
  return mixed(mixed(step.covered + generators::golden_gamma) + (std::uint64_t{step.history} << 1 | step.is_failing));
}

Histories::Id Histories::after(Id history, std::uint64_t covered, bool is_failing) {
  const Step step{covered, history, is_failing};
  if (const auto known = after_.find(step); known != after_.end()) return known->second;
  std::vector<Projection> projections = all_[history].projections;
  auto at = std::ranges::lower_bound(projections, covered, {}, &Projection::covered);
  if (at == projections.end() || at->covered != covered) at = projections.insert(at, {covered});
  ++(is_failing ? at->failing : at->passing);
  const Id id = of(all_[history].elements, projections);
  after_.emplace(step, id);
  return id;
}

}  // namespace smallscope::diagnosis::planning
