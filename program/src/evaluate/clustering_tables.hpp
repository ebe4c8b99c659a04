// SPDX-License-Identifier: Apache-2.0
// Clusters beside labelled faults, as tables for people and as JSON.
#pragma once

#include <string>
#include <vector>

#include <smallscope/evaluation/clustering_study.hpp>

#include <smallscope/report/json.hpp>

namespace smallscope::program {

/// One table per campaign, and one of its clusters and their faults if these are wanted; for several campaigns also
/// their totals.
std::string text(const std::vector<evaluation::ClusteringStudy>& studies, bool clusters);
report::Json to_json(const std::vector<evaluation::ClusteringStudy>& studies);

}  // namespace smallscope::program
