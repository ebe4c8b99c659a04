// SPDX-License-Identifier: Apache-2.0
#include "explanations/expansion.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace smallscope::clustering {

void Outside::start(std::size_t rows) {
  misses.assign(rows, 0);
  sum.assign(rows, 0);
}

void Outside::narrow(const IndexedColumn& column, Value value, std::size_t attribute) {
  if (column.is_sparse() && column.common() == value) {
    for (const std::uint32_t row : column.rare_rows()) {
      ++misses[row];
      sum[row] = static_cast<std::uint16_t>(sum[row] ^ attribute);
    }
    return;
  }
  const std::span<const Value> values = column.values();
  for (std::size_t row = 0; row < values.size(); ++row) {
    const bool miss = values[row] != value;
    misses[row] = static_cast<std::uint16_t>(misses[row] + miss);
    sum[row] = static_cast<std::uint16_t>(sum[row] ^ (miss ? attribute : 0));
  }
}

template <class Use>
void Outside::widen(const IndexedColumn& column, const std::vector<std::uint8_t>& added, std::size_t attribute,
                    Use&& use) {
  const auto add = [&](std::size_t row) {
    sum[row] = static_cast<std::uint16_t>(sum[row] ^ attribute);
    if (--misses[row] <= 1) use(row);
  };
  if (column.is_sparse() && !added[column.common()]) {
    for (std::size_t value = 0; value < added.size(); ++value)
      if (added[value])
        for (const std::uint32_t row : column.rows_with(static_cast<Value>(value))) add(row);
    return;
  }
  const std::span<const Value> values = column.values();
  for (std::size_t row = 0; row < values.size(); ++row)
    if (added[values[row]]) add(row);
}

IndexedColumns::IndexedColumns(const Population& population, const CoverRows& rows) {
  for (std::size_t attribute = 0; attribute < population.attributes().size(); ++attribute) {
    const std::size_t labels = population.attributes()[attribute].labels.size();
    const PopulationTable& table = population.tables()[population.table_of(attribute)];
    const auto place = std::ranges::find(table.attributes, attribute) - table.attributes.begin();
    of_rows.emplace_back(rows.columns[attribute], labels);
    of_tables.emplace_back(table.columns[static_cast<std::size_t>(place)], labels);
  }
}

Expansion::Expansion(const Population& population, const CoverRows& rows, const IndexedColumns& columns,
                     bool others_are_free)
    : population_(population),
      rows_(rows),
      columns_(columns),
      others_are_free_(others_are_free),
      tables_(population.tables().size()),
      inside_(tables_.size()),
      of_others_(tables_.size()) {
  for (const Attribute& attribute : population.attributes()) gains_.emplace_back(attribute.labels.size());
}

Cube Expansion::grow(std::size_t seed, Strategy strategy, const std::vector<std::uint8_t>& fresh) {
  start(seed, fresh);
  std::vector<std::size_t> left(gains_.size());
  std::iota(left.begin(), left.end(), std::size_t{0});
  if (strategy == Strategy::descending) std::ranges::reverse(left);
  while (!left.empty()) {
    const auto next = choose(left, strategy);
    widen(*next, fresh);
    left.erase(next);
  }
  return cube_;
}

void Expansion::start(std::size_t seed, const std::vector<std::uint8_t>& fresh) {
  cube_.clear();
  outside_.start(rows_.roles.size());
  for (std::size_t table = 0; table < tables_.size(); ++table) tables_[table].start(population_.tables()[table].rows);
  worth_.assign(gains_.size(), std::nullopt);
  for (std::size_t attribute = 0; attribute < gains_.size(); ++attribute) {
    std::ranges::fill(gains_[attribute], Gain{});
    const Value value = rows_.columns[attribute][seed];
    cube_.emplace_back(gains_[attribute].size(), std::uint8_t{0})[value] = 1;
    outside_.narrow(columns_.of_rows[attribute], value, attribute);
    tables_[population_.table_of(attribute)].narrow(columns_.of_tables[attribute], value, attribute);
  }
  for (std::size_t row = 0; row < rows_.roles.size(); ++row)
    if (outside_.misses[row] == 1) gain_row(row, fresh);
  for (std::size_t table = 0; table < tables_.size(); ++table) {
    const std::vector<std::uint16_t>& misses = tables_[table].misses;
    inside_[table] = 0;
    for (std::size_t row = 0; row < misses.size(); ++row)
      if (misses[row] <= 1) gain_row_of_table(table, row);
  }
  multiply_inside();
}

