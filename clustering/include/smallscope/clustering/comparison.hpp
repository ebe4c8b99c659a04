// SPDX-License-Identifier: Apache-2.0
// Several stores of one space, compared input by input: versions of a subject, its flags, the campaign yesterday.
//
// Every input that fails in one of the stores gets a vector: its standing (changes.hpp) in each of them. Inputs with
// the same vector form a group. compared_clusters.hpp puts them together by clusters. Only reads results. Memory: the
// failing inputs, 4 bytes for each of them and store; never the passing ones. Functions without state, for any thread;
// a store belongs to one. Example:
// compare(stores, options).groups.front().standings[1].kind == Standing::Kind::passes.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include <smallscope/clustering/changes.hpp>

namespace smallscope::clustering {

/// (level, ordinal)
using InputKey = std::pair<int, results::Ordinal>;

/// The inputs with one vector.
struct ComparedGroup {
  std::vector<Standing> standings;  ///< by store
  std::vector<InputKey> inputs;     ///< ascending
};

struct StoreComparison {
  std::vector<ComparedGroup> groups;                          ///< most inputs first, then by their first input
  std::vector<std::pair<std::string, Signature>> signatures;  ///< of all keys, ascending
  const Signature& signature(const std::string& key) const;
};

/// Compares at least one store. The messages of all are abstracted by the rules of `options`. Throws
/// results::StoreMismatch, with the remedy, if the stores are not of one space. O(n log n) in the failures of all
/// stores, and a look-up for each input that fails elsewhere.
StoreComparison compare(std::span<const results::Store* const> stores, const Options& options);

}  // namespace smallscope::clustering
