// SPDX-License-Identifier: Apache-2.0
// From a command with placeholders to a process to start. Pure functions.
#pragma once

#include <smallscope/subjects/command.hpp>

#include "process.hpp"

namespace smallscope::subjects {

/// The arguments, environment and working directory of `command` in one test. Throws std::invalid_argument.
Launch expanded(const Command& command, const Placement& placement);

}  // namespace smallscope::subjects
