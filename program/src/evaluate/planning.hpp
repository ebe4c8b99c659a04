// SPDX-License-Identifier: Apache-2.0
// evaluate tdp: planners of tests on the problems of the AAAI 2014 paper.
#pragma once

#include <CLI/CLI.hpp>

#include "command_line/commands.hpp"

namespace smallscope::program {

void add_evaluate_planning(CLI::App& evaluate, Action& action);

}  // namespace smallscope::program
