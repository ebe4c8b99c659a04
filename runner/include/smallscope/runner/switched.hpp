// SPDX-License-Identifier: Apache-2.0
// What Engine::execute_switched() takes and gives: inputs that are executed while a condition of the code is negated.
// Values, of one thread at a time.
#pragma once

#include <chrono>
#include <optional>
#include <utility>
#include <vector>

#include <smallscope/coverage/conditions.hpp>
#include <smallscope/runner/run.hpp>

namespace smallscope::runner {

/// Inputs of level 0 that are executed one after the other with the condition negated; as they are for one of no
/// module.
struct Switching {
  coverage::Switch condition;
  std::vector<Ordinal> ordinals;
};

struct SwitchingOptions {
  std::optional<std::chrono::duration<double>> budget;
  /// The limit of each execution: code that was switched often does not end. Empty: that of the campaign.
  std::optional<std::chrono::milliseconds> time;
};

struct Switched {
  bool was_negated = false;  ///< in some execution; otherwise the verdicts say nothing of the condition
  /// Of the inputs in their sequence. None if the subject could not even be started.
  std::vector<oracles::Verdict> verdicts;
  /// What they covered, by their position in the sequence, ascending.
  std::vector<std::pair<Ordinal, coverage::Covered>> covered;
  double seconds = 0;  ///< of the subject with the slowest of those that did not pass
};

}  // namespace smallscope::runner
