// SPDX-License-Identifier: Apache-2.0
// Conflicts made small before the search: supersets left out, elements in the same conflicts merged into groups.
#pragma once

#include <span>
#include <vector>

#include <smallscope/diagnosis/hitting_sets.hpp>

namespace smallscope::diagnosis {

struct HittingSetProblem {
  std::vector<std::vector<Column>> groups;   ///< elements in the same conflicts; each group is in some conflict
  std::vector<std::vector<Word>> conflicts;  ///< no one contains another: a bit for each group
  std::vector<std::vector<Word>> hits;       ///< by group: a bit for each conflict
  bool has_empty_conflict = false;
};

/// Has the same minimal hitting sets as the conflicts, if each group stands for any one of its elements.
HittingSetProblem reduced(std::span<const ElementSet> conflicts);

}  // namespace smallscope::diagnosis
