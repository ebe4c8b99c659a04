// SPDX-License-Identifier: Apache-2.0
// What studies need of a store beside its results.
#pragma once

#include <vector>

#include <smallscope/clustering/clusters.hpp>
#include <smallscope/results/store.hpp>

namespace smallscope::program {

/// The rules of its run; every signature is kept.
clustering::Options options_for(const results::Store& store);

/// The independent choices of the store's space, as one of its passes recorded them; empty if none did.
std::vector<generators::Ordinal> recorded_factors(const results::Store& store);

}  // namespace smallscope::program
