// SPDX-License-Identifier: Apache-2.0
// The smallest inputs of clusters, as `run` and `clusters` show them.
#pragma once

#include <string>
#include <vector>

#include "triage/known_faults.hpp"

namespace smallscope::program {

/// Prints the representatives of the first `most` clusters, with their explanations if there are any. With known
/// faults, those of failures that need a decision instead. `replay` is the command that executes an input again.
void print_representatives(const results::Store& store, const std::vector<clustering::Cluster>& clusters,
                           const std::vector<std::string>& explanations, const KnownFaults* known, std::size_t most,
                           const std::string& replay);

}  // namespace smallscope::program
