// SPDX-License-Identifier: Apache-2.0
// Known faults as a person reads them: what has become of each, and how the failures of a cluster are known.
//
// `run`, `clusters` and `review` print these texts. Functions without state: any thread may call them. Example:
// fault_table(faults, comparison) has the row "grown  60 + 5  setter has no value  5 fail outside of ...".
#pragma once

#include <string>
#include <vector>

#include <smallscope/clustering/known_faults/undecided.hpp>

namespace smallscope::report {

/// "grown", "known, expired"; a fault that is to be ignored is "ignored" instead of "known".
std::string state_text(const clustering::FaultState& state, const clustering::Decision& decision);
/// What there is to say beside the state: which inputs it has grown by, how many recorded inputs pass, when and why.
std::string remark_text(const clustering::FaultState& state, const clustering::Decision& decision);
/// A row for each fault, those that need somebody first; "" without faults.
std::string fault_table(const clustering::Faults& faults, const clustering::FaultComparison& comparison);
/// "12 new failing inputs; of the known faults 1 has grown, 3 are known"
std::string comparison_text(const clustering::FaultComparison& comparison);
/// "new", "5 new", the names of the faults that it belongs to, "setter has no value + 5".
std::string cluster_state_text(const clustering::ClusterState& state, std::size_t failures,
                               const clustering::Faults& faults, const clustering::FaultComparison& comparison);
/// How its failures are known, a line each: "5 new", "grown: setter has no value; 5 fail outside of ...; #12".
std::vector<std::string> cluster_state_lines(const clustering::ClusterState& state, std::size_t failures,
                                             const clustering::Faults& faults,
                                             const clustering::FaultComparison& comparison);

/// "new", "grown: setter has no value", "expired: setter has no value".
std::string question_text(const clustering::Undecided& question, const clustering::Faults& faults,
                          const clustering::FaultComparison& comparison);

}  // namespace smallscope::report
