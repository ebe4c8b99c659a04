// SPDX-License-Identifier: Apache-2.0
// Why inputs were rejected or refused, sorted into kinds as failures are sorted into clusters.
//
// Only reads results. Functions without state, for any thread. Example: reasons(store, 0, Verdict::refused,
// rules_of(store.manifest())).
#pragma once

#include <vector>

#include <smallscope/clustering/rules.hpp>
#include <smallscope/results/store.hpp>

namespace smallscope::clustering {

/// The distinct reasons of a store for this verdict (discarded or refused) at a merge level, with abstracted messages,
/// without lines of the input that a compiler repeats above a line of marks (`  ^~~`), unless there is nothing else:
/// the most frequent first, then by the least ordinal. O(n log n) for the at most results::most_reasons of the store.
std::vector<results::Reason> reasons(const results::Store& store, int level, oracles::Verdict verdict,
                                     const RuleSet& rules);

}  // namespace smallscope::clustering
