// SPDX-License-Identifier: Apache-2.0
#include <smallscope/clustering/reasons.hpp>

#include <algorithm>
#include <tuple>
#include <utility>

namespace smallscope::clustering {

std::vector<results::Reason> reasons(const results::Store& store, int level, oracles::Verdict verdict,
                                     const RuleSet& rules) {
  results::Reasons kinds;
  for (results::Reason& reason : store.reasons(level, verdict)) {
    reason.messages = rules.abstract(reason.messages);
    kinds.add(std::move(reason));
  }
  std::vector<results::Reason> sorted(kinds.begin(), kinds.end());
  std::ranges::sort(sorted, [](const results::Reason& a, const results::Reason& b) {
    return std::tie(b.inputs, a.ordinal) < std::tie(a.inputs, b.ordinal);
  });
  return sorted;
}

}  // namespace smallscope::clustering
