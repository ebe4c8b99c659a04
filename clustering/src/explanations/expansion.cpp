// SPDX-License-Identifier: Apache-2.0
#include "explanations/expansion.hpp"

#include <algorithm>
#include <numeric>

namespace smallscope::clustering {

void Outside::start(std::size_t rows) {
  misses.assign(rows, 0);
  sum.assign(rows, 0);
}

void Outside::narrow(std::span<const Value> column, Value value, std::size_t attribute) {
  for (std::size_t row = 0; row < column.size(); ++row) {
    const bool miss = column[row] != value;
    misses[row] = static_cast<std::uint16_t>(misses[row] + miss);
    sum[row] = static_cast<std::uint16_t>(sum[row] ^ (miss ? attribute : 0));
  }
}

void Outside::widen(std::span<const Value> column, const std::vector<std::uint8_t>& added, std::size_t attribute) {
  for (std::size_t row = 0; row < column.size(); ++row) {
    if (!added[column[row]]) continue;
    --misses[row];
    sum[row] = static_cast<std::uint16_t>(sum[row] ^ attribute);
  }
}

Expansion::Expansion(const Population& population, const CoverRows& rows, bool others_are_free)
    : population_(population), rows_(rows), others_are_free_(others_are_free), tables_(population.tables().size()) {
  for (const Attribute& attribute : population.attributes()) gains_.emplace_back(attribute.labels.size());
  columns_.resize(gains_.size());
  for (const PopulationTable& table : population.tables())
    for (std::size_t place = 0; place < table.attributes.size(); ++place)
      columns_[table.attributes[place]] = &table.columns[place];
}

Cube Expansion::grow(std::size_t seed, Strategy strategy, const std::vector<std::uint8_t>& fresh) {
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

void Expansion::start(std::size_t seed) {
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
void Expansion::measure(const std::vector<std::uint8_t>& fresh) {
  for (auto& gains : gains_) std::ranges::fill(gains, Gain{});
  for (std::size_t row = 0; row < rows_.roles.size(); ++row) {
    if (outside_.misses[row] != 1) continue;
    const std::size_t attribute = outside_.sum[row];
    Gain& gain = gains_[attribute][rows_.columns[attribute][row]];
    gain.covered += rows_.roles[row] == Role::covered;
    gain.others += rows_.roles[row] == Role::other;
    gain.unjudged += rows_.roles[row] == Role::unjudged || rows_.roles[row] == Role::undecided;
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

bool Expansion::can_add(const Gain& gain) const {
  return gain.inputs == Ordinal{gain.covered} + gain.unjudged + (others_are_free_ ? gain.others : 0);
}

bool Expansion::can_drop(std::size_t attribute) const {
  for (std::size_t value = 0; value < gains_[attribute].size(); ++value)
    if (!cube_[attribute][value] && !can_add(gains_[attribute][value])) return false;
  return true;
}

std::vector<std::size_t>::iterator Expansion::choose(std::vector<std::size_t>& left, Strategy strategy) const {
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
void Expansion::widen(std::size_t attribute) {
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

}  // namespace smallscope::clustering
