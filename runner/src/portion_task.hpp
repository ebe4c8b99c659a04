// SPDX-License-Identifier: Apache-2.0
// A portion on its way through the pipeline: what the planner asks for, what a lane found, what the committer keeps.
#pragma once

#include <algorithm>
#include <exception>
#include <optional>
#include <vector>

#include <smallscope/results/record.hpp>
#include <smallscope/runner/campaign.hpp>

#include "scheduler.hpp"

namespace smallscope::runner {

struct PortionTask : Task {
  // Set by the planner.
  Ordinal first = 0, last = 0;        ///< positions of the pass
  std::vector<Ordinal> ordinals;      ///< to be executed
  std::vector<OrdinalRange> ranges;   ///< instead of the list; then no position is skipped
  std::vector<Ordinal> range_starts;  ///< the index of the first input of each range
  std::vector<Ordinal> positions;     ///< of the list, if some positions are skipped
  std::vector<bool> again;            ///< executed by an earlier pass: in a repeating pass
  std::optional<Ordinal> counted;     ///< the size of the search, if planning this portion reached its end
  std::exception_ptr error;           ///< what planning or executing it threw

  // Set by the lane, and what the store keeps of it. The committer fills in test numbers.
  PortionResult result;
  std::vector<results::Case> cases;
  std::vector<Ordinal> case_indices;
  std::vector<results::Attempt> attempts;
  results::Discards discards;
  results::Reasons reasons;
  std::vector<results::TestSpectrum> spectra;

  bool is_walked() const { return !ranges.empty(); }
  Ordinal size() const { return is_walked() ? last - first : ordinals.size(); }
  Ordinal ordinal(Ordinal index) const {
    if (!is_walked()) return ordinals[index];
    const auto after = std::upper_bound(range_starts.begin(), range_starts.end(), index);
    const auto range = static_cast<std::size_t>(after - range_starts.begin()) - 1;
    return ranges[range].first + (index - range_starts[range]);
  }
  bool is_again(Ordinal index) const { return !again.empty() && again[index]; }
  /// The position up to which the pass is done once the first `visited` inputs are.
  Ordinal position_after(Ordinal visited) const {
    if (visited == size()) return last;
    return positions.empty() ? first + visited : positions[visited];
  }
};

}  // namespace smallscope::runner
