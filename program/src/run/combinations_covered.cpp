// SPDX-License-Identifier: Apache-2.0
#include "run/combinations_covered.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <smallscope/generators/orders/choice_coverage.hpp>

namespace smallscope::program {

namespace {

using generators::Ordinal;

constexpr Ordinal most_combinations = Ordinal{1} << 22;  // half a megabyte
constexpr Ordinal most_steps = Ordinal{1} << 24;         // combinations looked at: some tenths of a second
constexpr Ordinal block = 1 << 10;

/// Adds the executed inputs, pass by pass, until everything is covered or the steps are spent. Returns whether the
/// count is exact.
bool add_executed(const results::Store& store, Ordinal size, generators::ChoiceCoverage& coverage) {
  Ordinal left = most_steps / coverage.most_per_input();
  std::vector<Ordinal> ordinals;
  std::shared_ptr<const generators::Order> order;
  std::optional<results::Pass> ordered;  // by it
  for (const results::Pass& pass : store.passes()) {
    if (pass.level != 0 || pass.done == pass.begin) continue;
    // Shards divide one order among many passes.
    if (!ordered || !ordered->is_of_same_traversal(pass)) order = generators::make_order(pass.order, size);
    ordered = pass;
    for (Ordinal first = pass.begin; first < pass.done; first += ordinals.size()) {
      order->ordinals(first, first + std::min(block, pass.done - first), ordinals);
      for (const Ordinal ordinal : ordinals) {
        if (coverage.complete()) return true;
        if (left-- == 0) return false;
        (void)coverage.add(ordinal);
      }
    }
  }
  return true;
}

}  // namespace

std::optional<CombinationsCovered> combinations_covered(const results::Store& store, const runner::Space& space,
                                                        std::size_t strength) {
  const results::Account account = store.account();
  if (account.inputs == 0 || space.is_search()) return std::nullopt;
  const std::vector<generators::Factor> factors = generators::nested_factors(space.structure());
  CombinationsCovered covered{.strength = std::min(strength, generators::ChoiceCoverage::most_beside(factors))};
  covered.combinations = generators::ChoiceCoverage::combinations(factors, strength);
  if (covered.combinations == 0 || covered.combinations > most_combinations) return std::nullopt;
  if (account.complete) {
    covered.covered = covered.combinations;
    return covered;
  }
  generators::ChoiceCoverage coverage(factors, strength);
  covered.exact = add_executed(store, space.size(), coverage);
  covered.covered = coverage.covered();
  return covered;
}

std::string to_string(const CombinationsCovered& covered) {
  const double share = static_cast<double>(covered.covered) / static_cast<double>(covered.combinations);
  const std::string percent =
      covered.covered == covered.combinations
          ? "100%"
          : fmt::format("{:.1f}%", std::floor(share * 1000) / 10);  // only complete coverage shows 100%
  return fmt::format("{} covered {}{}",
                     covered.strength == 2 ? "pairs" : fmt::format("{}-way combinations", covered.strength),
                     covered.exact ? "" : "at least ", percent);
}

}  // namespace smallscope::program
