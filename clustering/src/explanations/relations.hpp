// SPDX-License-Identifier: Apache-2.0
// Relations between choices, as attributes: equality and order of two choices, and what some item of a list, or node of
// a tree, is.
#pragma once

#include <vector>

#include <smallscope/clustering/explanations/population.hpp>

namespace smallscope::clustering {

/// Relations that would need a larger table are not tried.
inline constexpr Ordinal most_rows_of_a_relation = Ordinal{1} << 20;

/// Every comparison of two choices that have two labels in common or are both numbers, of nodes of a tree only in like
/// places; and for every group of choices and label that several of them can have, whether some have it.
std::vector<DerivedAttribute> relations_of(const Population& population);

}  // namespace smallscope::clustering
