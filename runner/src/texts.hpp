// SPDX-License-Identifier: Apache-2.0
// Executing texts that need not be inputs of the space: Engine::execute(Input), and the candidates of a reduction.
#pragma once

#include <functional>
#include <optional>

#include <smallscope/runner/run.hpp>

#include "lanes.hpp"

namespace smallscope::runner {

/// What the engine provides.
struct TextSettings {
  const Campaign& campaign;
  Scheduler scheduler;
  unsigned jobs;
  Lanes& lanes;
  std::stop_token interrupt;
};

/// Executes texts alone in a fresh process, and whatever examines if they are valid. Empty if a stop was requested.
std::optional<Outcome> execute_text(const TextSettings& settings, const subjects::Input& input,
                                    const std::stop_token& stop);

/// Executes texts, several at the same time, until `next` has no more, `seen` returns false, or an interrupt was
/// requested. Those that fail in the process of a worker are executed again, alone in a fresh one. `seen` gets the
/// outcomes in the sequence of `next`; what was begun behind the last one is given up. Each function is called by one
/// thread at a time, but both at once.
void execute_texts(const TextSettings& settings, const std::function<std::optional<subjects::Input>()>& next,
                   const std::function<bool(subjects::Input, Outcome)>& seen);

}  // namespace smallscope::runner
