// SPDX-License-Identifier: Apache-2.0
// evaluate sfo: single-fault-optimal data on files of spectra, and on stores whose faults have known places.
#pragma once

#include <CLI/CLI.hpp>

#include "command_line/commands.hpp"

namespace smallscope::program {

void add_evaluate_single_fault(CLI::App& evaluate, const Context& context, Action& action);

}  // namespace smallscope::program
