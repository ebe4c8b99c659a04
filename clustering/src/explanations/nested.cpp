// SPDX-License-Identifier: Apache-2.0
#include "explanations/nested.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

#include "explanations/literals.hpp"
#include "explanations/redundancy.hpp"

namespace smallscope::clustering {

namespace {

/// The value that stands for a choice that is not made; none if each input makes it.
std::optional<Value> absent_value(const Attribute& attribute) {
  const auto found = std::ranges::find(attribute.labels, "");
  if (found == attribute.labels.end() || attribute.nothing != Attribute::Nothing::absent) return std::nullopt;
  return static_cast<Value>(found - attribute.labels.begin());
}

/// The part of the cube in which the choice is made, or not.
Cube part_of(const Cube& cube, std::size_t attribute, Value absent, bool is_made) {
  Cube part = cube;
  const std::span<std::uint8_t> allowed = part[attribute];
  for (std::size_t value = 0; value < allowed.size(); ++value) allowed[value] &= (value != absent) == is_made;
  return part;
}

bool has_covered(const Cube& cube, const CoverRows& rows) {
  const std::vector<std::uint8_t> in = rows_in(rows, cube);
  for (std::size_t row = 0; row < in.size(); ++row)
    if (in[row] && rows.roles[row] == Role::covered) return true;
  return false;
}

CubeTerm term_of(const Cube& cube, const CoverRows& rows, const Population& population) {
  CubeTerm term;
  term.literals = conditions_of(cube, rows, population, term.cube);
  return term;
}

double bits_of(const CubeTerm& term, const Population& population) {
  return bits_of(Term{term.literals, {}}, population.attributes());
}

}  // namespace

std::vector<CubeTerm> terms_of(const Cube& cube, const CoverRows& rows, const Population& population,
                               std::size_t most) {
  const CubeTerm whole = term_of(cube, rows, population);
  double best_bits = bits_of(whole, population);
  std::optional<std::pair<Cube, Cube>> best;
  for (const Literal& literal : whole.literals) {
    if (most < 2) break;
    const auto absent = absent_value(population.attributes()[literal.attribute]);
    const std::span<const std::uint8_t> allowed = whole.cube[literal.attribute];
    if (!absent || !allowed[*absent] || std::ranges::count(allowed, std::uint8_t{1}) < 2) continue;
    std::pair parts{part_of(cube, literal.attribute, *absent, true), part_of(cube, literal.attribute, *absent, false)};
    if (!has_covered(parts.first, rows) || !has_covered(parts.second, rows)) continue;
    const CubeTerm made = term_of(parts.first, rows, population), not_made = term_of(parts.second, rows, population);
    const double bits = bits_of(made, population) + bits_of(not_made, population);
    if (bits >= best_bits || made.literals.size() + not_made.literals.size() > whole.literals.size()) continue;
    best_bits = bits;
    best = std::move(parts);
  }
  if (!best) return {whole};
  std::vector<CubeTerm> terms = terms_of(best->first, rows, population, most - 1);
  for (CubeTerm& term : terms_of(best->second, rows, population, most - terms.size())) terms.push_back(std::move(term));
  return terms;
}

}  // namespace smallscope::clustering
