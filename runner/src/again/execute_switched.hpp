// SPDX-License-Identifier: Apache-2.0
// Executing inputs with a condition of the code negated: Engine::execute_switched().
#pragma once

#include <functional>
#include <optional>

#include <smallscope/runner/switched.hpp>

#include "again/execute_again.hpp"

namespace smallscope::runner {

Stop execute_switched(const AgainSettings& settings, const std::function<std::optional<Switching>()>& next,
                      const SwitchingOptions& options,
                      const std::function<void(const Switching&, const Switched&)>& seen);

}  // namespace smallscope::runner
