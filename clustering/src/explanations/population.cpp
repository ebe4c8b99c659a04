// SPDX-License-Identifier: Apache-2.0
#include <smallscope/clustering/explanations/population.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>

#include "explanations/derived_column.hpp"
#include "explanations/varied.hpp"

namespace smallscope::clustering {

std::string_view name(Attribute::Nothing nothing) {
  switch (nothing) {
    case Attribute::Nothing::empty:
      return "empty";
    case Attribute::Nothing::either:
      return "absent or empty";
    case Attribute::Nothing::absent:
      break;
  }
  return "absent";
}

Population::Population(const std::vector<Ordinal>& factors, const ChoicesOf& choices, Ordinal values)
    : radix_(factors) {
  if (radix_.size() == 0) throw ExplanationError("the space is empty, so nothing can be explained");
  NamedChoices named;
  std::vector<std::optional<std::size_t>> owner;  // by attribute: the factor whose levels change it
  bool shared = false;
  Ordinal stride = radix_.size();
  for (std::size_t factor = 0; factor < factors.size(); ++factor) {
    stride /= factors[factor];
    if (factors[factor] == 1) continue;
    if (factors[factor] > most_rows)
      throw ExplanationError(
          fmt::format("one of the independent choices of the space has {} alternatives; explanations take at most {}",
                      factors[factor], most_rows));
    const auto rows = static_cast<std::size_t>(factors[factor]);
    Varied varied = vary(rows, stride, choices, false, values, named);
    if (varied.has_two_equal_rows) varied = vary(rows, stride, choices, true, values, named);
    PopulationTable table{{factor}, rows, {}, {}};
    owner.resize(named.all().size());
    for (std::size_t attribute = 0; attribute < varied.columns.size(); ++attribute) {
      if (varied.columns[attribute].is_constant()) continue;
      shared |= owner[attribute].has_value();
      owner[attribute] = factor;
      table.attributes.push_back(attribute);
      table.columns.push_back(std::move(varied.columns[attribute]));
    }
    tables_.push_back(std::move(table));
  }
  if (shared) {  // not independent after all: one table of all inputs
    *this = Population({radix_.size()}, choices, values);
    return;
  }
  std::vector<std::size_t> number(named.all().size());
  std::vector<Attribute> changing;
  for (std::size_t attribute = 0; attribute < number.size(); ++attribute) {
    const bool changes = attribute < owner.size() && owner[attribute];
    number[attribute] = changing.size();
    (changes ? changing : constants_).push_back(std::move(named.all()[attribute]));
  }
  for (PopulationTable& table : tables_)
    for (std::size_t place = 0; place < table.attributes.size(); ++place) {
      table.attributes[place] = number[table.attributes[place]];
      table.columns[place] = without_unused(changing[table.attributes[place]], table.columns[place]);
    }
  attributes_ = std::move(changing);
  find_places();
}

Population Population::of_listed(std::vector<Ordinal> inputs, Ordinal size, const ChoicesOf& choices) {
  const auto listed = std::make_shared<const std::vector<Ordinal>>(std::move(inputs));
  Population result({listed->size()}, [&](Ordinal row) { return choices((*listed)[static_cast<std::size_t>(row)]); });
  result.listed_ = listed;
  result.not_listed_ = size - listed->size();
  return result;
}

void Population::find_places() {
  table_of_.resize(attributes_.size());
  place_of_.resize(attributes_.size());
  for (std::size_t table = 0; table < tables_.size(); ++table)
    for (std::size_t place = 0; place < tables_[table].attributes.size(); ++place) {
      table_of_[tables_[table].attributes[place]] = table;
      place_of_[tables_[table].attributes[place]] = place;
    }
}

void Population::append(std::size_t table, Attribute attribute, Column column) {
  table_of_.push_back(table);
  place_of_.push_back(tables_[table].attributes.size());
  tables_[table].attributes.push_back(attributes_.size());
  tables_[table].columns.push_back(std::move(column));
  attributes_.own().push_back(std::move(attribute));
}

void Population::rows(Ordinal ordinal, std::vector<std::size_t>& rows) const {
  generators::LevelRow levels;
  if (listed_) {
    const auto found = std::ranges::lower_bound(*listed_, ordinal);
    if (found == listed_->end() || *found != ordinal)
      throw std::out_of_range(fmt::format("input {} is not among those listed", ordinal));
    ordinal = static_cast<Ordinal>(found - listed_->begin());
  }
  radix_.levels(ordinal, levels);
  rows.clear();
  for (const PopulationTable& table : tables_) {
    std::size_t row = 0;
    for (const std::size_t factor : table.factors)
      row = row * static_cast<std::size_t>(radix_.factors()[factor]) + static_cast<std::size_t>(levels[factor]);
    rows.push_back(row);
  }
}

Ordinal Population::ordinal(std::span<const std::size_t> rows) const {
  generators::LevelRow levels(radix_.factors().size());
  for (std::size_t table = 0; table < tables_.size(); ++table) {
    std::size_t row = rows[table];
    for (std::size_t place = tables_[table].factors.size(); place-- > 0;) {
      const std::size_t factor = tables_[table].factors[place];
      levels[factor] = row % radix_.factors()[factor];
      row /= static_cast<std::size_t>(radix_.factors()[factor]);
    }
  }
  const Ordinal ordinal = radix_.ordinal(levels);
  return listed_ ? (*listed_)[static_cast<std::size_t>(ordinal)] : ordinal;
}

void Population::values(Ordinal ordinal, std::vector<Value>& values) const {
  std::vector<std::size_t> row;
  rows(ordinal, row);
  values.resize(attributes_.size());
  for (std::size_t attribute = 0; attribute < values.size(); ++attribute) values[attribute] = value(attribute, row);
}

std::vector<std::size_t> Population::tables_of(const std::vector<std::size_t>& attributes) const {
  std::set<std::size_t> tables;
  for (const std::size_t attribute : attributes) tables.insert(table_of_.at(attribute));
  return {tables.begin(), tables.end()};
}

Ordinal Population::rows_of(const std::vector<std::size_t>& tables) const {
  Ordinal rows = 1;
  for (const std::size_t table : tables) {
    if (rows > generators::uncounted / tables_[table].rows) return generators::uncounted;
    rows *= tables_[table].rows;
  }
  return rows;
}

Population Population::with_rows(std::span<const std::vector<std::size_t>> rows) const {
  std::vector<Ordinal> factors;
  for (const std::vector<std::size_t>& some : rows) factors.push_back(some.size());
  Population result{generators::MixedRadix(factors)};
  result.left_out_ = left_out_;
  result.attributes_ = attributes_;
  result.constants_ = constants_;
  for (std::size_t number = 0; number < tables_.size(); ++number) {
    const PopulationTable& table = tables_[number];
    const Selection selection(rows[number], table.rows);
    PopulationTable part{.factors = {number}, .rows = rows[number].size(), .attributes = table.attributes};
    for (const Column& column : table.columns) part.columns.push_back(column.of(selection));
    result.tables_.push_back(std::move(part));
  }
  result.find_places();
  return result;
}

Ordinal Population::rows_with(const DerivedAttribute& derived) const { return rows_of(tables_of(derived.from)); }

Population Population::joined(const std::vector<std::size_t>& tables) const {
  PopulationTable table{.rows = static_cast<std::size_t>(rows_of(tables))};
  std::size_t stride = table.rows;
  for (const std::size_t old : tables) {
    const PopulationTable& part = tables_[old];
    stride /= part.rows;
    table.factors.insert(table.factors.end(), part.factors.begin(), part.factors.end());
    table.attributes.insert(table.attributes.end(), part.attributes.begin(), part.attributes.end());
    for (const Column& column : part.columns)
      table.columns.push_back(column.repeated(stride, table.rows / part.rows / stride));
  }
  Population result(radix_);
  result.listed_ = listed_;
  result.not_listed_ = not_listed_;
  result.left_out_ = left_out_;
  result.attributes_ = attributes_;
  result.constants_ = constants_;
  for (std::size_t old = 0; old < tables_.size(); ++old)
    if (std::ranges::find(tables, old) == tables.end()) result.tables_.push_back(tables_[old]);
  result.tables_.push_back(std::move(table));
  result.find_places();
  return result;
}

Column Population::column(const DerivedAttribute& derived) const {
  const std::vector<std::size_t> tables = tables_of(derived.from);
  if (tables.size() == 1)
    return derived_column(derived, attributes_,
                          [&](std::size_t attribute) -> const Column& { return column_of(attribute); });
  const auto rows = static_cast<std::size_t>(rows_of(tables));
  std::vector<Column> repeated(derived.from.size());
  std::size_t stride = rows;
  for (const std::size_t table : tables) {
    stride /= tables_[table].rows;
    for (std::size_t i = 0; i < repeated.size(); ++i)
      if (table_of_[derived.from[i]] == table)
        repeated[i] = column_of(derived.from[i]).repeated(stride, rows / tables_[table].rows / stride);
  }
  return derived_column(derived, attributes_, [&](std::size_t attribute) -> const Column& {
    return repeated[static_cast<std::size_t>(std::ranges::find(derived.from, attribute) - derived.from.begin())];
  });
}

Population Population::with(const DerivedAttribute& derived) const {
  if (const Ordinal rows = rows_with(derived); rows > most_rows)
    throw ExplanationError(fmt::format("the attribute `{}` needs a table of {} rows; at most {} are made", derived.name,
                                       generators::size_text(rows), most_rows));
  Population result = joined(tables_of(derived.from));
  result.append(result.tables_.size() - 1, {derived.name, derived.labels, true}, column(derived));
  return result;
}

std::vector<std::size_t> Population::read_by(const generators::DeclaredAttribute& declared,
                                             const ChoicesOf& choices) const {
  std::vector<std::size_t> read;
  std::vector<std::string> known;
  for (const Attribute& attribute : attributes_) {
    if (attribute.name == declared.name)
      throw ExplanationError(fmt::format("the attribute `{0}` has the name of {1}; give it another name", declared.name,
                                         is_computed(attribute) ? "another attribute" : "a choice"));
    if (!is_computed(attribute)) known.push_back(attribute.name);
  }
  for (const generators::Choice& choice : choices(0))
    if (std::ranges::find(known, choice.name) == known.end()) known.push_back(choice.name);
  for (const std::string& name : declared.from) {
    if (std::ranges::find(known, name) == known.end() && not_listed_ == 0)
      throw ExplanationError(
          fmt::format("the attribute `{}` reads the choice `{}`, which no input makes; choices are {}", declared.name,
                      name, fmt::join(known, ", ")));
    const auto place = std::ranges::find(attributes_, name, &Attribute::name);
    if (place != attributes_.end()) read.push_back(static_cast<std::size_t>(place - attributes_.begin()));
  }
  return read;
}

Population Population::with(const generators::DeclaredAttribute& declared, const ChoicesOf& choices) const {
  const std::vector<std::size_t> read = read_by(declared, choices);
  const std::vector<std::size_t> tables = tables_of(read);
  if (const Ordinal rows = rows_of(tables); rows > most_rows_of_declared) {
    Population without = *this;
    without.left_out_.push_back(fmt::format(
        "the attribute `{}` is left out of explanations, because it needs a table of {} rows and at most {} are made",
        declared.name, generators::size_text(rows), most_rows_of_declared));
    return without;
  }
  Population result = joined(tables);
  Attribute attribute{.name = declared.name, .labels = {}, .is_declared = true};
  std::vector<std::size_t> row_of_table(result.tables_.size());
  std::map<std::vector<Value>, Value> computed;
  std::map<std::string, Value> numbers;
  const auto compute = [&](std::size_t row) {
    row_of_table.back() = row;
    std::vector<Value> values;
    for (const std::size_t each : read) values.push_back(result.value(each, row_of_table));
    const auto [place, is_new] = computed.try_emplace(std::move(values));
    if (!is_new) return place->second;
    const Ordinal ordinal = result.ordinal(row_of_table);
    try {
      const std::string label = generators::label_of(declared, choices(ordinal));
      const auto [number, added] = numbers.try_emplace(label, static_cast<Value>(numbers.size()));
      if (added) attribute.labels.push_back(label);
      return place->second = number->second;
    } catch (const generators::AttributeError& error) {
      throw ExplanationError(fmt::format("{} (input {})", error.what(), ordinal));
    }
  };
  std::vector<Value> column(result.tables_.back().rows);
  for (std::size_t row = 0; row < column.size(); ++row) column[row] = compute(row);
  if (attribute.labels.size() < 2) return *this;
  result.append(result.tables_.size() - 1, std::move(attribute), Column(std::move(column)));
  return result;
}

}  // namespace smallscope::clustering
