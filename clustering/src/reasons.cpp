// SPDX-License-Identifier: Apache-2.0
#include <smallscope/clustering/reasons.hpp>

#include <algorithm>
#include <tuple>
#include <utility>

#include "excerpts.hpp"

namespace smallscope::clustering {

namespace {

std::vector<std::string> abstracted(const std::vector<std::string>& messages, const RuleSet& rules) {
  const std::vector<std::string> abstract = rules.abstract(messages);
  std::vector<std::string> told = without_excerpts(abstract);
  return told.empty() ? abstract : told;
}

}  // namespace

std::vector<results::Reason> reasons(const results::Store& store, int level, oracles::Verdict verdict,
                                     const RuleSet& rules) {
  results::Reasons kinds;
  for (results::Reason& reason : store.reasons(level, verdict)) {
    reason.messages = abstracted(reason.messages, rules);
    kinds.add(std::move(reason));
  }
  std::vector<results::Reason> sorted(kinds.begin(), kinds.end());
  std::ranges::sort(sorted, [](const results::Reason& a, const results::Reason& b) {
    return std::tie(b.inputs, a.ordinal) < std::tie(a.inputs, b.ordinal);
  });
  return sorted;
}

}  // namespace smallscope::clustering
