// SPDX-License-Identifier: Apache-2.0
#include "again/fresh.hpp"

#include <algorithm>

namespace smallscope::runner {

std::vector<Outcome> every_outcome(PortionResult result) {
  std::vector<Outcome> all;
  for (Ordinal index = 0; index < result.visited; ++index)
    all.push_back({.index = index, .verdict = oracles::Verdict::pass});
  for (const auto& [first, last] : result.filtered)
    for (Ordinal index = first; index < std::min(last, result.visited); ++index)
      all[index].verdict = oracles::Verdict::discarded;
  for (Outcome& outcome : result.outcomes)
    if (outcome.index < result.visited) all[outcome.index] = std::move(outcome);
  return all;
}

std::vector<Outcome> in_fresh_process(Lane& lane, int level, std::span<const Ordinal> ordinals,
                                      const std::stop_token& stop, unsigned patience) {
  lane.renew();
  return every_outcome(lane.execute({.level = level, .ordinals = ordinals, .patience = patience}, stop));
}

}  // namespace smallscope::runner
