// The commands of the command line: each adds itself to the parser and leaves the action to be run.
#pragma once

#include <functional>

#include <CLI/CLI.hpp>

#include "command_line/context.hpp"

namespace smallscope::program {

/// Set by the subcommand that the command line names; returns the exit status.
using Action = std::function<int()>;

void add_list(CLI::App& app, const Context& context, Action& action);
void add_count(CLI::App& app, const Context& context, Action& action);
void add_show(CLI::App& app, const Context& context, Action& action);
void add_run(CLI::App& app, const Context& context, Action& action);
void add_clusters(CLI::App& app, const Context& context, Action& action);
void add_replay(CLI::App& app, const Context& context, Action& action, char** argv);
void add_unmerge(CLI::App& app, const Context& context, Action& action, char** argv);
void add_evaluate(CLI::App& app, const Context& context, Action& action);
void add_export(CLI::App& app, const Context& context, Action& action);

}  // namespace smallscope::program
