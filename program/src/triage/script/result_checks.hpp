// SPDX-License-Identifier: Apache-2.0
// What oracles execute on a subject's result, or compare of it, as functions of a shell script.
//
// They use what the script defines: the variables folder and work, place() to make a directory with the files of the
// input, without(), seen() and shown() of what a command printed there.
#pragma once

#include <string>
#include <vector>

#include <smallscope/oracles/result_check.hpp>

#include "triage/script/rewriting.hpp"
#include "triage/script/shell_steps.hpp"

namespace smallscope::program {

/// How an oracle says whether a result is right.
struct NamedCheck {
  std::string oracle;
  oracles::ResultCheck check;
  bool failed = false;  ///< the oracle fails: what it needs must be there when the script says "fixed"
};
using NamedChecks = std::vector<NamedCheck>;
/// Whether the subject itself says it, without commands.
bool is_reported(const oracles::ResultCheck& check);

/// For check N a function check_N of its commands, in the directory $1, and passes_N, which prints what they say and
/// succeeds if that is right. Throws std::invalid_argument as Rewritings does.
std::string text_of_checks(const NamedChecks& checks, const subjects::Execution& execution,
                           const subjects::Input& input, ShellSteps& steps, Rewritings& rewritings);

}  // namespace smallscope::program
