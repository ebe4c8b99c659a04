// SPDX-License-Identifier: Apache-2.0
// A command per test: the subject for compilers and for any other program with arguments and files.
//
// Every test gets an empty working directory with its files. The steps run one after another, each in its own process
// group, and every process that they leave running is killed. Subjects are immutable and may be shared by threads; the
// functions may be called from several. Example: examples/specifications/tcc-shift.toml uses one.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <smallscope/subjects/subject.hpp>

namespace smallscope::subjects {

/// One program to run. Placeholders in `arguments`, `environment` texts and `standard_input` are replaced for each
/// test: `{input}` by the path of the input's first file, `{input:NAME}` by that of the file NAME, `{scratch}` by the
/// test's own working directory, `{NAME}` by the parameter NAME. `{{` and `}}` stand for braces. An unknown placeholder
/// makes the execution Ending::lost, with a message that names it.
struct Command {
  /// The program comes first. A name without a slash is looked up on PATH. A relative path is looked for in the test's
  /// directory (a program that an earlier step made), then in the runner's working directory.
  std::vector<std::string> arguments;
  std::vector<NamedText> environment;         ///< added to what it inherits
  std::optional<std::string> standard_input;  ///< default: the input's standard_input
  /// Names of variables that it inherits from the runner's environment, besides always_inherited(). A `*` at the end of
  /// a name stands for any ending; "*" is the whole environment.
  std::vector<std::string> inherit = {};
  /// The directory of the files that belong to it, as it stands in its texts. describe() says "{here}" instead, so that
  /// they may be anywhere.
  std::string here = {};
};

/// How a command says that it declines an input, as a refactoring engine does that cannot be applied to it.
struct RefusalSign {
  std::vector<int> exit_statuses = {};  ///< it exits with one of these; if there is none, with any but 0
  /// And it prints one of these, on standard error or standard output; if there is none, whatever it prints.
  std::vector<std::string> texts = {};

  /// Of a command that exited by itself.
  bool is_in(const Observation& observation) const;
};

/// The commands of one execution, in sequence, their limits, the files that are read of what they leave, and how they
/// refuse.
struct Execution {
  std::vector<Command> steps;
  Limits limits = {};
  std::vector<std::string> outputs = {};
  std::optional<RefusalSign> refusal = {};
};

/// The variables that every command inherits: those that say where programs and temporary files are, who the user is
/// and in which language, and how sanitizers and coverage report.
const std::vector<std::string>& always_inherited();

/// Where a program whose name has no slash is on the PATH of this process; nothing if it is not there.
std::optional<std::filesystem::path> on_path(std::string_view program);

/// A text that is equal exactly for equal commands (limits); used in the fingerprints of subjects and oracles.
std::string describe(const Command& command);
std::string describe(const Limits& limits);

/// The command as a person types it into a shell: quoted if necessary, with placeholders unchanged.
std::string command_line(const Command& command);

/// The meaning of a command's placeholders in one test.
struct Placement {
  std::filesystem::path scratch;
  const Input* input = nullptr;
};

/// Replaces the placeholders in `text`. Throws std::invalid_argument for an unknown one; the message names it and lists
/// the known ones.
std::string expand(std::string_view text, const Placement& placement);

/// Writes the files of `input` below `directory`. File names are relative paths without "..": other names throw
/// std::invalid_argument. Throws std::filesystem::filesystem_error (disk full, read-only).
void write_files(const Input& input, const std::filesystem::path& directory);

/// Runs one command in `directory` and waits for it. Throws SubjectUnavailable if the program does not exist or cannot
/// be started; everything else that the program does is in the observation. Output beyond `limits.output_bytes` is cut
/// and marked; beyond 64 times that, the command is killed as crashed.
Observation execute(const Command& command, const Placement& placement, const Limits& limits, std::stop_token stop);

/// The same for several steps, within one time limit. Stops at the first step that does not exit with 0 and returns its
/// observation, otherwise that of the last step. `seconds` is the sum. If an earlier step should have made the program
/// of a later step in the test's directory and did not, the result is Ending::lost.
Observation execute(const std::vector<Command>& steps, const Placement& placement, const Limits& limits,
                    std::stop_token stop);

/// A subject that runs `steps` on every input in a fresh directory. `outputs_from` names files, relative to that
/// directory, that are returned in Observation::outputs if they exist. The first line that `version` prints, on
/// standard output or else on standard error, is the subject's Session::version(), which throws SubjectUnavailable if
/// there is none; its exit status does not matter, and no input is there for placeholders. What ends with the sign
/// `refusal`, whichever step, is Ending::refused, with its reasons() as the messages. Throws std::invalid_argument
/// for no steps, a step without a program, outputs elsewhere, and a sign that every input may show: exit status 0
/// without a text, an empty text, an exit status that is none.
std::unique_ptr<Subject> commands(std::vector<Command> steps, Limits limits = {},
                                  std::vector<std::string> outputs_from = {},
                                  std::optional<Command> version = std::nullopt,
                                  std::optional<RefusalSign> refusal = std::nullopt);

/// How left-over processes are found on this machine ("PID namespace", "subreaper" or "process group"), for the run's
/// header. With SMALLSCOPE_CONTAINMENT=subreaper in the environment, PID namespaces are not used.
std::string containment();

}  // namespace smallscope::subjects
