// SPDX-License-Identifier: Apache-2.0
#include "explanations/expansion.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

namespace smallscope::clustering {

namespace {

Value modal_value(const Column& column) {
  if (column.is_sparse()) return column.common();
  if (column.size() == 0) return 0;
  const std::vector<std::size_t> counts = column.counts(*std::ranges::max_element(column.values()) + std::size_t{1});
  return static_cast<Value>(std::ranges::max_element(counts) - counts.begin());
}

}  // namespace

ModalRows::ModalRows(std::size_t rows, const std::vector<std::size_t>& attributes, ColumnOf column_of)
    : column_of_(std::move(column_of)), rows_(rows) {
  for (const std::size_t attribute : attributes) {
    const Value modal = modal_value(column(attribute));
    values_.push_back({attribute, modal});
    column(attribute).for_each_held([&](std::size_t row, Value value) {
      const bool is_missed = value != modal;
      rows_[row].attributes += is_missed;
      rows_[row].which ^= is_missed ? static_cast<std::uint32_t>(attribute) : 0;
    });
  }
}

void Outside::start(const std::function<Value(std::size_t attribute)>& value_of) {
  rows_ = modal_->rows();
  Missed all;  // by an input that has no value in common with any row
  for (const auto& [attribute, modal] : modal_->values()) {
    const Value own = value_of(attribute);
    if (own == modal) continue;
    ++all.attributes;
    all.which ^= static_cast<std::uint32_t>(attribute);
    // Rows of other values than the modal one are counted twice so far.
    Missed* const rows = rows_.data();
    modal_->column(attribute).for_each_held(
        [=, modal = modal, which = static_cast<std::uint32_t>(attribute)](std::size_t row, Value value) {
          const std::uint32_t is_own = value == own, is_other = (value != own) & (value != modal);  // without a jump
          rows[row].attributes -= 2 * is_own + is_other;
          rows[row].which ^= which & (0 - is_other);
        });
  }
  if (all.attributes == 0) return;
  for (Missed& row : rows_) {
    row.attributes += all.attributes;
    row.which ^= all.which;
  }
}

template <class Use>
void Outside::widen(std::size_t attribute, std::span<const std::uint8_t> added, Use&& use) {
  modal_->column(attribute).for_each_with(added, [&](std::size_t number, Value) {
    Missed& row = rows_[number];
    row.which ^= static_cast<std::uint32_t>(attribute);
    if (--row.attributes <= 1) use(number);
  });
}

void NextAttribute::start(std::size_t attributes, Strategy strategy) {
  strategy_ = strategy;
  taken_ = untouched_ = 0;
  state_.assign(attributes, State::untouched);
  version_.assign(attributes, 0);
  stale_.clear();
  candidates_ = {};
}

NextAttribute::Candidate NextAttribute::candidate(std::size_t attribute, const Worth& worth) const {
  const Ordinal drops = worth.drops;
  return {strategy_ == Strategy::dropping ? std::pair(drops, worth.fresh) : std::pair(worth.fresh, drops), attribute,
          version_[attribute]};
}

template <class WorthOf>
std::size_t NextAttribute::take(WorthOf&& worth_of) {
  const std::size_t number = taken_++;
  if (strategy_ == Strategy::ascending) return number;
  if (strategy_ == Strategy::descending) return state_.size() - 1 - number;
  for (const std::size_t attribute : stale_) {
    state_[attribute] = State::current;
    ++version_[attribute];
    candidates_.push(candidate(attribute, worth_of(attribute)));
  }
  stale_.clear();
  const auto is_old = [&](const Candidate& each) {
    return state_[each.attribute] == State::taken || each.version != version_[each.attribute];
  };
  while (!candidates_.empty() && is_old(candidates_.top())) candidates_.pop();
  while (untouched_ < state_.size() && state_[untouched_] != State::untouched) ++untouched_;
  std::optional<Candidate> best;
  if (untouched_ < state_.size()) best = candidate(untouched_, {.fresh = 0, .drops = true});
  if (!candidates_.empty() && (!best || *best < candidates_.top())) {
    best = candidates_.top();
    candidates_.pop();
  }
  state_[best->attribute] = State::taken;
  return best->attribute;
}

Grounds::Grounds(const Population& population, const CoverRows& rows) {
  std::vector<std::size_t> attributes(population.attributes().size());
  std::iota(attributes.begin(), attributes.end(), std::size_t{0});
  inputs = std::make_shared<ModalRows>(rows.roles.size(), attributes, [&rows](std::size_t attribute) -> const Column& {
    return rows.columns[attribute];
  });
  for (const PopulationTable& table : population.tables())
    tables.push_back(std::make_shared<ModalRows>(
        table.rows, table.attributes,
        [&population](std::size_t attribute) -> const Column& { return population.column_of(attribute); }));
}

Expansion::Expansion(const Population& population, const CoverRows& rows, const Grounds& grounds, bool others_are_free)
    : population_(population),
      rows_(rows),
      others_are_free_(others_are_free),
      offsets_(offsets_of(population.attributes())),
      outside_(grounds.inputs),
      tables_(grounds.tables.begin(), grounds.tables.end()),
      inside_(tables_.size()),
      of_others_(tables_.size()),
      gains_(offsets_->back()),
      is_touched_(population.attributes().size()),
      touched_(tables_.size()) {}

Cube Expansion::grow(std::size_t seed, Strategy strategy, const std::vector<std::uint8_t>& fresh, const Cube* hull) {
  const std::size_t attributes = population_.attributes().size();
  next_.start(attributes, strategy);
  start(seed, fresh);
  for (std::size_t attribute = 0; hull != nullptr && attribute < attributes; ++attribute) {
    added_.assign((*hull)[attribute].begin(), (*hull)[attribute].end());
    for (std::size_t value = 0; value < added_.size(); ++value) added_[value] &= cube_[attribute][value] ^ 1;
    add(attribute, fresh);
  }
  for (std::size_t widened = 0; widened < attributes; ++widened)
    widen(next_.take([&](std::size_t attribute) { return worth_of(attribute); }), fresh);
  return cube_;
}

void Expansion::start(std::size_t seed, const std::vector<std::uint8_t>& fresh) {
  for (std::vector<std::size_t>& touched : touched_) {
    for (const std::size_t attribute : touched) {
      std::fill_n(gains_.begin() + static_cast<std::ptrdiff_t>((*offsets_)[attribute]), gains(attribute).size(),
                  Gain{});
      is_touched_[attribute] = 0;
    }
    touched.clear();
  }
  cube_ = Cube(offsets_, 0);
  std::vector<Value> values;
  for (std::size_t attribute = 0; attribute < cube_.size(); ++attribute) {
    values.push_back(rows_.columns[attribute][seed]);
    cube_[attribute][values.back()] = 1;
  }
  const auto value_of = [&](std::size_t attribute) { return values[attribute]; };
  outside_.start(value_of);
  for (std::size_t row = 0; row < outside_.size(); ++row)
    if (outside_[row].attributes == 1) gain_row(row, fresh);
  for (std::size_t table = 0; table < tables_.size(); ++table) {
    tables_[table].start(value_of);
    inside_[table] = 0;
    for (std::size_t row = 0; row < tables_[table].size(); ++row)
      if (tables_[table][row].attributes <= 1) gain_row_of_table(table, row);
  }
  multiply_inside();
}

/// Of an attribute whose worth changes.
Gain& Expansion::gain_of(std::size_t attribute, Value value) {
  if (!is_touched_[attribute]) touched_[population_.table_of(attribute)].push_back(attribute);
  is_touched_[attribute] = 1;
  next_.changed(attribute);
  return gains_[(*offsets_)[attribute] + value];
}

/// Counts a row that one attribute keeps out.
void Expansion::gain_row(std::size_t row, const std::vector<std::uint8_t>& fresh) {
  const std::size_t attribute = outside_[row].which;
  Gain& gain = gain_of(attribute, rows_.columns[attribute][row]);
  gain.covered += rows_.roles[row] == Role::covered;
  gain.others += rows_.roles[row] == Role::other;
  gain.unjudged += rows_.roles[row] == Role::unjudged || rows_.roles[row] == Role::undecided;
  gain.fresh += fresh[row];
}

/// Counts a row that is inside, or that one attribute keeps out.
void Expansion::gain_row_of_table(std::size_t table, std::size_t row) {
  if (tables_[table][row].attributes == 0) {
    ++inside_[table];
    return;
  }
  const std::size_t attribute = tables_[table][row].which;
  ++gain_of(attribute, population_.column_of(attribute)[row]).inputs;
}

void Expansion::multiply_inside() {
  for (std::size_t table = 0; table < inside_.size(); ++table) {
    Ordinal product = 1;
    for (std::size_t other = 0; other < inside_.size(); ++other)
      if (other != table) product *= inside_[other];
    if (std::exchange(of_others_[table], product) == product) continue;
    for (const std::size_t attribute : touched_[table]) next_.changed(attribute);
  }
}

bool Expansion::can_add(std::size_t attribute, Value value) const {
  const Gain& gain = gains(attribute)[value];
  return gain.inputs * of_others_[population_.table_of(attribute)] ==
         Ordinal{gain.covered} + gain.unjudged + (others_are_free_ ? gain.others : 0);
}

Worth Expansion::worth_of(std::size_t attribute) const {
  Worth worth{.drops = true};
  for (std::size_t value = 0; value < cube_[attribute].size(); ++value) {
    if (cube_[attribute][value]) continue;
    if (can_add(attribute, static_cast<Value>(value)))
      worth.fresh += gains(attribute)[value].fresh;
    else
      worth.drops = false;
  }
  return worth;
}

/// Adds every value that can be added. Values with which inputs only fail in another way are left out, unless all
/// values can be added.
void Expansion::widen(std::size_t attribute, const std::vector<std::uint8_t>& fresh) {
  const bool drop = worth_of(attribute).drops;
  added_.assign(cube_[attribute].size(), 0);
  for (std::size_t value = 0; value < added_.size(); ++value) {
    const Gain& gain = gains(attribute)[value];
    if (cube_[attribute][value] || !can_add(attribute, static_cast<Value>(value))) continue;
    added_[value] = drop || gain.covered > 0 || gain.others == 0;
  }
  add(attribute, fresh);
}

/// Adds the values in `added_`.
void Expansion::add(std::size_t attribute, const std::vector<std::uint8_t>& fresh) {
  if (std::ranges::find(added_, std::uint8_t{1}) == added_.end()) return;
  for (std::size_t value = 0; value < added_.size(); ++value) cube_[attribute][value] |= added_[value];
  outside_.widen(attribute, added_, [&](std::size_t row) {
    if (outside_[row].attributes == 1) gain_row(row, fresh);
  });
  const std::size_t table = population_.table_of(attribute);
  tables_[table].widen(attribute, added_, [&](std::size_t row) { gain_row_of_table(table, row); });
  multiply_inside();
}

}  // namespace smallscope::clustering
