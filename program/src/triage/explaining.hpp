// SPDX-License-Identifier: Apache-2.0
// From a store and its campaign to explanations of its clusters.
#pragma once

#include <smallscope/clustering/clusters.hpp>
#include <smallscope/clustering/explanations/explainer.hpp>
#include <smallscope/results/store.hpp>
#include <smallscope/runner/campaign.hpp>

namespace smallscope::program {

/// Why the store cannot be explained with this campaign; empty if it can: an input without a verdict, a space without
/// an index or with another structure.
std::string obstacle_to_explaining(const results::Store& store, const runner::Campaign& campaign);

/// Explains failures of level 0. Inputs that were discarded, refused, flaky or not judged count as unjudged. Requires
/// that there is no obstacle. Throws ExplanationError, also if the choices of a failing input are not those in the
/// store.
clustering::Explainer explainer_of(const results::Store& store, const runner::Campaign& campaign);

/// The members of a cluster that the explainer can explain: those of level 0 that are not flaky, ascending.
std::vector<results::Ordinal> explained_members(const clustering::Cluster& cluster);

}  // namespace smallscope::program
