// SPDX-License-Identifier: Apache-2.0
// Cubes over choices that not every input makes, as terms that a person reads.
//
// Some choices are made only where another one has a certain value: the operator of a binary expression, the operator
// of a unary one. A cube that holds inputs of both kinds needs all of them at once, most of them absent: "`op` is one
// of `<<`, `>>`, absent and `unary` is one of `~`, absent". Divided by whether `op` is made, it is two terms of which
// each needs one: "`op` is one of `<<`, `>>`", and "`unary` is `~`".
#pragma once

#include <vector>

#include "explanations/cover.hpp"

namespace smallscope::clustering {

struct CubeTerm {
  std::vector<Literal> literals;
  Cube cube;  ///< of the literals
};

/// The cube as one term, or as several, `most` at most, where these have no more literals together and take fewer bits.
/// They match the same covered rows, and nothing that the cube does not hold. O(terms x literals^2 x rows).
std::vector<CubeTerm> terms_of(const Cube& cube, const CoverRows& rows, const Population& population, std::size_t most);

}  // namespace smallscope::clustering
