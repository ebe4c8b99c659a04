// SPDX-License-Identifier: Apache-2.0
#include "explanations/cover.hpp"

#include <algorithm>
#include <numeric>

namespace smallscope::clustering {

namespace {

/// Which attribute is widened next.
enum class Strategy { dropping, gaining, ascending, descending };

/// Rows of inputs, or of a table of the population, beside a cube: how many attributes keep a row out, and which. `sum`
/// is the exclusive or of these attributes: the attribute itself if it is the only one.
struct Outside {
  std::vector<std::uint16_t> misses, sum;

  void start(std::size_t rows) {
    misses.assign(rows, 0);
    sum.assign(rows, 0);
  }
  void narrow(const std::vector<Value>& column, Value value, std::size_t attribute) {
    for (std::size_t row = 0; row < column.size(); ++row) {
      const bool miss = column[row] != value;
      misses[row] = static_cast<std::uint16_t>(misses[row] + miss);
      sum[row] = static_cast<std::uint16_t>(sum[row] ^ (miss ? attribute : 0));
    }
  }
  void widen(const std::vector<Value>& column, const std::vector<std::uint8_t>& added, std::size_t attribute) {
    for (std::size_t row = 0; row < column.size(); ++row) {
      if (!added[column[row]]) continue;
      --misses[row];
      sum[row] = static_cast<std::uint16_t>(sum[row] ^ attribute);
    }
  }
};

/// What a cube would also hold if one value were added to one attribute.
struct Gain {
  Ordinal inputs = 0;  ///< of the population
  std::uint32_t fresh = 0, covered = 0, others = 0, unjudged = 0;
};

/// Grows cubes from single inputs.
class Expansion {
 public:
  Expansion(const Population& population, const CoverRows& rows, bool others_are_free)
      : population_(population), rows_(rows), others_are_free_(others_are_free), tables_(population.tables().size()) {
    for (const Attribute& attribute : population.attributes()) gains_.emplace_back(attribute.labels.size());
    columns_.resize(gains_.size());
    for (const PopulationTable& table : population.tables())
      for (std::size_t place = 0; place < table.attributes.size(); ++place)
        columns_[table.attributes[place]] = &table.columns[place];
  }

  /// A cube that holds the row, and to which no value of any attribute can be added, but those that widen() leaves out.
  /// `fresh` says which rows no earlier cube holds.
  Cube grow(std::size_t seed, Strategy strategy, const std::vector<std::uint8_t>& fresh) {
    start(seed);
    std::vector<std::size_t> left(gains_.size());
    std::iota(left.begin(), left.end(), std::size_t{0});
    if (strategy == Strategy::descending) std::ranges::reverse(left);
    while (!left.empty()) {
      measure(fresh);
      const auto next = choose(left, strategy);
      widen(*next);
      left.erase(next);
    }
    return cube_;
  }

  /// Whether the cube that was grown last holds the row.
  bool holds(std::size_t row) const { return outside_.misses[row] == 0; }

 private:
  void start(std::size_t seed) {
    cube_.clear();
    outside_.start(rows_.roles.size());
    for (std::size_t table = 0; table < tables_.size(); ++table) tables_[table].start(population_.tables()[table].rows);
    for (std::size_t attribute = 0; attribute < gains_.size(); ++attribute) {
      const Value value = rows_.columns[attribute][seed];
      cube_.emplace_back(gains_[attribute].size(), std::uint8_t{0})[value] = 1;
      outside_.narrow(rows_.columns[attribute], value, attribute);
      tables_[population_.table_of(attribute)].narrow(*columns_[attribute], value, attribute);
    }
  }

  /// Fills the gains of all values that could be added.
  void measure(const std::vector<std::uint8_t>& fresh) {
    for (auto& gains : gains_) std::ranges::fill(gains, Gain{});
    for (std::size_t row = 0; row < rows_.roles.size(); ++row) {
      if (outside_.misses[row] != 1) continue;
      const std::size_t attribute = outside_.sum[row];
      Gain& gain = gains_[attribute][rows_.columns[attribute][row]];
      gain.covered += rows_.roles[row] == Role::covered;
      gain.others += rows_.roles[row] == Role::other;
      gain.unjudged += rows_.roles[row] == Role::unjudged;
      gain.fresh += fresh[row];
    }
    std::vector<Ordinal> inside(tables_.size());
    for (std::size_t table = 0; table < tables_.size(); ++table) {
      const Outside& outside = tables_[table];
      // Counted first for each attribute and value of this table's rows, then multiplied by the rows of the others.
      for (std::size_t row = 0; row < outside.misses.size(); ++row) {
        inside[table] += outside.misses[row] == 0;
        if (outside.misses[row] != 1) continue;
        const std::size_t attribute = outside.sum[row];
        ++gains_[attribute][(*columns_[attribute])[row]].inputs;
      }
    }
    for (std::size_t attribute = 0; attribute < gains_.size(); ++attribute) {
      Ordinal others = 1;
      for (std::size_t table = 0; table < inside.size(); ++table)
        if (table != population_.table_of(attribute)) others *= inside[table];
      for (Gain& gain : gains_[attribute]) gain.inputs *= others;
    }
  }

