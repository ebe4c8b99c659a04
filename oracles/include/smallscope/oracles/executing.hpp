// SPDX-License-Identifier: Apache-2.0
// The oracles that run something themselves: other compilers, the program before and after, the user's own command.
//
// They use subjects/command.hpp. Each judge works in its own scratch directory, and its processes obey `limits`. If a
// command of an oracle cannot be started or is lost, the judgement is oracle_error, never a failing test. A lost
// subject is infrastructure. A subject that refused, crashed or hung left no result; only differential and external
// judge it then (and compiles_after, which still discards invalid inputs), the others do not apply. Nor do
// compiles_after and behaviour_preserved apply if the result equals the input: a subject that changed nothing has shown
// nothing. If a worker reports neither an output of the wanted name nor its printed text, the oracle cannot judge.
// Oracles are immutable and may be shared by threads; each thread opens its own judge.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <smallscope/oracles/result_check.hpp>
#include <smallscope/oracles/standard.hpp>
#include <smallscope/subjects/command.hpp>

namespace smallscope::oracles {

/// One contestant of a differential test: a name for messages, and the commands that produce its answer.
struct Contestant {
  std::string name;
  std::vector<subjects::Command> steps;
};

struct DifferentialOptions {
  Normaliser normalise;  ///< applied to each answer before comparing
  bool compare_exit_status = true;
  bool compare_standard_error = false;
  /// Vote on each line of the outputs by itself if all ended alike with equally many lines: one message for each
  /// dissenter and line. For inputs that are merged of fragments with a line each.
  bool each_line = false;
  /// Built with the undefined-behaviour sanitizer. Inputs for which it does not exit with 0 and an empty standard error
  /// are rejected (discarded), with its output as the reason.
  std::optional<Contestant> sanitised;
  std::string subject_name = "subject";  ///< the observed subject's name in messages
  subjects::Limits limits;
};

/// "differential": the observation and the answers of the others (at least one) vote. Equal answers form a party. The
/// party with most members is right; on a tie, the party without the subject. Passes if all agree; otherwise gives one
/// message for each dissenter, in order: "NAME says <...>, MAJORITY say <...>". The message says how both ended if that
/// differs, otherwise the first differing line of their outputs; for one that failed, its exit status and the first
/// line of its standard error. A disagreement that does not involve the subject is also reported (the message names who
/// disagrees).
OraclePointer differential(std::vector<Contestant> others, DifferentialOptions options = {});

/// "compiles after": runs `compiler` on the input (if its exit status is not zero, the input was not a valid program
/// and is discarded) and on the subject's result, which replaces the file that it was made of. Fails with the
/// compiler's messages (standard error, one per line).
OraclePointer compiles_after(std::vector<subjects::Command> compiler, SubjectResult result,
                             subjects::Limits limits = {});

/// "behaviour preserved": runs `program` on the input and on the subject's result, as compiles_after does, and compares
/// the exit status, then the normalised standard output. If the status differs, the line of standard error in which the
/// one that failed names an error is a message, too, or else its first line. If an earlier step than the last fails,
/// such as a compiler, there is no program whose behaviour could be compared: fails if that happens only to the result.
/// Discards inputs to which it happens before, and those on which the original crashes or hangs. Where nothing was
/// printed, it passes with a message that says so: it is doubtful that anything was compared.
OraclePointer behaviour_preserved(std::vector<subjects::Command> program, SubjectResult result,
                                  Normaliser normalise = {}, subjects::Limits limits = {});

/// "round trip": runs `back` on the subject's result and compares its own result with the original file: the file of
/// that name if `back` rewrote it or printed nothing, or else its standard output. Fails if `back` does not exit with
/// 0.
OraclePointer round_trip(std::vector<subjects::Command> back, SubjectResult result, Normaliser normalise = {},
                         subjects::Limits limits = {});

/// An external command as an oracle called `name`. In its working directory it finds the input's files,
/// `observation.json` (ending, exit_status, signal, outputs, messages), `standard_output` and `standard_error`. It
/// exits with 0 to pass, 1 to fail (each line of its standard output is a message), 2 to discard (its standard output
/// is the reason); any other exit is an oracle error, and 2 with nothing but standard error.
///
/// Those of the subject's outputs that `outputs` names are files of these names in the folder output_folder, except
/// `standard_output`. The oracle then judges results as compiles_after does: it does not apply without one, because the
/// subject refused, crashed or is late, and cannot judge if a completed subject left no such output.
OraclePointer external(std::string name, std::vector<subjects::Command> steps, subjects::Limits limits = {},
                       std::vector<std::string> outputs = {});

}  // namespace smallscope::oracles
