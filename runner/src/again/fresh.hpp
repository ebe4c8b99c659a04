// SPDX-License-Identifier: Apache-2.0
// Executions in a fresh process, whose outcomes do not depend on what ran before.
#pragma once

#include <span>
#include <vector>

#include <smallscope/runner/campaign.hpp>

namespace smallscope::runner {

/// How many inputs share a fresh process if each of them is to be executed in one. Those that behave as if another had
/// disturbed them are executed once more, alone.
inline constexpr std::size_t failures_together = 16;

/// An outcome for each input of the portion that was visited, in sequence, also for those that pass; an input that the
/// generator discards is discarded, without judgements.
std::vector<Outcome> every_outcome(PortionResult result);

/// Executes these inputs of a level in one fresh process, each for at most `patience` times its limit: every_outcome().
std::vector<Outcome> in_fresh_process(Lane& lane, int level, std::span<const Ordinal> ordinals,
                                      const std::stop_token& stop, unsigned patience = 1);

}  // namespace smallscope::runner
