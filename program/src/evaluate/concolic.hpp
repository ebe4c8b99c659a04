// SPDX-License-Identifier: Apache-2.0
// evaluate concolic: derivation of tests by a solver, on the symbolic campaigns of the program.
#pragma once

#include <CLI/CLI.hpp>

#include "command_line/commands.hpp"

namespace smallscope::program {

void add_evaluate_concolic(CLI::App& evaluate, const Context& context, Action& action);

}  // namespace smallscope::program
