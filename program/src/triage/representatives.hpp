// SPDX-License-Identifier: Apache-2.0
// The smallest inputs of clusters, as `run` and `clusters` show them.
#pragma once

#include <string>
#include <vector>

#include "triage/known_faults.hpp"

namespace smallscope::program {

/// Prints the explanations of the clusters, a line each, and the representatives of the first `most`. With known
/// faults, the representatives of failures that need a decision instead, each with its explanation. `replay` is the
/// command that executes an input again.
void print_representatives(const results::Store& store, const std::vector<clustering::Cluster>& clusters,
                           const std::vector<std::string>& explanations, const KnownFaults* known, std::size_t most,
                           const std::string& replay);

}  // namespace smallscope::program
