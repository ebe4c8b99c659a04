// SPDX-License-Identifier: Apache-2.0
// What becomes of a cluster's failing inputs if one choice is changed, as a table and as JSON.
#pragma once

#include <string>
#include <vector>

#include <smallscope/clustering/explanations/single_changes.hpp>
#include <smallscope/report/json.hpp>

namespace smallscope::program {

/// Of `looked_at` failing inputs out of `failing`.
std::string text(const std::vector<clustering::SingleChange>& changes, std::size_t looked_at, std::size_t failing);
report::Json to_json(const std::vector<clustering::SingleChange>& changes);

}  // namespace smallscope::program
