// SPDX-License-Identifier: Apache-2.0
// run --failed-first: what failed in an earlier store is executed before everything else.
#pragma once

#include <string>
#include <vector>

#include <smallscope/results/store.hpp>
#include <smallscope/runner/run.hpp>

namespace smallscope::program {

struct FailedFirst {
  std::vector<results::Ordinal> ordinals;  ///< one input of each cluster, the smallest; then every other failing input
  std::size_t clusters = 0;
  std::string different;  ///< how the present campaign differs from that of the store; "" if it does not
};

/// The failures of level 0 in the store `file`. Throws UsageError if the store is of a space of another size than the
/// campaign, whose manifest is `now`.
FailedFirst failed_first(const std::string& file, const results::Manifest& now, const runner::Campaign& campaign);

}  // namespace smallscope::program
