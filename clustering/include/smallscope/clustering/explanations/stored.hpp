// SPDX-License-Identifier: Apache-2.0
// From a store, and the shape of the space that it is about, to explanations of its clusters.
//
// The choices of passing inputs are not in a store; they follow from their ordinals. So a caller that has the space
// gives its structure and its choices. Functions without state, for any thread. Example:
// explainer_of(store, space.structure(), choices).explain(explained_members(cluster)).
#pragma once

#include <string>
#include <vector>

#include <smallscope/clustering/clusters.hpp>
#include <smallscope/clustering/explanations/explainer.hpp>
#include <smallscope/generators/structure.hpp>
#include <smallscope/results/store.hpp>

namespace smallscope::clustering {

/// Why the store cannot be explained: an input without a verdict, a search without an index, another structure than
/// that of the store. Empty if it can.
std::string obstacle_to_explaining(const results::Store& store, const generators::Structure& structure);

/// Explains failures of level 0. Inputs that were discarded, refused, flaky or not judged count as unjudged. Throws
/// ExplanationError if there is an obstacle, if a failing input has other choices than in the store, and for more
/// than ten million discarded inputs.
Explainer explainer_of(const results::Store& store, const generators::Structure& structure,
                       const Population::ChoicesOf& choices);

/// The members of a cluster that the explainer can explain: those of level 0 that are not flaky, ascending.
std::vector<Ordinal> explained_members(const Cluster& cluster);

/// Whether so many clusters take no more than a second or two: for each of them the inputs that did not pass, the
/// alternatives of independent choices, and the pairs of alternatives that one relation compares; two million in all.
bool are_quick_to_explain(const results::Store& store, const generators::Structure& structure, std::size_t clusters);

}  // namespace smallscope::clustering
