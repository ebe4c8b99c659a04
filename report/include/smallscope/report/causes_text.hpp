// SPDX-License-Identifier: Apache-2.0
// Clusters by code and causes, in words: what made a cluster, and why two are apart.
//
// The commands `explain` and `clusters` print these texts. Functions without state: any thread may call them.
// Example: causes_text(triage, cluster) is "reference = `del X.f` (35 of 45 valid inputs with it fail)".
#pragma once

#include <string>
#include <vector>

#include <smallscope/clustering/causes/stored.hpp>

namespace smallscope::report {

/// What made a cluster: the responsible element of the code, if the clusters are by code; its causes, or how much
/// shorter its description is than those of its kinds of messages; "" if it is no more than one kind of message.
std::string causes_text(const clustering::Triage& triage, const clustering::Cluster& cluster);
/// explanation_lines() with the responsible element of each cluster before them: "at lock.c:48 = of wrong_code; fails
/// exactly when ...", "at lock.c:90, where 3 of 20 fail" if most inputs that cover it pass. Nothing changes unless the
/// clusters are by code.
std::vector<std::string> lines_with_code(const clustering::Triage& triage, std::vector<std::string> lines);
/// Why two clusters are apart, or what makes them one if they are the same, in several lines.
std::string why_text(const clustering::Triage& triage, const clustering::Cluster& a, const clustering::Cluster& b);

}  // namespace smallscope::report
