// SPDX-License-Identifier: Apache-2.0
// The options of the loop from a failing input to a place, for the command that runs it and the study that judges it.
#pragma once

#include <CLI/CLI.hpp>
#include <vector>

#include <smallscope/diagnosis/loop/loop.hpp>

namespace smallscope::program {

/// Adds --directed, --selected, --tests, --pool, --tight, --steady and --threshold; `options` outlives the parsing.
/// Returns them.
std::vector<CLI::Option*> add_loop(CLI::App& command, diagnosis::loop::LoopOptions& options);

}  // namespace smallscope::program
