// SPDX-License-Identifier: Apache-2.0
// What studies of stores begin with: how a store is clustered, which failures show its fault, choices of inputs.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <smallscope/clustering/clusters.hpp>
#include <smallscope/clustering/faults.hpp>
#include <smallscope/diagnosis/neighbours.hpp>
#include <smallscope/results/store.hpp>

#include "command_line/context.hpp"

namespace smallscope::program {

/// By the store's own rules, with every signature.
clustering::Options clustering_options(const results::Store& store);

/// The failing inputs that show no labelled fault, ascending: what shows no other fault shows the one that a campaign
/// with a known place is about. Throws results::StoreError.
std::vector<results::Ordinal> unlabelled_failures(const results::Store& store, const clustering::Faults& faults);

/// The independent choices of the store's space, as one of its passes recorded them; empty if none did.
std::vector<generators::Factor> recorded_factors(const results::Store& store);

/// The choices of inputs, by campaign, of the campaigns in these specifications. Throws UsageError.
std::map<std::string, diagnosis::ChoicesOf> choices_in(const Context& context,
                                                       const std::vector<std::string>& specifications);

}  // namespace smallscope::program
