// SPDX-License-Identifier: Apache-2.0
// The oracles that need no program of their own: they read the observation.
//
// Every factory returns an immutable oracle, which may be shared by threads; each thread opens its own judge. Its
// comment begins with the default name, which can be replaced. For every oracle except predicate() and no_time_out(), a
// lost subject is infrastructure. If the subject refused, only predicate(), no_crash() and no_time_out() apply.
// exit_status() and expected_output() fail for a subject that crashed or hung; the others leave that to no_crash(). An
// oracle whose output was not reported cannot judge: that is an oracle_error, never a pass.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <smallscope/oracles/normaliser.hpp>
#include <smallscope/oracles/oracle.hpp>

namespace smallscope::oracles {

/// The user's own judgement. The callable returns messages about what is wrong, none for a pass. It must be safe to
/// call from several threads.
using Objections = std::function<std::vector<Message>(const subjects::Input&, const subjects::Observation&)>;
OraclePointer predicate(std::string name, Objections objections);

/// "no crash": verdict crashed, with the observation's messages or the signal's name. Infrastructure for Ending::lost.
OraclePointer no_crash();
/// "no time-out": verdict timed_out.
OraclePointer no_time_out();
/// "exit status": fails unless the command exited with `expected`. The message has both and what the command
/// says about it: the first line of standard error that names an error, or else its first line.
OraclePointer exit_status(int expected = 0);

/// "expected output": standard output, normalised, equals `expected`, which may contain `{NAME}` placeholders for
/// parameters of the input. If `expected` is exactly "{NAME}", it is the input's parameter of that name.
OraclePointer expected_output(std::string expected, Normaliser normalise = {});

/// Whether an output that a worker does not send makes the judgement an oracle_error, or not applicable. An output that
/// the worker reports as null (Observation::absent) is never an error.
enum class Evidence { required, optional };

/// For workers that report facts as outputs. "compiles after": discards the input if the output named `before` (a
/// compiler's messages on the input) is not empty; fails with the lines of the output named `after` if that one is not
/// empty. If the subject refused, crashed or hung, neither has to be present. An empty name means that this output is
/// ignored. If `changed` names the output that holds what the subject made of the input, the oracle does not apply to
/// a result that equals a file of the input: the subject has changed nothing, and is not green for it.
OraclePointer reported_compiles(std::string before = "compile errors before",
                                std::string after = "compile errors after", Evidence evidence = Evidence::required,
                                std::string changed = {});
/// "behaviour preserved": both outputs are equal; the messages name the first differing line of each. With a
/// `fragment_mark` ("#"), the outputs of merged inputs are compared fragment by fragment, with one message for each
/// difference. A line that begins with the mark ("#3") begins the output of a fragment. The same line with more text
/// ("#3 raised KeyError") says how the fragment ended early, which is also compared. A fragment that ended early before
/// the change is not compared. `changed` as of reported_compiles().
OraclePointer reported_behaviour(std::string before = "behaviour before", std::string after = "behaviour after",
                                 Normaliser normalise = {}, std::string fragment_mark = {},
                                 Evidence evidence = Evidence::required, std::string changed = {});
/// "round trip": the output named `there_and_back` equals the output or input file named `original`.
OraclePointer reported_round_trip(std::string original, std::string there_and_back,
                                  Evidence evidence = Evidence::required);

/// The same oracle, declared as one that may apply to no input at all. For any other oracle that counts as a mistake,
/// such as a misspelt name: a run in which nothing failed then ends with status 3.
OraclePointer occasional(OraclePointer oracle);

/// The same oracle, declared to be right about any text, so that texts with its failures may be made smaller beyond the
/// space (runner/reduce.hpp). That is so if it compares what was observed with another observation, or a reference
/// confirms its failures; it is not so if it knows the answer from the generator. no_crash(), no_time_out(), the
/// reported_ oracles and those of executing.hpp except external() are declared so already.
OraclePointer of_any_text(OraclePointer oracle);

/// The same oracle under another name.
OraclePointer renamed(std::string name, OraclePointer oracle);

/// A condition that restricts an oracle. It must be safe to call from several threads.
using Condition = std::function<bool(const subjects::Input&, const subjects::Observation&)>;
/// "NAME, QUALIFIER": judges as the oracle does if `condition` holds; otherwise it does not apply. Clusters keep its
/// failures apart from those of the same oracle under another qualifier. The qualifier must say what the condition is;
/// if it is empty, the name stays. Throws std::invalid_argument if the oracle or the condition is empty.
OraclePointer restricted(const std::string& qualifier, Condition condition, OraclePointer oracle);

}  // namespace smallscope::oracles
