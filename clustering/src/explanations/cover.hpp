// SPDX-License-Identifier: Apache-2.0
// Covers a set of inputs by terms that no other input matches: expand, cover greedily, leave out what is redundant.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <smallscope/clustering/explanations/explainer.hpp>

#include "explanations/cube.hpp"

namespace smallscope::clustering {

/// What matching an input means for a cover.
enum class Role : std::uint8_t {
  covered,    ///< it has to match some term
  other,      ///< it may match if others are free, or else must not
  unjudged,   ///< it may match
  undecided,  ///< it may match, and is counted apart
};

/// The inputs that a cover visits; every other input of the population must not match.
struct CoverRows {
  std::vector<Column> columns;  ///< by attribute
  std::vector<Role> roles;      ///< by row
};

/// Cubes, prime in the sense of explainer.hpp, that together hold every covered row; each holds some that no other one
/// has. At most `most_terms`. The same for the same arguments.
std::vector<Cube> cover(const Population& population, const CoverRows& rows, bool others_are_free,
                        const ExplainOptions& options);

/// How many inputs of the population lie in the cube. O(rows of the tables).
Ordinal inputs_in(const Population& population, const Cube& cube);
/// The values that the marked rows have. O(rows x attributes), where of a sparse column only the rare rows count.
Cube hull_of(const std::vector<Attribute>& attributes, const CoverRows& rows, const std::vector<std::uint8_t>& marked);
/// Takes the rows out of `in` that have none of the allowed values. O(rows), or O(rare rows) of a sparse column.
void restrict_to(const Column& column, std::span<const std::uint8_t> allowed, std::vector<std::uint8_t>& in);
/// Which rows lie in the cube. O(rows x attributes that it constrains).
std::vector<std::uint8_t> rows_in(const CoverRows& rows, const Cube& cube);
/// Adds an input with this role.
void count(Matches& matches, Role role);
/// How many inputs of each kind lie in the cube, of which `in` are the rows; what is no row passes.
/// O(rows + rows of the tables).
Matches matches_of(const Population& population, const CoverRows& rows, const Cube& cube,
                   std::span<const std::uint8_t> in);

}  // namespace smallscope::clustering
