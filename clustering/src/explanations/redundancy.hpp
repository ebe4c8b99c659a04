// SPDX-License-Identifier: Apache-2.0
// Conditions of a term that say nothing beside the others: in a tree, that a node is there follows from what is below.
#pragma once

#include <vector>

#include "explanations/cover.hpp"

namespace smallscope::clustering {

/// Leaves out literals without which no further input of the population matches, those that most inputs satisfy first,
/// and allows all values of their attributes in `cube`, which has the values that the literals allow.
/// O(literals x rows of their tables).
void drop_redundant(std::vector<Literal>& literals, Cube& cube, const Population& population);

/// The literals_of() a cube without those that say nothing beside the others.
std::vector<Literal> conditions_of(const Cube& cube, const CoverRows& rows, const Population& population, Cube& chosen);

/// Where a literal says that a choice is not made, and other choices decide that, says what these are instead: "at is
/// `use`" rather than "new is absent". The values of one choice decide, with which the other one is never made, and
/// without which always; of several such choices that with the fewest. O(such literals x attributes of their table x
/// its rows); where these are more than 10^7, they stay.
void name_what_decides(std::vector<Literal>& literals, Cube& cube, const Population& population);

}  // namespace smallscope::clustering
