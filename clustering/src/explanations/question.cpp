// SPDX-License-Identifier: Apache-2.0
#include "explanations/question.hpp"

#include "explanations/derived_column.hpp"

namespace smallscope::clustering {

std::vector<Column> columns_of(const Population& population, std::span<const Ordinal> ordinals) {
  std::vector<std::vector<std::size_t>> selected(population.tables().size());  // by table: rows
  std::vector<std::size_t> rows;
  for (const Ordinal ordinal : ordinals) {
    population.rows(ordinal, rows);
    for (std::size_t table = 0; table < rows.size(); ++table) selected[table].push_back(rows[table]);
  }
  std::vector<Column> columns(population.attributes().size());
  for (std::size_t number = 0; number < selected.size(); ++number) {
    const PopulationTable& table = population.tables()[number];
    const Selection selection(std::move(selected[number]), table.rows);
    for (std::size_t place = 0; place < table.attributes.size(); ++place)
      columns[table.attributes[place]] = table.columns[place].of(selection);
  }
  return columns;
}

Column column_of(const Question& question, const DerivedAttribute& derived) {
  return derived_column(derived, question.population->attributes(),
                        [&](std::size_t attribute) -> const Column& { return question.rows.columns[attribute]; });
}

Question with(const Question& question, const DerivedAttribute& derived) {
  Question more = question;
  more.population = std::make_shared<Population>(question.population->with(derived));
  more.derived.push_back(derived);
  more.rows.columns.push_back(column_of(question, derived));
  return more;
}

}  // namespace smallscope::clustering
