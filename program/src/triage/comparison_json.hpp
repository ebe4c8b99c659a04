// SPDX-License-Identifier: Apache-2.0
// What `compare` finds, for programs.
#pragma once

#include <smallscope/report/json.hpp>

#include "triage/compared_stores.hpp"

namespace smallscope::program {

/// Stores with their clusters, changes, the vector of every input that fails in some store, and splits.
report::Json comparison_json(const Compared& compared);

}  // namespace smallscope::program
