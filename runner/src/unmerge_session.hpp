// SPDX-License-Identifier: Apache-2.0
// Taking merged inputs of a campaign apart: the group testing of unmerge.hpp, with probes made by a lane.
#pragma once

#include <optional>

#include <smallscope/runner/run.hpp>
#include <smallscope/runner/unmerge.hpp>

namespace smallscope::runner {

class CampaignRun;

/// A merged input that failed or was rejected.
struct MergedFailure {
  int level = 0;
  Ordinal ordinal = 0;
  Outcome outcome;
  Ordinal test = 0;
};

UnmergeRules unmerge_rules(const Campaign& campaign, const RunOptions& options);

struct TakenApart {
  results::Unmerging unmerging;
  std::vector<Ordinal> found_after;  ///< for each part: how many probes had been made

  /// As if it had ended after this many probes.
  void limit(Ordinal probes);
};

/// The result of taking the input apart, without reproduction commands. Empty if a stop was requested.
std::optional<TakenApart> take_apart(const Campaign& campaign, const MergedFailure& failure, UnmergeRules rules,
                                     Lane& lane, const std::stop_token& stop);

/// Takes apart the failing and rejected inputs of a merged level, as the options say, and stores the results.
void unmerge_failures(CampaignRun& run, int level);

}  // namespace smallscope::runner
