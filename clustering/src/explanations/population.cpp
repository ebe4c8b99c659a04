// SPDX-License-Identifier: Apache-2.0
#include <smallscope/clustering/explanations/population.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <unordered_map>

#include "explanations/columns.hpp"

namespace smallscope::clustering {

namespace {

constexpr Value unset = ~Value{0};

/// Names and labels get numbers when they are first met.
class Attributes {
 public:
  std::size_t attribute(const std::string& name) {
    const auto [found, added] = by_name_.try_emplace(name, all_.size());
    if (added) {
      all_.push_back({name, {}});
      by_label_.emplace_back();
    }
    return found->second;
  }
  Value value(std::size_t attribute, const std::string& label) {
    auto& known = by_label_[attribute];
    const auto [found, added] = known.try_emplace(label, static_cast<Value>(known.size()));
    if (added) all_[attribute].labels.push_back(label);
    return found->second;
  }
  std::vector<Attribute>& all() { return all_; }

 private:
  std::vector<Attribute> all_;
  std::unordered_map<std::string, std::size_t> by_name_;
  std::vector<std::unordered_map<std::string, Value>> by_label_;
};

/// What the levels of one factor make of every attribute, while the other factors have their first level.
struct Varied {
  std::size_t rows = 0;
  std::vector<std::vector<Value>> columns;  ///< by attribute; empty for attributes that were not met
};

Varied vary(std::size_t rows, Ordinal stride, const Population::ChoicesOf& choices, bool with_index,
            Attributes& attributes, Ordinal most_values) {
  Varied varied{rows, {}};
  Ordinal values = 0;
  for (std::size_t row = 0; row < rows; ++row) {
    for (const generators::Choice& choice : choices(row * stride)) {
      const std::size_t attribute = attributes.attribute(choice.name);
      if (varied.columns.size() <= attribute) varied.columns.resize(attribute + 1);
      auto& column = varied.columns[attribute];
      if (column.empty()) {
        if (values += rows; values > most_values)
          throw ExplanationError(
              fmt::format("one of the independent choices of the space has {} alternatives, which make at least {} "
                          "different choices; explanations take at most {} values of choices",
                          rows, values / rows, most_values));
        column.assign(rows, unset);
      }
      column[row] =
          attributes.value(attribute, with_index ? fmt::format("{} #{}", choice.label, choice.index) : choice.label);
    }
  }
  for (std::size_t attribute = 0; attribute < varied.columns.size(); ++attribute)
    for (Value& value : varied.columns[attribute])
      if (value == unset) value = attributes.value(attribute, "");
  return varied;
}

/// Leaves out labels that no row has; `column` then has the numbers of the others.
void drop_unused(Attribute& attribute, std::vector<Value>& column) {
  std::vector<Value> number(attribute.labels.size(), unset);
  for (const Value value : column) number[value] = 0;
  std::vector<std::string> used;
  for (std::size_t value = 0; value < number.size(); ++value) {
    if (number[value] == unset) continue;
    number[value] = static_cast<Value>(used.size());
    used.push_back(std::move(attribute.labels[value]));
  }
  attribute.labels = std::move(used);
  for (Value& value : column) value = number[value];
}

/// Whether two rows have the same values, so that a label stands for two alternatives.
bool repeats_a_row(const Varied& varied) {
  std::vector<const std::vector<Value>*> columns;
  for (const auto& column : varied.columns)
    if (!column.empty() && !is_constant(column)) columns.push_back(&column);
  std::vector<std::uint32_t> order(varied.rows);
  std::iota(order.begin(), order.end(), 0u);
  const auto compare = [&](std::uint32_t a, std::uint32_t b) {
    for (const auto* column : columns)
      if ((*column)[a] != (*column)[b]) return (*column)[a] < (*column)[b] ? -1 : 1;
    return 0;
  };
  std::ranges::sort(order, [&](auto a, auto b) { return compare(a, b) < 0; });
  return std::ranges::adjacent_find(order, [&](auto a, auto b) { return compare(a, b) == 0; }) != order.end();
}

/// Computes the last column of the table from the values of the attributes that are read, and the row.
template <class Compute>
void fill(PopulationTable& table, const std::vector<std::size_t>& attributes, Compute&& compute) {
  std::vector<std::size_t> read;
  for (const std::size_t attribute : attributes)
    read.push_back(static_cast<std::size_t>(std::ranges::find(table.attributes, attribute) - table.attributes.begin()));
  std::vector<Value> values(read.size());
  for (std::size_t row = 0; row < table.rows; ++row) {
    for (std::size_t place = 0; place < read.size(); ++place) values[place] = table.columns[read[place]][row];
    table.columns.back()[row] = compute(values, row);
  }
}

}  // namespace

Population::Population(const std::vector<Ordinal>& factors, const ChoicesOf& choices, Ordinal values)
    : radix_(factors) {
  if (radix_.size() == 0) throw ExplanationError("the space is empty, so nothing can be explained");
  Attributes attributes;
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
    Varied varied = vary(rows, stride, choices, false, attributes, values);
    if (repeats_a_row(varied)) varied = vary(rows, stride, choices, true, attributes, values);
    PopulationTable table{{factor}, rows, {}, {}};
    owner.resize(attributes.all().size());
    for (std::size_t attribute = 0; attribute < varied.columns.size(); ++attribute) {
      if (varied.columns[attribute].empty() || is_constant(varied.columns[attribute])) continue;
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
  std::vector<std::size_t> number(attributes.all().size());
  for (std::size_t attribute = 0; attribute < number.size(); ++attribute) {
    const bool changes = attribute < owner.size() && owner[attribute];
    number[attribute] = attributes_.size();
    (changes ? attributes_ : constants_).push_back(std::move(attributes.all()[attribute]));
  }
  table_of_.resize(attributes_.size());
  for (std::size_t table = 0; table < tables_.size(); ++table)
    for (std::size_t place = 0; place < tables_[table].attributes.size(); ++place) {
      std::size_t& attribute = tables_[table].attributes[place];
      attribute = number[attribute];
      table_of_[attribute] = table;
      drop_unused(attributes_[attribute], tables_[table].columns[place]);
    }
}

void Population::rows(Ordinal ordinal, std::vector<std::size_t>& rows) const {
  generators::LevelRow levels;
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
  return radix_.ordinal(levels);
}

void Population::values(Ordinal ordinal, std::vector<Value>& values) const {
  std::vector<std::size_t> row;
  rows(ordinal, row);
  values.resize(attributes_.size());
  for (std::size_t table = 0; table < tables_.size(); ++table)
    for (std::size_t place = 0; place < tables_[table].attributes.size(); ++place)
      values[tables_[table].attributes[place]] = tables_[table].columns[place][row[table]];
}

bool Population::describes(Ordinal ordinal, const generators::Choices& choices) const {
  std::vector<Value> of_input;
  values(ordinal, of_input);
  for (std::size_t i = 0; i < of_input.size(); ++i) {
    const Attribute& attribute = attributes_[i];
    if (is_computed(attribute)) continue;
    const std::string& label = attribute.labels[of_input[i]];
    const auto choice = std::ranges::find(choices, attribute.name, &generators::Choice::name);
    if (choice == choices.end()
            ? !label.empty()
            : label != choice->label && label != fmt::format("{} #{}", choice->label, choice->index))
      return false;
  }
  return true;
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

Ordinal Population::rows_with(const DerivedAttribute& derived) const { return rows_of(tables_of(derived.from)); }

Population Population::joined(const std::vector<std::size_t>& tables, Attribute attribute) const {
  PopulationTable table{.rows = static_cast<std::size_t>(rows_of(tables))};
  std::size_t stride = table.rows;
  for (const std::size_t old : tables) {
    const PopulationTable& part = tables_[old];
    stride /= part.rows;
    table.factors.insert(table.factors.end(), part.factors.begin(), part.factors.end());
    for (std::size_t place = 0; place < part.attributes.size(); ++place) {
      table.attributes.push_back(part.attributes[place]);
      auto& column = table.columns.emplace_back(table.rows);
      for (std::size_t row = 0; row < table.rows; ++row) column[row] = part.columns[place][row / stride % part.rows];
    }
  }
  Population result(radix_);
  result.left_out_ = left_out_;
  result.attributes_ = attributes_;
  result.constants_ = constants_;
  result.attributes_.push_back(std::move(attribute));
  table.attributes.push_back(attributes_.size());
  table.columns.emplace_back(table.rows);
  for (std::size_t old = 0; old < tables_.size(); ++old)
    if (std::ranges::find(tables, old) == tables.end()) result.tables_.push_back(tables_[old]);
  result.tables_.push_back(std::move(table));
  result.table_of_.resize(result.attributes_.size());
  for (std::size_t place = 0; place < result.tables_.size(); ++place)
    for (const std::size_t of_table : result.tables_[place].attributes) result.table_of_[of_table] = place;
  return result;
}

std::vector<Value> Population::column(const DerivedAttribute& derived) const {
  const std::vector<std::size_t> tables = tables_of(derived.from);
  struct Read {
    const std::vector<Value>* column;
    std::size_t stride;
  };
  std::vector<Read> read(derived.from.size());
  std::vector<Value> result(static_cast<std::size_t>(rows_of(tables)));
  std::size_t stride = result.size();
  for (const std::size_t number : tables) {
    const PopulationTable& table = tables_[number];
    stride /= table.rows;
    for (std::size_t i = 0; i < read.size(); ++i) {
      const auto place = std::ranges::find(table.attributes, derived.from[i]);
      if (place != table.attributes.end())
        read[i] = {&table.columns[static_cast<std::size_t>(place - table.attributes.begin())], stride};
    }
  }
  std::vector<Value> values(read.size());
  for (std::size_t row = 0; row < result.size(); ++row) {
    for (std::size_t i = 0; i < read.size(); ++i)
      values[i] = (*read[i].column)[row / read[i].stride % read[i].column->size()];
    result[row] = derived.value(values);
  }
  return result;
}

Population Population::with(const DerivedAttribute& derived) const {
  if (const Ordinal rows = rows_with(derived); rows > most_rows)
    throw ExplanationError(fmt::format("the attribute `{}` needs a table of {} rows; at most {} are made", derived.name,
                                       generators::size_text(rows), most_rows));
  Population result = joined(tables_of(derived.from), {derived.name, derived.labels, true});
  result.tables_.back().columns.back() = column(derived);
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
    if (std::ranges::find(known, name) == known.end())
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
  Population result = joined(tables, {.name = declared.name, .labels = {}, .is_declared = true});
  Attribute& attribute = result.attributes_.back();
  std::vector<std::size_t> row_of_table(result.tables_.size());
  std::map<std::vector<Value>, Value> computed;
  std::map<std::string, Value> numbers;
  fill(result.tables_.back(), read, [&](const std::vector<Value>& values, std::size_t row) {
    const auto [place, is_new] = computed.try_emplace(values);
    if (!is_new) return place->second;
    row_of_table.back() = row;
    const Ordinal ordinal = result.ordinal(row_of_table);
    try {
      const std::string label = generators::label_of(declared, choices(ordinal));
      const auto [number, added] = numbers.try_emplace(label, static_cast<Value>(numbers.size()));
      if (added) attribute.labels.push_back(label);
      return place->second = number->second;
    } catch (const generators::AttributeError& error) {
      throw ExplanationError(fmt::format("{} (input {})", error.what(), ordinal));
    }
  });
  return attribute.labels.size() > 1 ? result : *this;
}

}  // namespace smallscope::clustering
