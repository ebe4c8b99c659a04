// SPDX-License-Identifier: Apache-2.0
#include "run/combinations_covered.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <smallscope/generators/mixed_radix.hpp>
#include <smallscope/generators/orders/covering.hpp>

namespace smallscope::program {

namespace {

using generators::Ordinal;

constexpr Ordinal most_combinations = Ordinal{1} << 22;  // half a megabyte
constexpr Ordinal most_steps = Ordinal{1} << 24;         // combinations looked at: some tenths of a second
constexpr Ordinal block = 1 << 10;

/// Adds the executed inputs, pass by pass, until everything is covered or the steps are spent. Returns whether the
/// count is exact.
bool add_executed(const results::Store& store, const generators::MixedRadix& radix,
                  generators::CombinationCoverage& coverage) {
  Ordinal left = most_steps / coverage.combinations_per_row();
  std::vector<Ordinal> ordinals;
  generators::LevelRow levels;
  std::shared_ptr<const generators::Order> order;
  std::optional<results::Pass> ordered;  // by it
  for (const results::Pass& pass : store.passes()) {
    if (pass.level != 0 || pass.done == pass.begin) continue;
    // Shards divide one order among many passes.
    if (!ordered || !ordered->is_of_same_traversal(pass)) order = generators::make_order(pass.order, radix.size());
    ordered = pass;
    for (Ordinal first = pass.begin; first < pass.done; first += ordinals.size()) {
      order->ordinals(first, first + std::min(block, pass.done - first), ordinals);
      for (const Ordinal ordinal : ordinals) {
        if (coverage.complete()) return true;
        if (left-- == 0) return false;
        radix.levels(ordinal, levels);
        (void)coverage.add(levels);
      }
    }
  }
  return true;
}

}  // namespace

std::optional<CombinationsCovered> combinations_covered(const results::Store& store, const runner::Space& space,
                                                        std::size_t strength) {
  std::vector<Ordinal> factors = generators::factors(space.structure());
  std::erase(factors, Ordinal{1});
  const results::Account account = store.account();
  if (factors.size() < 2 || account.inputs == 0 || space.is_search()) return std::nullopt;
  CombinationsCovered covered{.strength = std::min(strength, factors.size())};
  covered.combinations = generators::combination_count(factors, covered.strength);
  if (covered.combinations > most_combinations) return std::nullopt;
  if (account.complete) {
    covered.covered = covered.combinations;
    return covered;
  }
  const generators::MixedRadix radix(factors);
  generators::CombinationCoverage coverage(factors, covered.strength);
  covered.exact = add_executed(store, radix, coverage);
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
