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

void Outside::narrow(const Column& column, Value value, std::size_t attribute) {
  const auto miss = [&](std::size_t row) {
    ++misses[row];
    sum[row] ^= static_cast<std::uint32_t>(attribute);
  };
  if (!column.is_sparse()) {
    const std::span<const Value> values = column.values();
    for (std::size_t row = 0; row < values.size(); ++row) {
      const bool misses_it = values[row] != value;
      misses[row] += misses_it;
      sum[row] ^= misses_it ? static_cast<std::uint32_t>(attribute) : 0;
    }
    return;
  }
  if (column.common() != value) {
    for (std::size_t row = 0; row < misses.size(); ++row) miss(row);
    column.for_each_of(value, [&](std::size_t row) {
      --misses[row];
      sum[row] ^= static_cast<std::uint32_t>(attribute);
    });
    return;
  }
  for (const std::uint32_t row : column.rare_rows()) miss(row);
}

template <class Use>
void Outside::widen(const Column& column, const std::vector<std::uint8_t>& added, std::size_t attribute, Use&& use) {
  column.for_each_with(added, [&](std::size_t row, Value) {
    sum[row] ^= static_cast<std::uint32_t>(attribute);
    if (--misses[row] <= 1) use(row);
  });
}

void NextAttribute::start(std::size_t attributes, Strategy strategy) {
  strategy_ = strategy;
  taken_ = 0;
  is_taken_.assign(attributes, 0);
  is_current_.assign(attributes, 0);
  version_.assign(attributes, 0);
  stale_.resize(attributes);
  std::iota(stale_.begin(), stale_.end(), std::size_t{0});
  candidates_ = {};
}

template <class WorthOf>
std::size_t NextAttribute::take(WorthOf&& worth_of) {
  const std::size_t number = taken_++;
  if (strategy_ == Strategy::ascending) return number;
  if (strategy_ == Strategy::descending) return is_taken_.size() - 1 - number;
  for (const std::size_t attribute : stale_) {
    is_current_[attribute] = 1;
    if (is_taken_[attribute]) continue;
    const Worth worth = worth_of(attribute);
    const Ordinal drops = worth.drops;
    candidates_.push(
        {strategy_ == Strategy::dropping ? std::pair(drops, worth.fresh) : std::pair(worth.fresh, drops), attribute,
         ++version_[attribute]});
  }
  stale_.clear();
  for (;;) {
    const Candidate best = candidates_.top();
    candidates_.pop();
    if (is_taken_[best.attribute] || best.version != version_[best.attribute]) continue;
    is_taken_[best.attribute] = 1;
    return best.attribute;
  }
}

Expansion::Expansion(const Population& population, const CoverRows& rows, bool others_are_free)
    : population_(population),
      rows_(rows),
      others_are_free_(others_are_free),
      tables_(population.tables().size()),
      inside_(tables_.size()),
      of_others_(tables_.size()) {
  for (const Attribute& attribute : population.attributes()) gains_.emplace_back(attribute.labels.size());
}

Cube Expansion::grow(std::size_t seed, Strategy strategy, const std::vector<std::uint8_t>& fresh) {
  next_.start(gains_.size(), strategy);
  start(seed, fresh);
  for (std::size_t widened = 0; widened < gains_.size(); ++widened)
    widen(next_.take([&](std::size_t attribute) { return worth_of(attribute); }), fresh);
  return cube_;
}

void Expansion::start(std::size_t seed, const std::vector<std::uint8_t>& fresh) {
  cube_.clear();
  outside_.start(rows_.roles.size());
  for (std::size_t table = 0; table < tables_.size(); ++table) tables_[table].start(population_.tables()[table].rows);
  for (std::size_t attribute = 0; attribute < gains_.size(); ++attribute) {
    std::ranges::fill(gains_[attribute], Gain{});
    const Value value = rows_.columns[attribute][seed];
    cube_.emplace_back(gains_[attribute].size(), std::uint8_t{0})[value] = 1;
    outside_.narrow(rows_.columns[attribute], value, attribute);
    tables_[population_.table_of(attribute)].narrow(population_.column_of(attribute), value, attribute);
  }
  for (std::size_t row = 0; row < rows_.roles.size(); ++row)
    if (outside_.misses[row] == 1) gain_row(row, fresh);
  for (std::size_t table = 0; table < tables_.size(); ++table) {
    const std::vector<std::uint32_t>& misses = tables_[table].misses;
    inside_[table] = 0;
    for (std::size_t row = 0; row < misses.size(); ++row)
      if (misses[row] <= 1) gain_row_of_table(table, row);
  }
  multiply_inside();
}

/// Counts a row that one attribute keeps out.
void Expansion::gain_row(std::size_t row, const std::vector<std::uint8_t>& fresh) {
  const std::size_t attribute = outside_.sum[row];
  next_.changed(attribute);
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
  next_.changed(attribute);
  ++gains_[attribute][population_.column_of(attribute)[row]].inputs;
}

void Expansion::multiply_inside() {
  for (std::size_t table = 0; table < inside_.size(); ++table) {
    Ordinal product = 1;
    for (std::size_t other = 0; other < inside_.size(); ++other)
      if (other != table) product *= inside_[other];
    if (std::exchange(of_others_[table], product) == product) continue;
    for (const std::size_t attribute : population_.tables()[table].attributes) next_.changed(attribute);
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
  outside_.widen(rows_.columns[attribute], added, attribute, [&](std::size_t row) {
    if (outside_.misses[row] == 1) gain_row(row, fresh);
  });
  const std::size_t table = population_.table_of(attribute);
  tables_[table].widen(population_.column_of(attribute), added, attribute,
                       [&](std::size_t row) { gain_row_of_table(table, row); });
  multiply_inside();
}

}  // namespace smallscope::clustering
