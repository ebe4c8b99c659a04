// SPDX-License-Identifier: Apache-2.0
// evaluate localisation and evaluate directed: from stores with coverage to known faults, by all tests and by few.
#pragma once

#include <CLI/CLI.hpp>

#include "command_line/commands.hpp"

namespace smallscope::program {

void add_evaluate_localisation(CLI::App& evaluate, const Context& context, Action& action);

}  // namespace smallscope::program