  bool can_add(const Gain& gain) const {
    return gain.inputs == Ordinal{gain.covered} + gain.unjudged + (others_are_free_ ? gain.others : 0);
  }
  bool can_drop(std::size_t attribute) const {
    for (std::size_t value = 0; value < gains_[attribute].size(); ++value)
      if (!cube_[attribute][value] && !can_add(gains_[attribute][value])) return false;
    return true;
  }
  std::vector<std::size_t>::iterator choose(std::vector<std::size_t>& left, Strategy strategy) const {
    if (strategy == Strategy::ascending || strategy == Strategy::descending) return left.begin();
    const auto worth = [&](std::size_t attribute) {
      Ordinal fresh = 0;
      for (std::size_t value = 0; value < gains_[attribute].size(); ++value)
        if (!cube_[attribute][value] && can_add(gains_[attribute][value])) fresh += gains_[attribute][value].fresh;
      const bool drops = can_drop(attribute);
      return strategy == Strategy::dropping ? std::pair(Ordinal{drops}, fresh) : std::pair(fresh, Ordinal{drops});
    };
    return std::ranges::max_element(left, {}, worth);
  }
  /// Adds every value that can be added. Values with which inputs only fail in another way are left out, unless all
  /// values can be added.
  void widen(std::size_t attribute) {
    const bool drop = can_drop(attribute);
    std::vector<std::uint8_t> added(gains_[attribute].size());
    for (std::size_t value = 0; value < added.size(); ++value) {
      const Gain& gain = gains_[attribute][value];
      if (cube_[attribute][value] || !can_add(gain)) continue;
      added[value] = drop || gain.covered > 0 || gain.others == 0;
      cube_[attribute][value] |= added[value];
    }
    outside_.widen(rows_.columns[attribute], added, attribute);
    tables_[population_.table_of(attribute)].widen(*columns_[attribute], added, attribute);
  }

  const Population& population_;
  const CoverRows& rows_;
  const bool others_are_free_;
  Cube cube_;
  Outside outside_;
  std::vector<Outside> tables_;
  std::vector<std::vector<Gain>> gains_;            ///< by attribute and value
  std::vector<const std::vector<Value>*> columns_;  ///< of the tables, by attribute
};

/// A term is small if it holds less than one in so many of the rows that no earlier one holds.
constexpr std::size_t little = 20;

std::size_t literals_of(const Cube& cube) {
  return static_cast<std::size_t>(std::ranges::count_if(
      cube, [](const auto& allowed) { return std::ranges::find(allowed, std::uint8_t{0}) != allowed.end(); }));
}

/// Leaves out cubes whose covered rows others hold, too: those that hold fewest first.
void drop_redundant(std::vector<Cube>& cubes, std::vector<std::vector<std::uint8_t>>& held, const CoverRows& rows) {
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

}  // namespace

std::vector<Cube> cover(const Population& population, const CoverRows& rows, bool others_are_free,
                        const ExplainOptions& options) {
  Expansion expansion(population, rows, others_are_free);
  std::vector<std::uint8_t> fresh(rows.roles.size());
  for (std::size_t row = 0; row < fresh.size(); ++row) fresh[row] = rows.roles[row] == Role::covered;
  std::vector<Cube> cubes;
  std::vector<std::vector<std::uint8_t>> held;
  std::size_t seeds = options.seeds;
  while (cubes.size() < options.most_terms) {
    std::vector<std::size_t> open;
    for (std::size_t row = 0; row < fresh.size(); ++row)
      if (fresh[row]) open.push_back(row);
    if (open.empty()) break;
    Cube best;
    std::vector<std::uint8_t> best_rows(rows.roles.size());
    std::size_t most = 0, fewest = 0;
    const auto consider = [&](std::size_t seed, Strategy strategy) {
      Cube cube = expansion.grow(seed, strategy, fresh);
      std::size_t gained = 0;
      for (const std::size_t row : open) gained += expansion.holds(row);
      const std::size_t literals = literals_of(cube);
      if (gained < most || (gained == most && literals >= fewest)) return;
      best = std::move(cube);
      for (std::size_t row = 0; row < best_rows.size(); ++row) best_rows[row] = expansion.holds(row);
      most = gained;
      fewest = literals;
    };
    seeds = std::min(seeds, open.size());
    for (std::size_t i = 0; i < seeds; ++i) {
      const std::size_t seed = open[i * open.size() / seeds];
      consider(seed, Strategy::dropping);
      consider(seed, Strategy::gaining);
      if (i > 0 || seeds == 1) continue;
      consider(seed, Strategy::ascending);
      consider(seed, Strategy::descending);
    }
    for (const std::size_t row : open) fresh[row] = !best_rows[row];
    // What is left after a term that explains little is exceptions, for which no seed is better than another.
    if (most * little < open.size() || most == 1) seeds = 1;
    cubes.push_back(std::move(best));
    held.push_back(std::move(best_rows));
  }
  drop_redundant(cubes, held, rows);
  return cubes;
}

Ordinal inputs_in(const Population& population, const Cube& cube) {
  Ordinal inputs = 1;
  for (const PopulationTable& table : population.tables()) {
    Ordinal inside = 0;
    for (std::size_t row = 0; row < table.rows; ++row) {
      bool in = true;
      for (std::size_t place = 0; place < table.attributes.size() && in; ++place)
        in = cube[table.attributes[place]][table.columns[place][row]] != 0;
      inside += in;
    }
    inputs *= inside;
  }
  return inputs;
}

std::vector<std::uint8_t> rows_in(const CoverRows& rows, const Cube& cube) {
  std::vector<std::uint8_t> in(rows.roles.size(), 1);
  for (std::size_t attribute = 0; attribute < cube.size(); ++attribute) {
    if (std::ranges::find(cube[attribute], std::uint8_t{0}) == cube[attribute].end()) continue;
    for (std::size_t row = 0; row < in.size(); ++row) in[row] &= cube[attribute][rows.columns[attribute][row]];
  }
  return in;
}

}  // namespace smallscope::clustering
