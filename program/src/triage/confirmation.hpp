// SPDX-License-Identifier: Apache-2.0
// explain --confirm: executes inputs that would refute an explanation, until none is left.
#pragma once

#include <string>

#include <smallscope/runner/run.hpp>

#include "command_line/commands.hpp"
#include "run/execution_options.hpp"

namespace smallscope::program {

struct ConfirmationArguments {
  bool wanted = false;
  results::Ordinal max_tests = 1000;
  ExecutionArguments execution;
};

/// Adds --confirm, --max-tests and those of add_execution(); `arguments` outlives the parsing.
void add_confirmation(CLI::App& command, ConfirmationArguments& arguments);

struct Confirmation {
  /// The key of the cluster that was asked for, or what was asked for if the store is complete; "" if it was all.
  std::string cluster;
  results::Ordinal executed = 0;
  std::size_t rounds = 0;
  bool is_settled = false;  ///< every input that matches an explanation was executed
  runner::Stop stop = runner::Stop::finished;
};

/// Executes inputs that match an explanation of the store's clusters, or of the one with this id or key, and were not
/// executed. What fails or passes changes the explanations, so this is repeated until no such input is left, or
/// --max-tests or --budget ends it. The results are kept in the store, as a pass over a list for each round; a later
/// run goes on with the rest. Throws results::StoreMismatch if the store is not of this campaign as it is now.
Confirmation confirm_explanations(const Context& context, const std::string& file, const runner::Campaign& campaign,
                                  const std::string& from, const std::string& cluster,
                                  const ConfirmationArguments& arguments);

/// "confirmed: 120 inputs executed in 3 rounds; every input that matches was executed"
std::string confirmation_text(const Confirmation& confirmation);

}  // namespace smallscope::program
