// SPDX-License-Identifier: Apache-2.0
// Exact counterfactuals: what becomes of failing inputs if one choice is changed, and nothing else.
//
// A sample has few such pairs by luck; a space that was executed has all of them. A value that makes nearly every
// failing input pass takes away what the fault needs; one that leaves them failing says that it does not matter. A
// function of a store, which belongs to its thread.
//
// Example: for (const SingleChange& change : single_changes(store, members, explainer.population())) ...
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <smallscope/clustering/explanations/population.hpp>
#include <smallscope/results/store.hpp>

namespace smallscope::clustering {

/// A choice that is changed to one of its values, in each failing input that has another one.
struct SingleChange {
  std::string choice, value;
  results::Ordinal passing = 0;  ///< inputs that pass then
  results::Ordinal same = 0;     ///< that are still in the cluster
  results::Ordinal other = 0;    ///< that fail in another way
  results::Ordinal unknown = 0;  ///< that were not executed, or not judged, or are flaky or no tests
  /// A failing input, and the one that passes: the first such pair.
  std::optional<std::pair<results::Ordinal, results::Ordinal>> example;
};

/// For each choice that is an attribute of the population, and each of its values that some member can be changed to,
/// in their order. `members` are inputs of a cluster at level 0, ascending. Values are compared by what they say.
/// Choices that depend on each other may change together, and such pairs are left out; so are inputs that are not in
/// the population. O(values held by the population, and a lookup for each pair). Throws results::StoreError.
std::vector<SingleChange> single_changes(const results::Store& store, std::span<const results::Ordinal> members,
                                         const Population& population);

}  // namespace smallscope::clustering