/// Counts a row that one attribute keeps out.
void Expansion::gain_row(std::size_t row, const std::vector<std::uint8_t>& fresh) {
  const std::size_t attribute = outside_.sum[row];
  worth_[attribute].reset();
  Gain& gain = gains_[attribute][rows_.columns[attribute][row]];
  gain.covered += rows_.roles[row] == Role::covered;
  gain.others += rows_.roles[row] == Role::other;
  gain.unjudged += rows_.roles[row] == Role::unjudged || rows_.roles[row] == Role::undecided;
  gain.fresh += fresh[row];
}

/// Counts a row that is inside, or that one attribute keeps out.
void Expansion::gain_row_of_table(std::size_t table, std::size_t row) {
  if (tables_[table].misses[row] == 0) {
    ++inside_[table];
    return;
  }
  const std::size_t attribute = tables_[table].sum[row];
  worth_[attribute].reset();
  ++gains_[attribute][columns_.of_tables[attribute].values()[row]].inputs;
}

void Expansion::multiply_inside() {
  for (std::size_t table = 0; table < inside_.size(); ++table) {
    Ordinal product = 1;
    for (std::size_t other = 0; other < inside_.size(); ++other)
      if (other != table) product *= inside_[other];
    if (std::exchange(of_others_[table], product) == product) continue;
    for (const std::size_t attribute : population_.tables()[table].attributes) worth_[attribute].reset();
  }
}

bool Expansion::can_add(std::size_t attribute, Value value) const {
  const Gain& gain = gains_[attribute][value];
  return gain.inputs * of_others_[population_.table_of(attribute)] ==
         Ordinal{gain.covered} + gain.unjudged + (others_are_free_ ? gain.others : 0);
}

Worth Expansion::worth_of(std::size_t attribute) const {
  Worth worth{.drops = true};
  for (std::size_t value = 0; value < gains_[attribute].size(); ++value) {
    if (cube_[attribute][value]) continue;
    if (can_add(attribute, static_cast<Value>(value)))
      worth.fresh += gains_[attribute][value].fresh;
    else
      worth.drops = false;
  }
  return worth;
}

std::vector<std::size_t>::iterator Expansion::choose(std::vector<std::size_t>& left, Strategy strategy) {
  if (strategy != Strategy::dropping && strategy != Strategy::gaining) return left.begin();
  return std::ranges::max_element(left, {}, [&](std::size_t attribute) {
    std::optional<Worth>& worth = worth_[attribute];
    if (!worth) worth = worth_of(attribute);
    const Ordinal drops = worth->drops;
    return strategy == Strategy::dropping ? std::pair(drops, worth->fresh) : std::pair(worth->fresh, drops);
  });
}

/// Adds every value that can be added. Values with which inputs only fail in another way are left out, unless all
/// values can be added.
void Expansion::widen(std::size_t attribute, const std::vector<std::uint8_t>& fresh) {
  const bool drop = worth_of(attribute).drops;
  std::vector<std::uint8_t> added(gains_[attribute].size());
  bool any = false;
  for (std::size_t value = 0; value < added.size(); ++value) {
    const Gain& gain = gains_[attribute][value];
    if (cube_[attribute][value] || !can_add(attribute, static_cast<Value>(value))) continue;
    added[value] = drop || gain.covered > 0 || gain.others == 0;
    cube_[attribute][value] |= added[value];
    any |= added[value] != 0;
  }
  if (!any) return;
  outside_.widen(columns_.of_rows[attribute], added, attribute, [&](std::size_t row) {
    if (outside_.misses[row] == 1) gain_row(row, fresh);
  });
  const std::size_t table = population_.table_of(attribute);
  tables_[table].widen(columns_.of_tables[attribute], added, attribute,
                       [&](std::size_t row) { gain_row_of_table(table, row); });
  multiply_inside();
}

}  // namespace smallscope::clustering
