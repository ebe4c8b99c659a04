// SPDX-License-Identifier: Apache-2.0
// What formats with one entry a cluster say of it, in the same words.
#pragma once

#include <string>
#include <vector>

#include <smallscope/report/findings.hpp>

namespace smallscope::report {

struct ClusterText {
  std::string message;             ///< message_text(), in one line
  std::vector<std::string> known;  ///< cluster_state_lines(); none without known faults
  std::string failing;             ///< "5 failing inputs"
  std::string causes;              ///< causes_text(), in one line
  std::string explanation;         ///< explanation_block(), or ""
  std::string condition;           ///< cluster_condition(), or ""
};

ClusterText cluster_text(const Findings& findings, std::size_t cluster);

}  // namespace smallscope::report
