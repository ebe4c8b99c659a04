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

}  // namespace smallscope::clustering
