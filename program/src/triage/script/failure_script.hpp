// SPDX-License-Identifier: Apache-2.0
// A script that shows a failure of commands or of a worker again, for campaigns that bring none: it executes them on
// the input, and compares what comes out with what was observed and with what was expected.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <smallscope/results/record.hpp>
#include <smallscope/runner/campaign.hpp>

#include "triage/script/result_checks.hpp"
#include "triage/script/scripted_subject.hpp"

namespace smallscope::program {

/// The name, in the folder of a report, that the script takes for itself, beside recorded_folder.
inline constexpr std::string_view failure_script_name = "reproduce.sh";

/// The script for POSIX shells and what it reads, to be written into the folder of the report, which holds the files of
/// the input. It prints what is expected and what comes out, and exits with 0 (fixed), 1 (this bug: as recorded) or 125
/// (anything else). Without an expectation and checks it never says "fixed", except of crashes and time-outs.
struct FailureScript {
  subjects::Input files;  ///< only files
  runner::Reproduction reproduction;
  std::vector<std::string> inherit = {};  ///< variables of the environment that its commands need, as of a command
  bool can_say_fixed = false;
};
/// All `checks` must pass for "fixed". Empty if no script could tell the failure from what is expected: they differ in
/// nothing that it compares. Throws std::invalid_argument as Rewritings does.
std::optional<FailureScript> failure_script(const ScriptedSubject& subject, const results::Case& failing,
                                            const runner::Ended& ended, const NamedChecks& checks,
                                            const std::filesystem::path& directory);

}  // namespace smallscope::program
