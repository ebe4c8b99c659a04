// SPDX-License-Identifier: Apache-2.0
#include "explanations/cover.hpp"

#include <algorithm>
#include <numeric>

#include "explanations/growers.hpp"
#include "explanations/literals.hpp"
#include "explanations/nested.hpp"
#include "explanations/redundancy.hpp"

namespace smallscope::clustering {

namespace {

/// A term is small if it holds less than one in so many of the rows that no earlier one holds.
constexpr std::size_t little = 200;

std::size_t literals_of(const Cube& cube) {
  std::size_t literals = 0;
  for (std::size_t attribute = 0; attribute < cube.size(); ++attribute) literals += !cube.allows_all(attribute);
  return literals;
}

/// Whether everything in the cube may match.
bool is_allowed(const Population& population, const CoverRows& rows, const Cube& cube, bool others_are_free) {
  if (inputs_in(population, cube) > rows.roles.size()) return false;  // what is no row passes
  const Matches matches = matches_of(population, rows, cube, rows_in(rows, cube));
  return matches.passing == 0 && (others_are_free || matches.others == 0);
}

/// Leaves out cubes whose covered rows others hold, too: those that hold fewest first.
void drop_redundant(std::vector<Cube>& cubes, const std::vector<std::vector<bool>>& held, const CoverRows& rows) {
  std::vector<std::size_t> order(cubes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::vector<std::uint32_t> times(rows.roles.size());
  std::vector<std::size_t> count(cubes.size());
  for (std::size_t cube = 0; cube < cubes.size(); ++cube)
    for (std::size_t row = 0; row < times.size(); ++row) {
      if (rows.roles[row] != Role::covered || !held[cube][row]) continue;
      ++times[row];
      ++count[cube];
    }
  std::ranges::stable_sort(order, {}, [&](std::size_t cube) { return count[cube]; });
  std::vector<bool> dropped(cubes.size());
  for (const std::size_t cube : order) {
    bool needed = false;
    for (std::size_t row = 0; row < times.size() && !needed; ++row)
      needed = rows.roles[row] == Role::covered && held[cube][row] && times[row] == 1;
    if (needed) continue;
    dropped[cube] = true;
    for (std::size_t row = 0; row < times.size(); ++row)
      times[row] -= rows.roles[row] == Role::covered && held[cube][row];
  }
  std::vector<Cube> kept;
  std::ranges::reverse(order);
  for (const std::size_t cube : order)
    if (!dropped[cube]) kept.push_back(std::move(cubes[cube]));
  cubes = std::move(kept);
}

/// Puts the two parts of a cube in its place where that is shorter, again and again, until there are `most` cubes.
void divide_nested(std::vector<Cube>& cubes, std::vector<std::vector<bool>>& held, std::size_t most,
                   const Population& population, const CoverRows& rows, Growers& growers) {
  const auto held_by = [&](const Cube& cube) {
    const std::vector<std::uint8_t> in = rows_in(rows, cube);
    return std::vector<bool>(in.begin(), in.end());
  };
  for (std::size_t cube = 0; cube < cubes.size() && cubes.size() < most;) {
    auto parts = divided(cubes[cube], rows, population, growers);
    if (!parts) {
      ++cube;
      continue;
    }
    held[cube] = held_by(parts->first);
    held.push_back(held_by(parts->second));
    cubes[cube] = std::move(parts->first);
    cubes.push_back(std::move(parts->second));
  }
}

}  // namespace

std::vector<Cube> cover(const Population& population, const CoverRows& rows, bool others_are_free,
                        const ExplainOptions& options) {
  Growers growers(population, rows, others_are_free);
  std::vector<std::uint8_t> fresh(rows.roles.size());
  for (std::size_t row = 0; row < fresh.size(); ++row) fresh[row] = rows.roles[row] == Role::covered;
  std::vector<Cube> cubes;
  std::vector<std::vector<bool>> held;
  std::size_t seeds = options.seeds;
  const auto covered = static_cast<std::size_t>(std::ranges::count(fresh, std::uint8_t{1}));
  double bits = 0;
  while (cubes.size() < options.most_terms) {
    std::vector<std::size_t> open;
    for (std::size_t row = 0; row < fresh.size(); ++row)
      if (fresh[row]) open.push_back(row);
    if (open.empty() || bits > options.most_bits || options.stop.stop_requested()) break;
    const bool could_be_listed = cubes.size() >= options.terms_of_a_list && open.size() > options.terms_of_a_list;
    if (could_be_listed && !is_compact(bits, bits_of_list(covered - open.size(), population))) break;
    seeds = std::min(seeds, open.size());
    std::vector<Growers::Seed> tried;
    for (std::size_t i = 0; i < seeds; ++i) {
      const std::size_t seed = open[i * open.size() / seeds];
      tried.push_back({seed, Strategy::dropping});
      tried.push_back({seed, Strategy::gaining});
      if (i > 0 || seeds == 1) continue;
      tried.push_back({seed, Strategy::ascending});
      tried.push_back({seed, Strategy::descending});
    }
    // One term says all that is left if it can.
    Cube hull;
    if (open.size() > 1) hull = hull_of(population.attributes(), rows, fresh);
    if (open.size() > 1 && is_allowed(population, rows, hull, others_are_free)) {
      tried.push_back({open.front(), Strategy::dropping, &hull});
      tried.push_back({open.front(), Strategy::gaining, &hull});
    }
    struct Grown {
      Cube cube;
      std::size_t gained = 0, literals = 0;
    };
    std::vector<Grown> grown(tried.size());
    growers.grow(tried, fresh, [&](std::size_t number, Cube cube, const Expansion& expansion) {
      Grown& each = grown[number];
      for (const std::size_t row : open) each.gained += expansion.holds(row);
      each.literals = literals_of(cube);
      each.cube = std::move(cube);
    });
    // The first of the best: most rows, then fewest literals.
    Grown& best = *std::ranges::max_element(grown, [](const Grown& one, const Grown& other) {
      return one.gained != other.gained ? one.gained < other.gained : one.literals > other.literals;
    });
    const std::size_t most = best.gained;
    const std::vector<std::uint8_t> best_rows = rows_in(rows, best.cube);
    for (const std::size_t row : open) fresh[row] = !best_rows[row];
    // What is left after a term that explains little is exceptions, for which no seed is better than another.
    if (most * little < open.size() || most == 1) seeds = 1;
    Cube chosen;
    bits += bits_of({conditions_of(best.cube, rows, population, chosen), {}}, population.attributes());
    cubes.push_back(std::move(best.cube));
    held.emplace_back(best_rows.begin(), best_rows.end());
  }
  if (options.divides_nested) divide_nested(cubes, held, options.most_terms, population, rows, growers);
  drop_redundant(cubes, held, rows);
  return cubes;
}

Cube hull_of(const std::vector<Attribute>& attributes, const CoverRows& rows, const std::vector<std::uint8_t>& marked) {
  const auto number = static_cast<std::size_t>(std::ranges::count(marked, std::uint8_t{1}));
  Cube hull(offsets_of(attributes), 0);
  for (std::size_t attribute = 0; attribute < attributes.size(); ++attribute)
    std::ranges::copy(rows.columns[attribute].values_in(marked, number, hull[attribute].size()),
                      hull[attribute].begin());
  return hull;
}

void restrict_to(const Column& column, std::span<const std::uint8_t> allowed, std::vector<std::uint8_t>& in) {
  if (!column.is_sparse()) {
    const std::span<const Value> values = column.values();
    for (std::size_t row = 0; row < in.size(); ++row) in[row] &= allowed[values[row]];
    return;
  }
  column.for_each_with(excluded_by(allowed), [&](std::size_t row, Value) { in[row] = 0; });
}

Ordinal inputs_in(const Population& population, const Cube& cube) {
  Ordinal inputs = 1;
  for (const PopulationTable& table : population.tables()) {
    std::vector<std::uint8_t> in(table.rows, 1);
    for (std::size_t place = 0; place < table.attributes.size(); ++place)
      if (const std::size_t attribute = table.attributes[place]; !cube.allows_all(attribute))
        restrict_to(table.columns[place], cube[attribute], in);
    inputs *= static_cast<Ordinal>(std::ranges::count(in, std::uint8_t{1}));
  }
  return inputs;
}

std::vector<std::uint8_t> rows_in(const CoverRows& rows, const Cube& cube) {
  std::vector<std::uint8_t> in(rows.roles.size(), 1);
  for (std::size_t attribute = 0; attribute < cube.size(); ++attribute)
    if (!cube.allows_all(attribute)) restrict_to(rows.columns[attribute], cube[attribute], in);
  return in;
}

void count(Matches& matches, Role role) {
  ++(role == Role::covered     ? matches.members
     : role == Role::other     ? matches.others
     : role == Role::undecided ? matches.undecided
                               : matches.unjudged);
}

Matches matches_of(const Population& population, const CoverRows& rows, const Cube& cube,
                   std::span<const std::uint8_t> in) {
  Matches matches;
  for (std::size_t row = 0; row < in.size(); ++row)
    if (in[row]) count(matches, rows.roles[row]);
  matches.inputs = inputs_in(population, cube);
  matches.passing = matches.inputs - matches.members - matches.others - matches.unjudged - matches.undecided;
  return matches;
}

}  // namespace smallscope::clustering
