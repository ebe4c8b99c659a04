// The oracles on what the Eclipse worker reports: pure functions of an observation (docs/campaigns/eclipse.md).
//
// Eclipse may warn before it refactors, and a user may click a warning away. So what is wrong with a result is judged by
// oracles of three names: "compiles after" when there was no warning, "compiles after, warned" when there was one, and
// "compiles after, warned as error" when it was shown as an error; the same with the others. Refused inputs fail none.
#pragma once

#include <smallscope/oracles/oracle.hpp>
#include <string>
#include <vector>

namespace eclipse_campaigns {

/// Which oracles take part.
struct Judging {
  bool unwarned = true;            ///< results without a warning: severity OK or INFO
  bool warned = true;              ///< results after a WARNING
  bool warned_as_error = true;     ///< results after an ERROR
  bool erroneous_warnings = true;  ///< refusals and warnings whose result is right all the same
  std::string fragment_mark = {};  ///< compares the behaviour of merged inputs by fragment: see reported_behaviour()
};

/// In this order; parts in [] as `judging` says:
/// - "input compiles": rejects programs on which Eclipse's compiler has errors;
/// - "no engine exception" (crashed), "no time-out";
/// - ["compiles after"]: fails with the errors of Eclipse's compiler on the result;
/// - ["javac agrees"]: fails with the errors of javac on a result in which Eclipse's compiler finds none, and whose
///   original javac accepts;
/// - ["behaviour preserved"], ["round trip"];
/// - the three likewise for warned and for warned as error;
/// - ["erroneous warning"]: fails with the status messages when Eclipse refused or warned, and nothing is wrong with what
///   it makes when it is told to go on: both compilers accept it, and behaviour and round trip, where reported, are right.
/// To what a request does not ask for (javac, main, there and back) these do not apply, and they are occasional.
std::vector<smallscope::oracles::OraclePointer> refactoring_oracles(const Judging& judging = {});

}  // namespace eclipse_campaigns
