// SPDX-License-Identifier: Apache-2.0
// Executing recorded failures again: Engine::execute_again().
#pragma once

#include <functional>
#include <optional>

#include <smallscope/runner/run.hpp>

#include "lanes.hpp"

namespace smallscope::runner {

/// What the engine provides.
struct AgainSettings {
  const Campaign& campaign;
  Scheduler scheduler;
  unsigned jobs;
  Lanes& lanes;
  std::stop_token interrupt;
};

Stop execute_again(const AgainSettings& settings, const std::function<std::optional<Again>()>& next,
                   const AgainOptions& options,
                   const std::function<void(const Again&, const std::optional<Outcome>&)>& seen);

}  // namespace smallscope::runner
