// SPDX-License-Identifier: Apache-2.0
// Executing inputs one by one, each in a fresh process: Engine::execute() and Engine::execute_each().
#pragma once

#include <functional>
#include <stop_token>
#include <vector>

#include <smallscope/runner/run.hpp>

#include "again/execute_again.hpp"
#include "lanes.hpp"

namespace smallscope::runner {

/// Empty if a stop was requested meanwhile.
std::optional<ExecutedAlone> execute_alone(Lanes& lanes, const Alone& input, std::stop_token stop);

Stop execute_each(const AgainSettings& settings, const std::vector<Alone>& inputs,
                  std::optional<std::chrono::duration<double>> budget,
                  const std::function<void(const Alone&, const ExecutedAlone&)>& seen);

}  // namespace smallscope::runner
