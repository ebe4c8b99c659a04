// SPDX-License-Identifier: Apache-2.0
// What the report page says of the code: the ranking of `diagnose` for the first clusters of a store.
#pragma once

#include <string>
#include <vector>

#include <smallscope/report/page/suspects.hpp>

#include "diagnosis/stored_diagnosis.hpp"

namespace smallscope::program {

/// Of one cluster, by the tests of its spectrum.
report::Suspects suspects_of(const ClusterSpectrum& cluster);

/// Of each of the first clusters; none if the store does not have what its tests covered. Blocks and comparisons are
/// ranked by ochiai, functions by the sum of their ranks in all views, both as `diagnose` does. Throws
/// results::StoreError; diagnosis::SpectrumError if no test reported what it covers.
std::vector<report::Suspects> suspects_of(const results::Store& store, const std::optional<runner::Campaign>& campaign,
                                          std::span<const clustering::Cluster> clusters);

}  // namespace smallscope::program
