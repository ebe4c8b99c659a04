// SPDX-License-Identifier: Apache-2.0
// Portions in parts: the inputs that are left of one, and the results of parts as one.
#pragma once

#include <vector>

#include <smallscope/runner/campaign.hpp>

namespace smallscope::runner {

/// A portion that owns what it lists.
struct PartOfPortion {
  int level = 0;
  std::vector<Ordinal> ordinals = {};
  std::vector<OrdinalRange> ranges = {};
  bool stop_at_failure = false;
  std::vector<bool> again = {};
  unsigned patience = 1;
  bool ends_at_time_out = false;

  Portion portion() const {
    return {.level = level,
            .ordinals = ordinals,
            .ranges = ranges,
            .stop_at_failure = stop_at_failure,
            .again = &again,
            .patience = patience,
            .ends_at_time_out = ends_at_time_out};
  }
};

/// The inputs [from, to) of a portion. O(to - from) for a list, O(ranges) for ranges.
PartOfPortion part_of(const Portion& portion, Ordinal from, Ordinal to);

/// Appends the result of the inputs from `index` on to that of the inputs before.
void append(PortionResult& all, PortionResult part, Ordinal index);

}  // namespace smallscope::runner
