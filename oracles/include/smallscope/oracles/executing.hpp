// The oracles that run something themselves: other compilers, the program before and after, the user's own command.
//
// They use subjects/command.hpp; each judge works in its own scratch directory, and their processes obey `limits`.
// When a command of an oracle cannot be started or is lost, the judgement is oracle_error, never a failing test.
// A subject that was lost is infrastructure; one that refused, crashed or hung left no result, which only differential
// and external judge (and compiles_after, which discards inputs that are not valid all the same); the others do not
// apply. Where a worker reports neither an output of the wanted name nor what was printed, the oracle cannot judge.
#pragma once

#include <optional>
#include <string>
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
  /// Built with the undefined-behaviour sanitizer: inputs for which it does not exit with 0 and an empty standard
  /// error are rejected (discarded), with what it said.
  std::optional<Contestant> sanitised;
  std::string subject_name = "subject";  ///< what the observed subject is called in messages
  subjects::Limits limits;
};

/// "differential": the observation and the answers of the others (at least one) are put to the vote: answers that are
/// equal are one party; the party with most members is right, on a tie the party without the subject. Passes when all
/// agree; otherwise one message for each dissenter, in order: "NAME says <...>, MAJORITY say <...>". They say how both
/// ended where that differs, else the first differing line of their outputs; of one that failed, its exit status and the
/// first line of its standard error. A disagreement that does not involve the subject is still reported (it names who
/// disagrees).
OraclePointer differential(std::vector<Contestant> others, DifferentialOptions options = {});

/// "compiles after": runs `compiler` on the input (not zero: discarded, it was not a valid program) and on the subject's
/// result, which replaces the file named `file`: the observation's output of that name, else its standard output.
/// Fails with the compiler's messages (standard error, one per line).
OraclePointer compiles_after(std::vector<subjects::Command> compiler, std::string file, subjects::Limits limits = {});

/// "behaviour preserved": runs `program` on the input and on the subject's result (found as in compiles_after) and
/// compares exit status, then normalised standard output. Where the status differs, the first line of standard error of
/// the one that failed is a message, too. Discards inputs on which the original crashes or hangs.
OraclePointer behaviour_preserved(std::vector<subjects::Command> program, std::string file, Normaliser normalise = {},
                                  subjects::Limits limits = {});

/// "round trip": runs `back` on the subject's result and compares what it makes of it with the original file: the file
/// `file` when it rewrote that one or printed nothing, else its standard output. Fails when `back` does not exit with 0.
OraclePointer round_trip(std::vector<subjects::Command> back, std::string file, Normaliser normalise = {},
                         subjects::Limits limits = {});

/// An external command as oracle, called `name`. It finds the input's files, `observation.json` (ending, exit_status,
/// signal, outputs, messages), `standard_output` and `standard_error` in its working directory, and exits with 0 to
/// pass, 1 to fail (each line of its standard output is a message), 2 to discard; anything else is an oracle error.
OraclePointer external(std::string name, std::vector<subjects::Command> steps, subjects::Limits limits = {});

}  // namespace smallscope::oracles
