// SPDX-License-Identifier: Apache-2.0
// Joins stores of one campaign, such as those of its shards, into one.
//
// What the stores executed together is then in one store: the passes side by side, each case, discard and count as in
// the store of a run that executed them all. Associative, commutative and idempotent, by the canonical dump. Functions
// without state, for any thread; the stores may be written meanwhile, each is read in one state.
//
// Example: gather({"runs/c.1-of-2.sqlite", "runs/c.2-of-2.sqlite"}, "runs/c.sqlite");
#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <smallscope/results/store.hpp>

namespace smallscope::results {

struct GatherOptions {
  bool overwrite = false;  ///< a store of the output's name is replaced, once the new one is whole
  /// The command that executes an input again from the joined store; without it, cases keep theirs.
  std::function<std::string(int level, Ordinal ordinal)> reproduction = {};
  /// As Store::compare_by(): an input that failed in several stores, each time in other words, is not flaky for that.
  Signature signature = {};
  /// Called before each store is read: so many of all steps are done. May throw, which leaves no new store.
  std::function<void(std::size_t done, std::size_t all)> progress = {};
};

struct Gathered {
  /// Positions that no store has executed, of each traversal that some store has begun: [begin, end) of each.
  std::vector<Pass> gaps;
  std::size_t passes = 0;  ///< of the joined store, with tests
  Ordinal repeated = 0;    ///< positions that several stores have executed, each counted once
  Ordinal alike = 0;       ///< inputs among them whose results are the same in other words
  Ordinal different = 0;   ///< inputs among them whose results differ: flaky, unless one result was a discard
  static constexpr std::size_t most_examples = 5;
  std::vector<std::pair<int, Ordinal>> examples;  ///< the first of the different inputs: level, ordinal
};

/// Joins the stores into a new file, which appears whole or not at all. Of a pass that several stores have, or that is
/// within another one, the longest counts. If the results of an input differ, the least by (verdict, judgements) is
/// kept, and the others become attempts; also if only the words differ.
///
/// Throws StoreError, and makes no file: if there is no store, or one cannot be read, is damaged, or has a format
/// older than 6, which does not say which tests its counts are of; if passes overlap in part, or a level was visited in
/// different orders, so that counts cannot be added. StoreMismatch if the stores are of different campaigns.
/// StoreExists if the output exists. StoreBusy if somebody writes it.
///
/// Time: linear in the cases and discards. Memory does not grow with them.
Gathered gather(std::span<const std::filesystem::path> stores, const std::filesystem::path& output,
                const GatherOptions& options = {});

}  // namespace smallscope::results
