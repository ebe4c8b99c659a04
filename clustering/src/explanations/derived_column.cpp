// SPDX-License-Identifier: Apache-2.0
#include "explanations/derived_column.hpp"

#include <algorithm>

namespace smallscope::clustering {

namespace {

using ColumnOf = std::function<const Column&(std::size_t attribute)>;

/// The values of a column in rows that are asked for in ascending order.
class Cursor {
 public:
  explicit Cursor(const Column& column) : column_(column) {}
  Value at(std::size_t row) {
    if (!column_.is_sparse()) return column_.values()[row];
    const auto rare = column_.rare_rows();
    while (next_ < rare.size() && rare[next_] < row) ++next_;
    return next_ < rare.size() && rare[next_] == row ? column_.rare_values()[next_] : column_.common();
  }

 private:
  const Column& column_;
  std::size_t next_ = 0;
};

/// Whether some of the attributes has the label: there may be thousands of them, of which each row has few.
Column some_has(const std::string& label, const std::vector<std::size_t>& of, const std::vector<Attribute>& attributes,
                const ColumnOf& column_of) {
  std::vector<Value> has(column_of(of.front()).size());
  for (const std::size_t attribute : of) {
    const std::vector<std::string>& labels = attributes[attribute].labels;
    const auto value = static_cast<std::size_t>(std::ranges::find(labels, label) - labels.begin());
    if (value < labels.size())
      column_of(attribute).for_each_of(static_cast<Value>(value), [&](std::size_t row) { has[row] = 1; });
  }
  return Column(std::move(has));
}

}  // namespace

Column derived_column(const DerivedAttribute& derived, const std::vector<Attribute>& attributes,
                      const ColumnOf& column_of) {
  if (derived.kind == DerivedAttribute::Kind::some_item)
    return some_has(derived.of[1], derived.from, attributes, column_of);
  std::vector<Cursor> cursors;
  std::vector<Value> values;
  std::vector<std::uint32_t> rows;  // that are rare in some column
  bool are_sparse = true;
  for (const std::size_t attribute : derived.from) {
    const Column& column = column_of(attribute);
    cursors.emplace_back(column);
    are_sparse = are_sparse && column.is_sparse();
    if (!column.is_sparse()) continue;
    values.push_back(column.common());
    rows.insert(rows.end(), column.rare_rows().begin(), column.rare_rows().end());
  }
  const auto value_in = [&](std::size_t row) {
    for (std::size_t i = 0; i < cursors.size(); ++i) values[i] = cursors[i].at(row);
    return derived.value(values);
  };
  const std::size_t size = column_of(derived.from.front()).size();
  if (!are_sparse) {
    values.resize(cursors.size());
    std::vector<Value> column(size);
    for (std::size_t row = 0; row < size; ++row) column[row] = value_in(row);
    return Column(std::move(column));
  }
  const Value common = derived.value(values);
  std::ranges::sort(rows);
  rows.erase(std::ranges::unique(rows).begin(), rows.end());
  std::vector<std::uint32_t> rare;
  std::vector<Value> rare_values;
  for (const std::uint32_t row : rows)
    if (const Value value = value_in(row); value != common) {
      rare.push_back(row);
      rare_values.push_back(value);
    }
  return {size, common, std::move(rare), std::move(rare_values)};
}

}  // namespace smallscope::clustering
