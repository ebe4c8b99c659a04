// SPDX-License-Identifier: Apache-2.0
// explain --verdict: in which choices inputs were refused, rejected, or judged by no oracle. For one thread.
#pragma once

#include <cstddef>
#include <smallscope/results/store.hpp>
#include <smallscope/runner/campaign.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace smallscope::program {

/// "refused", "rejected", "not-applicable"
const std::vector<std::string>& unjudged_verdicts();

struct UnjudgedArguments {
  std::string verdict;  ///< of unjudged_verdicts()
  std::size_t terms = 5;
  bool json = false;
};

/// Prints when the inputs of level 0 with this verdict have it, and, as JSON, which they are. Throws
/// clustering::ExplanationError if the store cannot be explained.
void explain_unjudged(const results::Store& store, const runner::Campaign& campaign,
                      const UnjudgedArguments& arguments);

}  // namespace smallscope::program
