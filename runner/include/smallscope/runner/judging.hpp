// SPDX-License-Identifier: Apache-2.0
// What lanes do with the judgements of an input: they count them, and keep those that say something.
//
// Used by every lane, so in-process and observed campaigns count alike. Functions without state, for any thread.
// Example: count_judgements(outcome.judgements, outcome.verdict, result.tallies).
#pragma once

#include <string>
#include <vector>

#include <smallscope/runner/campaign.hpp>

namespace smallscope::runner {

/// Counts what the oracles said about an input with this verdict. If the input stays open, only what kept it open
/// counts: the rest is said again when it is judged.
void count_judgements(const std::vector<oracles::Judgement>& judgements, oracles::Verdict verdict,
                      oracles::Tallies& tallies);

/// The same of why oracles do not apply, and what they doubt that they pass, as far as they say it.
void count_reasons(const std::vector<oracles::Judgement>& judgements, oracles::Verdict verdict, Ordinal ordinal,
                   results::Reasons& reasons);

/// Counts a pass of each of these oracles for every visited input that the result does not mention.
void count_passing(const std::vector<std::string>& oracles, const Portion& portion, PortionResult& result);

/// Drops the judgements that passed or do not apply.
void keep_objections(std::vector<oracles::Judgement>& judgements);

}  // namespace smallscope::runner
