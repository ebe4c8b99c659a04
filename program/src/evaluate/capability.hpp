// SPDX-License-Identifier: Apache-2.0
// evaluate fdc: criteria of fault-diagnosis capability, learned ones included, on files of spectra.
#pragma once

#include <CLI/CLI.hpp>

#include "command_line/commands.hpp"

namespace smallscope::program {

void add_evaluate_capability(CLI::App& evaluate, Action& action);

}  // namespace smallscope::program
