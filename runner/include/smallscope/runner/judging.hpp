// What lanes do with the judgements of an input: count them, and keep those that say something.
//
// Used by every lane, so that in-process and observed campaigns count alike. Functions without state.
// Example: count_judgements(outcome.judgements, outcome.verdict, result.tallies).
#pragma once

#include <string>
#include <vector>

#include <smallscope/runner/campaign.hpp>

namespace smallscope::runner {

/// Counts what the oracles said of an input with this verdict. Of an input that stays open only what kept it open
/// counts: the rest is said again when it is judged.
void count_judgements(const std::vector<oracles::Judgement>& judgements, oracles::Verdict verdict,
                      oracles::Tallies& tallies);

/// Counts a pass of every one of these oracles for each visited input of which the result mentions nothing.
void count_passing(const std::vector<std::string>& oracles, const Portion& portion, PortionResult& result);

/// Drops the judgements that are a pass or do not apply.
void keep_objections(std::vector<oracles::Judgement>& judgements);

}  // namespace smallscope::runner
