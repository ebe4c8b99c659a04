// SPDX-License-Identifier: Apache-2.0
// Everything that `report` and `export` say of a store: its clusters with their explanations, and the known faults.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <smallscope/clustering/causes/stored.hpp>
#include <smallscope/report/findings.hpp>

#include "triage/known_faults.hpp"
#include "triage/stored_campaign.hpp"

namespace smallscope::program {

/// What a report::Findings refers to.
struct StoredFindings {
  std::string by;                                     ///< as report::Findings::by
  clustering::Triage triage;                          ///< with known faults, the clusters that need a decision first
  std::vector<clustering::Explanation> explanations;  ///< of the first clusters, if the store can be explained
  std::vector<std::string> causes;                    ///< of each cluster, if it can
  std::optional<KnownFaults> known;
  std::vector<std::string> unjudged = {};  ///< unjudged_lines(), if the campaign is at hand
};

/// `by` is one of "cause", "message", "concrete", "oracle"; without causes, clusters are by messages. The first
/// `most_explained` clusters are explained, on all processors.
StoredFindings findings_of(const results::Store& store, const std::optional<runner::Campaign>& campaign,
                           const std::string& by, std::optional<clustering::Faults> faults, clustering::Day today,
                           std::size_t most_explained);

/// The clusters and their explainer; if `counted`, it knows what was not executed as far as that can be counted. Throws
/// clustering::ExplanationError if the store cannot be explained.
clustering::Triage triage_for_explaining(const results::Store& store, const runner::Campaign& campaign, bool counted);

/// Leaves out the clusters that known faults account for, and returns their number.
std::size_t leave_out_settled(StoredFindings& findings);

report::Findings shown(const results::Store& store, const StoredFindings& findings, std::string replay);

}  // namespace smallscope::program
