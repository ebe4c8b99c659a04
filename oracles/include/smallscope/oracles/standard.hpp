// The oracles that need no program of their own: they read the observation.
//
// Every factory returns an immutable oracle; its default name stands in the comment and can be replaced. To all but
// predicate() and no_time_out(), a subject that was lost is infrastructure. Where the subject refused, only predicate(),
// no_crash() and no_time_out() apply; exit_status() and expected_output() fail for one that crashed or hung, the others
// leave that to no_crash(). An oracle whose output was not reported cannot judge: an oracle_error, never a pass.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <smallscope/oracles/oracle.hpp>

namespace smallscope::oracles {

/// The user's own judgement. The callable returns the messages of what is wrong, none for a pass; it must be safe to
/// call from several threads.
using Objections = std::function<std::vector<Message>(const subjects::Input&, const subjects::Observation&)>;
OraclePointer predicate(std::string name, Objections objections);

/// "no crash": verdict crashed with the observation's messages, or the signal's name. Infrastructure for Ending::lost.
OraclePointer no_crash();
/// "no time-out": verdict timed_out.
OraclePointer no_time_out();
/// "exit status": fails unless the command exited with `expected`. The message holds both and the first line of
/// standard error.
OraclePointer exit_status(int expected = 0);

/// A rule that rewrites output before it is compared: a regular expression (Boost.Regex, Perl syntax) and its
/// replacement, applied in order, to every match.
struct Rewrite {
  std::string pattern;
  std::string replacement;
};
/// Applies the rules. Throws std::invalid_argument that names a malformed pattern (at construction of the oracles).
class Normaliser {
 public:
  Normaliser() = default;
  explicit Normaliser(std::vector<Rewrite> rules);
  std::string operator()(std::string_view text) const;
  const std::vector<Rewrite>& rules() const { return rules_; }

 private:
  std::vector<Rewrite> rules_;
  std::shared_ptr<const void> compiled_;
};

/// "expected output": standard output, normalised, equals `expected` (which may hold `{NAME}` placeholders for
/// parameters of the input), or the input's parameter of that name when `expected` is exactly "{NAME}".
OraclePointer expected_output(std::string expected, Normaliser normalise = {});

/// Whether an output that a worker does not send makes the judgement an oracle_error, or not applicable. One that the
/// worker reports as null (Observation::absent) is never an error.
enum class Evidence { required, optional };

/// For workers that report facts as outputs. "compiles after": discards the input when the output named `before`
/// (a compiler's messages on the input) is not empty; fails with the lines of the output named `after` when that one
/// is not. Where the subject refused, crashed or hung, neither has to be there. With an empty name in place of one of
/// them, that one is not looked at.
OraclePointer reported_compiles(std::string before = "compile errors before",
                                std::string after = "compile errors after", Evidence evidence = Evidence::required);
/// "behaviour preserved": both outputs are equal; the messages name the first differing line of each.
/// With a `fragment_mark` ("#"), the outputs of merged inputs are compared fragment by fragment, a message for each that
/// differs: a line that begins with the mark ("#3") begins what a fragment printed, and the same line with more behind it
/// ("#3 raised KeyError") says how it ended early, which is compared, too; one that did so before is not compared.
OraclePointer reported_behaviour(std::string before = "behaviour before", std::string after = "behaviour after",
                                 Normaliser normalise = {}, std::string fragment_mark = {},
                                 Evidence evidence = Evidence::required);
/// "round trip": the output named `there_and_back` equals the output or input file named `original`.
OraclePointer reported_round_trip(std::string original, std::string there_and_back,
                                  Evidence evidence = Evidence::required);

/// The same oracle, of which it is known that it may apply to no input at all. Of any other oracle that is taken for a
/// mistake, such as a misspelt name: a run in which nothing failed then ends with status 3.
OraclePointer occasional(OraclePointer oracle);

/// The same oracle under another name.
OraclePointer renamed(std::string name, OraclePointer oracle);

/// What an oracle may be restricted to. It must be safe to call from several threads.
using Condition = std::function<bool(const subjects::Input&, const subjects::Observation&)>;
/// "NAME, QUALIFIER": the oracle where `condition` holds; where it does not, the oracle does not apply. Clusters keep its failures apart from
/// those of the same oracle under another qualifier, which must say what the condition is. With an empty qualifier the
/// name stays. Throws std::invalid_argument when the oracle or the condition is empty.
OraclePointer restricted(const std::string& qualifier, Condition condition, OraclePointer oracle);

}  // namespace smallscope::oracles
