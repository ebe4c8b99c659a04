// SPDX-License-Identifier: Apache-2.0
// From an outcome to the case that a store keeps.
#pragma once

#include "campaign_run.hpp"

namespace smallscope::runner {

/// The case of an executed input; the committer fills in its test number.
results::Case case_of(const CampaignRun& run, int level, Ordinal ordinal, Outcome outcome);

}  // namespace smallscope::runner
