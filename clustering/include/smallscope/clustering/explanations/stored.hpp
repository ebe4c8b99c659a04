// SPDX-License-Identifier: Apache-2.0
// From a store, and the shape of the space that it is about, to explanations of its clusters.
//
// The choices of passing inputs are not in a store; they follow from their ordinals. So a caller that has the space
// gives its structure and its choices. Functions without state, for any thread. Example:
// explainer_of(store, space.structure(), choices).explain(explained_members(cluster)).
#pragma once

#include <span>
#include <string>
#include <vector>

#include <smallscope/clustering/clusters.hpp>
#include <smallscope/clustering/explanations/explainer.hpp>
#include <smallscope/generators/structure.hpp>
#include <smallscope/results/store.hpp>

namespace smallscope::clustering {

/// Whether an explanation may be made while inputs have no verdict yet.
enum class Partial {
  refused,
  allowed,  ///< of a few, it is counted how many match; where more are, only what was executed is known
  counted   ///< it is counted of two million. That takes long, and finds no relations between choices
};

/// So many inputs without a verdict are counted: every one of them is visited for every term.
constexpr Ordinal most_undecided = 2'000'000;

/// Whether what was executed is all that is known, and is listed: a row for each, which takes some 7 microseconds.
bool is_listed(const results::Account& account, Partial partial);

/// Why the store cannot be explained: an input without a verdict, a search without an index, another structure than
/// that of the store. Empty if it can.
std::string obstacle_to_explaining(const results::Store& store, const generators::Structure& structure,
                                   Partial partial = Partial::refused);

/// Explains failures of level 0. Inputs that were discarded, refused, flaky or not judged count as unjudged. Throws
/// ExplanationError if there is an obstacle, if a failing input has other choices than in the store, for more than ten
/// million discarded inputs, for more than two million executed ones of a space that is too large to count in, and for
/// an attribute that cannot be computed. Declared attributes that need too large a table are left out:
/// Population::left_out() says which.
Explainer explainer_of(const results::Store& store, const generators::Structure& structure,
                       const Population::ChoicesOf& choices,
                       std::span<const generators::DeclaredAttribute> attributes = {},
                       Partial partial = Partial::refused);

/// The same for inputs that were not judged: those that the subject refused (Verdict::refused), that an oracle rejected
/// (Verdict::discarded), or to which no oracle applied (Verdict::not_applicable) stand for failing ones, and judged
/// inputs, failing or not, for those that passed. std::invalid_argument for another verdict.
Explainer explainer_of_unjudged(const results::Store& store, const generators::Structure& structure,
                                const Population::ChoicesOf& choices,
                                std::span<const generators::DeclaredAttribute> attributes, results::Verdict verdict,
                                Partial partial = Partial::refused);

/// The members of a cluster that the explainer can explain: those of level 0 that are not flaky, ascending.
std::vector<Ordinal> explained_members(const Cluster& cluster);

/// How many clusters take no more than a second or two: for each of them the inputs that did not pass or were not
/// executed, the rows of the population's tables, and the rows that one relation compares; two million in all. Beyond
/// some thirty attributes, more of them make each of these slower.
std::size_t quick_explanations(const Explainer& explainer);

/// What each term matches that explains one of the first clusters, as many as quick_explanations(): members of it,
/// ascending. Terms overlap; they say when inputs fail, never when they do not.
std::vector<std::vector<Ordinal>> members_by_term(const Explainer& explainer, std::span<const Cluster> clusters);

/// How many clusters of a large store take no more than some ten seconds: five times as many.
std::size_t affordable_explanations(const Explainer& explainer);

}  // namespace smallscope::clustering
