// SPDX-License-Identifier: Apache-2.0
// What a script executes on the input in place of the subject: its commands, or a program that asks its worker.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <smallscope/results/record.hpp>
#include <smallscope/subjects/command.hpp>
#include <smallscope/subjects/worker.hpp>

#include "triage/script/result_checks.hpp"

namespace smallscope::program {

/// The program that asks a worker: it ends so if the worker says that the subject crashed, or ends without a signal.
inline constexpr int status_of_worker_crash = 250;
/// It ends so if the subject refuses, and says this.
inline constexpr int status_of_worker_refusal = 3;
inline constexpr std::string_view worker_refusal = "refused: ";

struct ScriptedSubject {
  subjects::Execution execution;
  /// Words of the script before those of a command: what asks the worker. "": the commands are executed themselves.
  std::string asked_by = {};
  std::vector<subjects::NamedText> recorded = {};  ///< what asks the worker needs, below recorded_folder
  /// Files of the campaign's own, by their names in its directory, that others of them may need.
  std::vector<std::pair<std::string, std::filesystem::path>> own_files = {};
  /// Where the campaign's directory is below recorded_folder: "here"; "here/examples/x" if a file is "../../y".
  std::string here() const;
  bool is_worker() const { return !asked_by.empty(); }
};

/// A worker, whose outputs are files in the test's directory once it is asked: those that checks read, and those that
/// were observed. Throws std::invalid_argument if one has a name that is no path of a file.
ScriptedSubject scripted_worker(const subjects::WorkerStart& start, const results::Case& failing,
                                const NamedChecks& checks);

}  // namespace smallscope::program
