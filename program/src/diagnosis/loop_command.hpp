// SPDX-License-Identifier: Apache-2.0
// diagnose --loop, as a part of the command `diagnose`.
#pragma once

#include <CLI/CLI.hpp>

#include "command_line/context.hpp"
#include "diagnosis/looped_tests.hpp"

namespace smallscope::program {

/// Adds --loop and the options that need it; `arguments` outlives the parsing. Returns --loop.
CLI::Option* add_loop_command(CLI::App& command, LoopArguments& arguments);

/// The exit status. Throws what looped_tests() throws, and what OutputFile does.
int print_loop(const Context& context, const LoopArguments& arguments);

}  // namespace smallscope::program
