// SPDX-License-Identifier: Apache-2.0
// Cubes as conditions that a person reads, and how long they are.
#pragma once

#include <optional>
#include <vector>

#include <smallscope/clustering/explanations/explanation.hpp>

#include "explanations/cover.hpp"

namespace smallscope::clustering {

/// The shortest literals between what the covered rows in the cube need and what the cube allows. `chosen` becomes the
/// cube of these literals: it holds the same covered rows.
std::vector<Literal> literals_of(const Cube& cube, const CoverRows& rows, const std::vector<Attribute>& attributes,
                                 Cube& chosen);

/// The shortest literal that is satisfied by the needed values, and by no others than the allowed ones.
Literal shortest(std::size_t attribute, const std::vector<Attribute>& attributes, std::span<const std::uint8_t> needed,
                 std::span<const std::uint8_t> allowed);

/// The length of a description: which attribute, what kind, which values.
double bits_of(const Literal& literal, const std::vector<Attribute>& attributes);
double bits_of(const Term& term, const std::vector<Attribute>& attributes);
/// No term with a literal is shorter.
double fewest_bits(const std::vector<Attribute>& attributes);

/// The value that stands for a choice that is not made; none if each input makes it.
std::optional<Value> absent_value(const Attribute& attribute);
/// Which values satisfy the literal, as 0 or 1.
std::vector<std::uint8_t> allowed_by(const Literal& literal, const Attribute& attribute);
/// Which rows satisfy all of the literals. O(literals x rows), where of a sparse column only the rare rows count.
std::vector<std::uint8_t> rows_with(const CoverRows& rows, const std::vector<Literal>& literals,
                                    const std::vector<Attribute>& attributes);
/// Of a label that is a whole number.
std::optional<long long> number_of(const std::string& label);

}  // namespace smallscope::clustering
