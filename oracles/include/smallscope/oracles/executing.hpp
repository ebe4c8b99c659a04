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

/// The SubjectResult::output that is what the subject printed.
inline constexpr std::string_view standard_output = "standard_output";

/// The output `output` is what the subject made of the input's file `file`. Without `output`, it is the output called
/// as the file, or else what the subject printed. If that is nothing, the oracle cannot judge: each input of a subject
/// that writes its result elsewhere, or changes the file itself, would become an empty program.
struct SubjectResult {
  SubjectResult(std::string of_file, std::string in_output = {})  // NOLINT(google-explicit-constructor)
      : file(std::move(of_file)), output(std::move(in_output)) {}
  SubjectResult(const char* of_file) : file(of_file) {}  // NOLINT(google-explicit-constructor): a file is enough

  /// The name of the output to look for.
  const std::string& name() const { return output.empty() ? file : output; }

  std::string file;
  std::string output;
};

/// How commands, or the subject itself, say whether a result is right: what a script needs in order to do the same
/// (Oracle::result_check()).
struct ResultCheck {
  enum class Right {
    exit_status_0,   ///< they exit with 0
    as_before,       ///< they print and end as they do on the input as it was
    original,        ///< they exit with 0 and make of the result what it was made of, as round_trip() has it
    reported_empty,  ///< the subject's output that `outputs` names is empty; there are no commands
    reported_equal,  ///< its two outputs are equal, of which the first may be a file of the input; no commands
  };

  std::vector<subjects::Command> steps;
  subjects::Limits limits = {};
  /// It takes the place of its file in the input that the steps see; but for Right::original, a result that is as the
  /// file was passes nothing. None: they see the input as it was.
  std::optional<SubjectResult> result = {};
  Right right = Right::exit_status_0;
  Normaliser normalise = {};              ///< applied to what is compared
  std::vector<std::string> outputs = {};  ///< as external() has them, or the reported ones
  /// With what is reported: the output that must not be as a file of the input is. "": none.
  std::string changed = {};
};

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

/// Where external() puts outputs of the subject.
inline constexpr std::string_view output_folder = "outputs/";

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
