// SPDX-License-Identifier: Apache-2.0
// Factors: the independent choices of an input, of which some consist of alternatives with choices of their own.
//
// Covering orders read a space this way (covering_order.hpp). Values; may be shared by threads.
// Example: Factor({{2, 3}, {5}}) has 11 levels: 6 of an alternative with two factors, then 5 of one with one factor.
#pragma once

#include <compare>
#include <string>
#include <vector>

#include <smallscope/generators/ordinal.hpp>
#include <smallscope/generators/structure.hpp>

namespace smallscope::generators {

struct Factor {
  /// Without alternatives.
  Factor(Ordinal count) : levels(count) {}  // NOLINT(google-explicit-constructor): {2, 3} are factors
  /// The levels are those of the alternatives, one after another; alternatives without levels are left out. Throws
  /// GeneratorError if there are more levels than 64 bits can count.
  explicit Factor(std::vector<std::vector<Factor>> parts);
  friend bool operator==(const Factor&, const Factor&) = default;
  friend std::weak_ordering operator<=>(const Factor& a, const Factor& b);

  Ordinal levels = 0;
  std::vector<std::vector<Factor>> alternatives = {};  ///< the factors of each; none if the levels are all there is
};

/// How many levels each has.
std::vector<Ordinal> levels_of(const std::vector<Factor>& factors);
/// Factors without alternatives.
std::vector<Factor> as_factors(const std::vector<Ordinal>& levels);
/// As JSON: a number of levels, or the list of alternatives: `[4,[[2,3],[5]]]`.
std::string to_string(const std::vector<Factor>& factors);

/// Of about so many factors, all levels together, nested_factors() says the alternatives, of the first ones first.
inline constexpr std::size_t most_nested_factors = 4'096;

/// As factors() of the structure, with the alternatives of those that are made of alternatives. Where all alternatives
/// have choices of the same names and sizes, the alternative and these choices are factors: a text in which the same
/// hole stands in each value is a value and what is in the hole. The levels multiply to those of factors().
std::vector<Factor> nested_factors(const Structure& structure);

}  // namespace smallscope::generators
