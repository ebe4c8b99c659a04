// SPDX-License-Identifier: Apache-2.0
// What a subject receives and what it did: plain values that do not judge whether it was right.
//
// Flow: a campaign renders an ordinal to an Input, a Session (subject.hpp) turns it into an Observation, and the
// oracles judge the two together. Plain values; they may be shared between threads like any value.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <smallscope/coverage/covered.hpp>

namespace smallscope::subjects {

/// A text under a name: a file of an input, a parameter, an output of a worker.
struct NamedText {
  std::string name;
  std::string text;
  friend bool operator==(const NamedText&, const NamedText&) = default;
};

/// The text called `name`, or nullptr. Linear: these lists are short.
const std::string* find(const std::vector<NamedText>& texts, std::string_view name);

/// One input as a process or worker receives it.
struct Input {
  std::vector<NamedText> files;       ///< written to the test's own directory; the first one is `{input}`
  std::vector<NamedText> parameters;  ///< `{name}` in a command line, `parameters.name` in a worker request
  std::string standard_input;
  friend bool operator==(const Input&, const Input&) = default;
};

/// How the execution of one input ended.
enum class Ending {
  completed,  ///< exited normally (any status), or the worker answered "done"
  refused,    ///< the subject declined with a reason (a refactoring engine's "cannot be applied")
  crashed,    ///< killed by a signal, an exception inside the subject, or a broken output limit
  timed_out,  ///< still running at its time limit
  lost,       ///< no observation could be made; not the subject's fault (infrastructure)
  cancelled,  ///< the run was interrupted during the execution; nothing may be concluded
};

/// The stable lower-case name of an ending ("timed out" for timed_out), as stored and printed.
std::string_view name(Ending ending);

/// What the subject did with one input. Texts are bounded by Limits::output_bytes.
struct Observation {
  Ending ending = Ending::completed;
  int exit_status = 0;    ///< of a command that exited by itself; 0 for workers
  int signal = 0;         ///< the signal that ended it, 0 if none
  std::string program;    ///< of a command: what it ran, without its directory; of several commands, the last that ran
  std::size_t steps = 1;  ///< how many commands there are
  /// How many of them did not run, because this one failed: the program that was meant did not.
  std::size_t steps_left = 0;
  std::string standard_output;
  std::string standard_error;
  /// Whether standard output and standard error were observed: always for a command, for a worker if it reports them.
  bool streams = true;
  bool output_truncated = false;      ///< some text was cut at its limit
  std::vector<NamedText> outputs;     ///< texts a worker returned (for instance "after", the refactored program)
  std::vector<std::string> absent;    ///< names of outputs that this input lacks, according to the worker
  std::vector<std::string> messages;  ///< why it refused, crashed or was lost, in order
  double seconds = 0;                 ///< wall time, from sending the input until the result was read
  /// What all processes of the execution covered; empty unless the subject was opened with coverage.
  std::optional<coverage::Covered> covered = {};
};

/// Whether somebody else may have ended what ended like this: who stops all processes of a run, such as a scheduler or
/// a service manager, or the kernel, for want of memory. So for the signals that they send (SIGHUP, SIGINT, SIGQUIT,
/// SIGKILL, SIGTERM, SIGUSR1, SIGUSR2, SIGXCPU), and for the exit statuses by which shells and virtual machines pass
/// them on: 128 and the number of the signal.
bool may_be_ended_by_others(int exit_status, int signal);

/// The lines of `text` that contain more than white space, without trailing white space.
std::vector<std::string> lines(std::string_view text);
/// Why a command exited as it did: the lines() of its standard error, or else of its standard output, or else "exit
/// status 2".
std::vector<std::string> reasons(const Observation& observation);

/// "SIGSEGV", or "signal 70" for a signal without a name.
std::string signal_name(int signal);
/// `text` in quotation marks on one line, for a message: at most 200 characters, with control characters escaped. If it
/// has quotation marks, it is in backticks, its own backticks escaped: so the next such mark is the end of it.
std::string in_quotes(std::string_view text);

/// A JSON object with ending, exit_status, signal, streams, output_truncated, outputs (an object, in order), absent and
/// messages (arrays). A text that is not UTF-8 is {"base64": "..."}, as in docs/worker-protocol.md.
std::string to_json(const Observation& observation);

}  // namespace smallscope::subjects
