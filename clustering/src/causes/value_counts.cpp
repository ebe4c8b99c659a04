// SPDX-License-Identifier: Apache-2.0
#include "causes/value_counts.hpp"

#include <algorithm>

namespace smallscope::clustering {

std::size_t ValueCounts::values_judged() const {
  return static_cast<std::size_t>(std::ranges::count_if(judged, [](Ordinal inputs) { return inputs > 0; }));
}

ValueCounts count_values(const Explainer& explainer, std::size_t attribute) {
  const Population& population = explainer.population();
  const std::size_t labels = population.attributes()[attribute].labels.size();
  const std::size_t rows = population.tables()[population.table_of(attribute)].rows;
  ValueCounts counts{std::vector<Ordinal>(labels), {}};
  for (const std::size_t inputs : population.column_of(attribute).counts(labels))
    counts.judged.push_back(inputs * (population.size() / rows));
  const Column& column = explainer.columns()[attribute];
  const std::size_t failing = explainer.failing().size();
  const auto count = [&](std::size_t row, Value value) {
    row < failing ? ++counts.failing[value] : --counts.judged[value];
  };
  if (!column.is_sparse()) {
    column.for_each(count);
    return counts;
  }
  Ordinal rare = 0;  // of those that fail
  for (std::size_t i = 0; i < column.rare_rows().size(); ++i) {
    count(column.rare_rows()[i], column.rare_values()[i]);
    rare += column.rare_rows()[i] < failing;
  }
  counts.failing[column.common()] += failing - rare;
  counts.judged[column.common()] -= column.size() - failing - (column.rare_rows().size() - rare);
  return counts;
}

}  // namespace smallscope::clustering
