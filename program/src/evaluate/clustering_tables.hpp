// SPDX-License-Identifier: Apache-2.0
// Clusters beside labelled faults, as tables for people and as JSON.
#pragma once

#include <string>
#include <vector>

#include <smallscope/evaluation/clustering_study.hpp>

#include <smallscope/report/json.hpp>

namespace smallscope::program {

/// One table per campaign; for several campaigns also their totals.
std::string text(const std::vector<evaluation::ClusteringStudy>& studies);
report::Json to_json(const std::vector<evaluation::ClusteringStudy>& studies);

}  // namespace smallscope::program
