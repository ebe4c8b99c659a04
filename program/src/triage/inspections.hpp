// SPDX-License-Identifier: Apache-2.0
// The failing inputs that are worth a look, as `clusters --budget` shows them.
#pragma once

#include <span>
#include <string>

#include <smallscope/clustering/inspection.hpp>
#include <smallscope/report/json.hpp>

namespace smallscope::program {

/// A table: number, cluster, input, why it is worth a look, its choices; and below it `replay`, the command that
/// executes one of them again. With `each`, every input follows as report::case_text() shows it.
std::string inspection_text(const results::Store& store, std::span<const clustering::Cluster> clusters,
                            std::span<const clustering::Inspection> inspections, const std::string& replay,
                            bool each = false);
report::Json inspection_json(const results::Store& store, std::span<const clustering::Cluster> clusters,
                             std::span<const clustering::Inspection> inspections);

}  // namespace smallscope::program
