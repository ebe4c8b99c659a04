// SPDX-License-Identifier: Apache-2.0
#include "explanations/nested.hpp"

#include <algorithm>
#include <array>

#include "explanations/literals.hpp"
#include "explanations/redundancy.hpp"

namespace smallscope::clustering {

namespace {

/// What a person reads of cubes. A further cube counts as a literal.
struct Length {
  double bits = 0;
  std::size_t literals = 0;
  Length operator+(const Length& other) const { return {bits + other.bits, literals + other.literals + 1}; }
  bool is_less_than(const Length& other) const { return bits < other.bits && literals < other.literals; }
};

class Divider {
 public:
  Divider(const CoverRows& rows, const Population& population, Growers& growers)
      : rows_(rows), population_(population), growers_(growers) {}

  std::optional<std::pair<Cube, Cube>> divided(const Cube& cube) const {
    Cube chosen;
    const std::vector<Literal> literals = conditions_of(cube, rows_, population_, chosen);
    const Length whole = length_of(literals);
    Length shortest = whole;
    std::optional<std::pair<Cube, Cube>> best;
    for (const Literal& literal : literals) {
      // Others do not mention that a choice may be absent.
      if (literal.kind != Literal::Kind::in) continue;
      const auto absent = absent_value(attributes()[literal.attribute]);
      const std::span<const std::uint8_t> allowed = chosen[literal.attribute];
      if (!absent || !allowed[*absent] || std::ranges::count(allowed, std::uint8_t{1}) < 2) continue;
      const auto made = hull_of_part(cube, literal.attribute, *absent, true);
      const auto not_made = hull_of_part(cube, literal.attribute, *absent, false);
      if (!made || !not_made) continue;
      std::pair<Cube, Cube> needed;
      const Length length = length_of(*made, needed.first) + length_of(*not_made, needed.second);
      if (!length.is_less_than(shortest)) continue;
      shortest = length;
      best = std::move(needed);
    }
    if (!best) return std::nullopt;
    std::pair grown{this->grown(best->first), this->grown(best->second)};
    if (!(length_of(grown.first) + length_of(grown.second)).is_less_than(whole)) return std::nullopt;
    return grown;
  }

 private:
  const Attributes& attributes() const { return population_.attributes(); }

  /// The least cube that holds the covered rows of this one in which the choice is made, or not; none if none is.
  std::optional<Cube> hull_of_part(const Cube& cube, std::size_t attribute, Value absent, bool is_made) const {
    Cube part = cube;
    const std::span<std::uint8_t> allowed = part[attribute];
    for (std::size_t value = 0; value < allowed.size(); ++value) allowed[value] &= (value != absent) == is_made;
    const std::vector<std::uint8_t> covered = covered_in(part);
    if (std::ranges::count(covered, std::uint8_t{1}) == 0) return std::nullopt;
    return hull_of(attributes(), rows_, covered);
  }

  std::vector<std::uint8_t> covered_in(const Cube& cube) const {
    std::vector<std::uint8_t> in = rows_in(rows_, cube);
    for (std::size_t row = 0; row < in.size(); ++row) in[row] &= rows_.roles[row] == Role::covered;
    return in;
  }

  Length length_of(const std::vector<Literal>& literals) const {
    return {bits_of(Term{literals, {}}, attributes()), literals.size()};
  }
  /// Of the cube's conditions, which make the cube `needed`.
  Length length_of(const Cube& cube, Cube& needed) const {
    return length_of(conditions_of(cube, rows_, population_, needed));
  }
  Length length_of(const Cube& cube) const {
    Cube needed;
    return length_of(cube, needed);
  }

  /// The shorter of two prime cubes that hold the rows of this one that are covered.
  Cube grown(const Cube& cube) const {
    const std::vector<std::uint8_t> covered = covered_in(cube);
    const auto seed = static_cast<std::size_t>(std::ranges::find(covered, std::uint8_t{1}) - covered.begin());
    const std::array seeds{Growers::Seed{seed, Strategy::dropping, &cube},
                           Growers::Seed{seed, Strategy::gaining, &cube}};
    std::array<Cube, seeds.size()> cubes;
    growers_.grow(seeds, covered,
                  [&](std::size_t number, Cube prime, const Expansion&) { cubes[number] = std::move(prime); });
    return length_of(cubes[1]).bits < length_of(cubes[0]).bits ? cubes[1] : cubes[0];
  }

  const CoverRows& rows_;
  const Population& population_;
  Growers& growers_;
};

}  // namespace

std::optional<std::pair<Cube, Cube>> divided(const Cube& cube, const CoverRows& rows, const Population& population,
                                             Growers& growers) {
  return Divider(rows, population, growers).divided(cube);
}

}  // namespace smallscope::clustering
