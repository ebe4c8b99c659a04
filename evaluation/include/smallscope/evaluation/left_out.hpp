// SPDX-License-Identifier: Apache-2.0
// Campaigns that a study of known faults leaves out, and why. A value; any thread may read it.
//
// Example: study.left_out.without_place.push_back(store.manifest().campaign)
#pragma once

#include <string>
#include <vector>

namespace smallscope::evaluation {

struct LeftOutCampaigns {
  std::vector<std::string> without_place;    ///< no place of the fault is known
  std::vector<std::string> without_failure;  ///< nothing that fails shows it
  std::vector<std::string> not_covered;      ///< no block at its places was covered
};

}  // namespace smallscope::evaluation
