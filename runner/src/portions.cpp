// SPDX-License-Identifier: Apache-2.0
#include "portions.hpp"

#include <algorithm>

namespace smallscope::runner {

PartOfPortion part_of(const Portion& portion, Ordinal from, Ordinal to) {
  PartOfPortion part{.level = portion.level,
                     .stop_at_failure = portion.stop_at_failure,
                     .patience = portion.patience,
                     .ends_at_time_out = portion.ends_at_time_out};
  if (portion.ranges.empty()) {
    const auto ordinals = portion.ordinals.subspan(from, to - from);
    part.ordinals.assign(ordinals.begin(), ordinals.end());
  }
  Ordinal before = 0;
  for (const auto& [first, last] : portion.ranges) {
    const Ordinal begin = std::max(from, before), end = std::min(to, before + (last - first));
    if (begin < end) part.ranges.emplace_back(first + (begin - before), first + (end - before));
    before += last - first;
  }
  if (portion.again != nullptr && !portion.again->empty())
    part.again.assign(portion.again->begin() + static_cast<std::ptrdiff_t>(from),
                      portion.again->begin() + static_cast<std::ptrdiff_t>(to));
  return part;
}

void append(PortionResult& all, PortionResult part, Ordinal index) {
  for (Outcome& outcome : part.outcomes) {
    outcome.index += index;
    all.outcomes.push_back(std::move(outcome));
  }
  for (const auto& [first, last] : part.filtered) all.filtered.emplace_back(first + index, last + index);
  for (auto& [each, covered] : part.covered) all.covered.emplace_back(each + index, std::move(covered));
  all.tallies.add(part.tallies);
  all.reasons.add(part.reasons);
  all.visited = index + part.visited;
  all.timed_out = part.timed_out;
}

}  // namespace smallscope::runner
