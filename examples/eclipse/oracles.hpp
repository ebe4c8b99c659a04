// SPDX-License-Identifier: Apache-2.0
// The oracles on what the Eclipse worker reports: pure functions of an observation (docs/campaigns/eclipse.md).
//
// Eclipse may warn before it refactors, and a user may click a warning away. So oracles with three names judge what is
// wrong with a result: "compiles after" if there was no warning, "compiles after, warned" if there was one, and
// "compiles after, warned as error" if it was shown as an error. The other oracles have three names in the same way.
// Refused inputs fail none of them.
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
  bool erroneous_warnings = true;  ///< refusals and warnings although the result is right
  std::string fragment_mark = {};  ///< compares the behaviour of merged inputs by fragment: see reported_behaviour()
};

/// In this order; those in [] depend on `judging`:
/// - "input compiles": rejects programs on which Eclipse's compiler has errors;
/// - "no engine exception" (crashed), "no time-out";
/// - ["compiles after"]: fails with the errors of Eclipse's compiler on the result;
/// - ["javac agrees"]: fails with the errors of javac on a result in which Eclipse's compiler finds none, and whose
///   original javac accepts;
/// - ["behaviour preserved"], ["round trip"];
/// - the last three kinds likewise for warned and for warned as error;
/// - ["erroneous warning"]: fails with the status messages if Eclipse refused or warned, and nothing is wrong with the
///   result that it makes when told to go on: both compilers accept it, and behaviour and round trip, if reported, are
///   right.
/// These do not apply to what a request does not ask for (javac, main, there and back), and they are occasional.
std::vector<smallscope::oracles::OraclePointer> refactoring_oracles(const Judging& judging = {});

}  // namespace eclipse_campaigns
