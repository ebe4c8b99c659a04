// SPDX-License-Identifier: Apache-2.0
// Divides cubes over choices that not every input makes.
//
// Some choices are made only where another one has a certain value: the operator of a binary expression, the operator
// of a unary one. A cube that holds inputs of both kinds needs all of them at once, most of them absent: "`op` is one
// of `<<`, `>>`, absent and `unary` is one of `~`, absent". Divided by whether `op` is made, it is two of which each
// needs one: "`op` is one of `<<`, `>>`", and "`unary` is `~`".
#pragma once

#include <optional>
#include <utility>

#include "explanations/cover.hpp"
#include "explanations/growers.hpp"

namespace smallscope::clustering {

/// Two prime cubes that together hold the covered rows of this one, if that is shorter: they have at least two literals
/// less (conditions_of()), and take fewer bits. They are grown from what the rows of each part need when they are told
/// by themselves; of several pairs, from that which is shortest then. O(literals x rows), and the cost of growing four
/// cubes if a pair promises anything.
std::optional<std::pair<Cube, Cube>> divided(const Cube& cube, const CoverRows& rows, const Population& population,
                                             Growers& growers);

}  // namespace smallscope::clustering
