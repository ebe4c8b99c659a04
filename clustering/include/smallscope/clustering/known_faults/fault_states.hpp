// SPDX-License-Identifier: Apache-2.0
// Which failures of a store the known faults account for, and what has become of each of these faults.
//
// Judged input by input, not by cluster, so that nothing depends on how clusters are made. A failing input belongs to a
// fault if its message key is among the fault's keys, or if the fault's rules say so. It is *inside* if it matches the
// recorded explanation, or is one of the recorded inputs of the same space, or if the fault records neither. Functions
// without state, for any thread. Example: compare(store, faults, options, today).faults.front().state.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <smallscope/clustering/faults.hpp>

namespace smallscope::clustering {

/// What a store says of a known fault; the first that applies.
enum class FaultProgress {
  grown,         ///< an input that belongs to it fails outside, and inside no other fault
  shrunk,        ///< some input fails inside, and some recorded input passes
  known,         ///< some input fails inside
  not_executed,  ///< nothing fails inside; some recorded input was not executed, or has no verdict
  changed,       ///< nothing fails inside; some recorded input fails with another message
  fixed,         ///< every recorded input was executed and passes
  not_seen,      ///< nothing fails inside, and no recorded inputs of this space say what that means
};
std::string_view name(FaultProgress progress);

struct FailingInput {
  int level = 0;
  results::Ordinal ordinal = 0;
  std::string key;  ///< of its messages
  friend bool operator==(const FailingInput&, const FailingInput&) = default;
};

struct FaultState {
  std::size_t fault = 0;  ///< index in Faults::all()
  FaultProgress progress = FaultProgress::known;
  bool expired = false;  ///< its last day has passed, and it is not fixed
  /// It was recorded in a space in which its ordinals mean other inputs. Then its explanation alone says what is
  /// inside, and nothing says whether it is fixed.
  bool other_space = false;
  std::vector<FailingInput> inside;  ///< by (level, ordinal), as are those of `grown`
  std::vector<FailingInput> grown;
  /// Of the recorded inputs that do not fail inside; all 0 in another space.
  results::Ordinal passing = 0, changed = 0, not_executed = 0, unjudged = 0;
};

struct FaultComparison {
  std::vector<FaultState> faults;            ///< those of the campaign, in the order of the file; no notes
  std::vector<FailingInput> unknown;         ///< that belong to no fault, by (level, ordinal)
  std::map<std::string, std::size_t> notes;  ///< by message key: the note about it, an index in Faults::all()
};

/// `options` has the message rules; keys are always those of abstract messages. A failing merged input has no place in
/// the evidence: it is inside if it belongs to the fault. O(failures x (faults with rules + conditions) + recorded
/// inputs x log(failures + executed ranges)).
FaultComparison compare(const results::Store& store, const Faults& faults, const Options& options, Day today);

}  // namespace smallscope::clustering
