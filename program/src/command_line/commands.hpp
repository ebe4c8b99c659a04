// SPDX-License-Identifier: Apache-2.0
// The commands of the command line: one row of a table each, and one file of that name in the folder of its group.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "command_line/context.hpp"

namespace smallscope::program {

/// Set by the command that the command line names; returns the exit status.
using Action = std::function<int()>;

struct Command {
  std::string_view name;
  std::string_view group;  ///< the heading in --help
  std::string_view does;   ///< one line
  /// Adds its options to `command` and makes it set `action`; context and action outlive the parsing.
  void (*add)(CLI::App* command, const Context& context, Action& action);
};

/// In the order of --help.
const std::vector<Command>& commands();

void add_init(CLI::App* command, const Context& context, Action& action);
void add_check_worker(CLI::App* command, const Context& context, Action& action);
void add_manual(CLI::App* command, const Context& context, Action& action);
void add_completion(CLI::App* command, const Context& context, Action& action);
void add_list(CLI::App* command, const Context& context, Action& action);
void add_count(CLI::App* command, const Context& context, Action& action);
void add_show(CLI::App* command, const Context& context, Action& action);
void add_run(CLI::App* command, const Context& context, Action& action);
void add_gather(CLI::App* command, const Context& context, Action& action);
void add_submit(CLI::App* command, const Context& context, Action& action);
void add_status(CLI::App* command, const Context& context, Action& action);
void add_clusters(CLI::App* command, const Context& context, Action& action);
void add_rules(CLI::App* command, const Context& context, Action& action);
void add_explain(CLI::App* command, const Context& context, Action& action);
void add_review(CLI::App* command, const Context& context, Action& action);
void add_replay(CLI::App* command, const Context& context, Action& action);
void add_recheck(CLI::App* command, const Context& context, Action& action);
void add_compare(CLI::App* command, const Context& context, Action& action);
void add_bugreport(CLI::App* command, const Context& context, Action& action);
void add_reduce(CLI::App* command, const Context& context, Action& action);
void add_unmerge(CLI::App* command, const Context& context, Action& action);
void add_verify(CLI::App* command, const Context& context, Action& action);
void add_report(CLI::App* command, const Context& context, Action& action);
void add_export(CLI::App* command, const Context& context, Action& action);
void add_diagnose(CLI::App* command, const Context& context, Action& action);
void add_direct(CLI::App* command, const Context& context, Action& action);
void add_plan(CLI::App* command, const Context& context, Action& action);
void add_switch(CLI::App* command, const Context& context, Action& action);
void add_evaluate(CLI::App* command, const Context& context, Action& action);

}  // namespace smallscope::program
