// From a command with placeholders to what is started.
#pragma once

#include <smallscope/subjects/command.hpp>

#include "process.hpp"

namespace smallscope::subjects {

/// The arguments, environment and working directory of `command` in one test. Throws std::invalid_argument.
Launch expanded(const Command& command, const Placement& placement);

}  // namespace smallscope::subjects
