// SPDX-License-Identifier: Apache-2.0
#include "explanations/neighbours.hpp"

#include <algorithm>
#include <unordered_map>

#include "explanations/fingerprint.hpp"

namespace smallscope::clustering {

namespace {

constexpr auto first_of = [](const std::pair<std::uint64_t, std::size_t>& pair) { return pair.first; };

}  // namespace

Neighbours::Neighbours(const Population& population, std::span<const Ordinal> members)
    : population_(population), members_(members), rows_(members.size()), tables_(population.tables().size()) {
  for (std::size_t i = 0; i < members.size(); ++i) population.rows(members[i], rows_[i]);
}

const Neighbours::Table& Neighbours::table_of(std::size_t number, bool ascending) {
  Table& table = tables_[number];
  const PopulationTable& of = population_.tables()[number];
  if (table.fingerprints.empty()) {
    table.fingerprints.resize(of.rows);
    for (std::size_t place = 0; place < of.attributes.size(); ++place)
      if (!is_computed(population_.attributes()[of.attributes[place]]))
        add_to(table.fingerprints, of.columns[place], of.attributes[place]);
  }
  if (ascending && table.ascending.empty()) {
    for (std::size_t row = 0; row < of.rows; ++row) table.ascending.emplace_back(table.fingerprints[row], row);
    std::ranges::sort(table.ascending);
  }
  return table;
}

void Neighbours::for_each(std::size_t attribute, const std::function<bool(Ordinal member, Ordinal other)>& visit) {
  const std::size_t number = population_.table_of(attribute);
  const Column& column = population_.column_of(attribute);
  const Table& table = table_of(number, column.is_sparse());
  const auto others_of = [&](std::size_t row, Value value) {
    return table.fingerprints[row] - fingerprint_in(column, attribute, value);
  };
  bool goes_on = true;
  const auto visit_pair = [&](std::size_t member, std::size_t row) {
    std::vector<std::size_t> rows = rows_[member];
    rows[number] = row;
    goes_on = goes_on && visit(members_[member], population_.ordinal(rows));
  };
  std::unordered_map<std::uint64_t, std::vector<std::size_t>> members;  // by what their other choices are
  for (std::size_t i = 0; i < members_.size(); ++i) {
    const std::size_t row = rows_[i][number];
    const Value value = column[row];
    const std::uint64_t others = others_of(row, value);
    members[others].push_back(i);
    // The common value of a sparse column is not held.
    if (!column.is_sparse() || value == column.common()) continue;
    for (const auto& [fingerprint, other] : std::ranges::equal_range(table.ascending, others, {}, first_of))
      if (column[other] == column.common()) visit_pair(i, other);
  }
  column.for_each_held([&](std::size_t row, Value value) {
    const auto found = goes_on ? members.find(others_of(row, value)) : members.end();
    if (found == members.end()) return;
    for (const std::size_t i : found->second)
      if (column[rows_[i][number]] != value) visit_pair(i, row);
  });
}

}  // namespace smallscope::clustering
