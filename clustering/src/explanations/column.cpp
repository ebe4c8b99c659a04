// SPDX-License-Identifier: Apache-2.0
#include <smallscope/clustering/explanations/column.hpp>

#include <algorithm>
#include <functional>

namespace smallscope::clustering {

namespace {

/// Rare rows are visited out of order, so that listing them pays only if they are much fewer than all.
constexpr std::size_t rows_to_a_rare_one = 8;

bool are_rare(std::size_t rare, std::size_t rows) { return rare * rows_to_a_rare_one <= rows; }

}  // namespace

Selection::Selection(std::vector<std::size_t> rows, std::size_t size)
    : rows_(std::move(rows)), first_(size + 1), places_(rows_.size()) {
  for (const std::size_t row : rows_) ++first_[row + 1];
  for (std::size_t row = 0; row < size; ++row) first_[row + 1] += first_[row];
  std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
  for (std::size_t place = 0; place < rows_.size(); ++place)
    places_[next[rows_[place]]++] = static_cast<std::uint32_t>(place);
}

Column::Column(std::vector<Value> values) {
  auto held = std::make_shared<Held>();
  held->rows = values.size();
  std::vector<std::size_t> number;
  for (const Value value : values) {
    if (value >= number.size()) number.resize(value + std::size_t{1});
    ++number[value];
  }
  const auto most = std::ranges::max_element(number);
  if (most != number.end() && are_rare(values.size() - *most, values.size())) {
    held->is_sparse = true;
    held->common = static_cast<Value>(most - number.begin());
    for (std::size_t row = 0; row < values.size(); ++row) {
      if (values[row] == held->common) continue;
      held->rare_rows.push_back(static_cast<std::uint32_t>(row));
      held->values.push_back(values[row]);
    }
  } else {
    held->values = std::move(values);
  }
  held_ = std::move(held);
}

Column::Column(std::size_t rows, Value common, std::vector<std::uint32_t> rare_rows, std::vector<Value> rare_values) {
  if (!are_rare(rare_rows.size(), rows)) {
    std::vector<Value> values(rows, common);
    for (std::size_t i = 0; i < rare_rows.size(); ++i) values[rare_rows[i]] = rare_values[i];
    *this = Column(std::move(values));
    return;
  }
  auto held = std::make_shared<Held>();
  *held = {rows, true, common, std::move(rare_rows), std::move(rare_values)};
  held_ = std::move(held);
}

Value Column::of_sparse(std::size_t row) const {
  const auto found = std::ranges::lower_bound(rare_rows(), row);
  if (found == rare_rows().end() || *found != row) return common();
  return rare_values()[static_cast<std::size_t>(found - rare_rows().begin())];
}

bool Column::is_constant() const {
  if (is_sparse()) return rare_rows().empty();
  return std::ranges::adjacent_find(values(), std::ranges::not_equal_to()) == values().end();
}

std::vector<std::size_t> Column::counts(std::size_t labels) const {
  std::vector<std::size_t> counts(labels);
  for (const Value value : held_->values) ++counts[value];
  if (is_sparse()) counts[common()] += size() - rare_rows().size();
  return counts;
}

std::vector<std::size_t> Column::counts_in(std::span<const std::uint8_t> marked, std::size_t number,
                                           std::size_t labels) const {
  std::vector<std::size_t> counts(labels);
  std::size_t counted = 0;
  for_each_held([&](std::size_t row, Value value) {
    counts[value] += marked[row];
    counted += marked[row];
  });
  if (is_sparse()) counts[common()] += number - counted;
  return counts;
}

std::vector<std::uint8_t> Column::values_in(std::span<const std::uint8_t> marked, std::size_t number,
                                            std::size_t labels) const {
  std::vector<std::uint8_t> has;
  for (const std::size_t rows : counts_in(marked, number, labels)) has.push_back(rows > 0);
  return has;
}

Column Column::renumbered(std::span<const Value> number) const {
  auto held = std::make_shared<Held>(*held_);
  if (is_sparse()) held->common = number[held->common];
  for (Value& value : held->values) value = number[value];
  Column column;
  column.held_ = std::move(held);
  return column;
}

Column Column::of(const Selection& selection) const {
  std::vector<Value> values;
  if (!is_sparse()) {
    values.reserve(selection.rows().size());
    for (const std::size_t row : selection.rows()) values.push_back(held_->values[row]);
    return Column(std::move(values));
  }
  std::vector<std::pair<std::uint32_t, Value>> selected;
  for (std::size_t i = 0; i < rare_rows().size(); ++i)
    for (const std::uint32_t place : selection.places_of(rare_rows()[i]))
      selected.emplace_back(place, rare_values()[i]);
  std::ranges::sort(selected);
  std::vector<std::uint32_t> rare;
  for (const auto& [place, value] : selected) {
    rare.push_back(place);
    values.push_back(value);
  }
  return {selection.rows().size(), common(), std::move(rare), std::move(values)};
}

Column Column::repeated(std::size_t inner, std::size_t outer) const {
  if (inner == 1 && outer == 1) return *this;
  std::vector<Value> values;
  std::vector<std::uint32_t> rare;
  values.reserve(held_->values.size() * inner * outer);
  for (std::size_t time = 0; time < outer; ++time)
    for (std::size_t i = 0; i < held_->values.size(); ++i)
      for (std::size_t place = 0; place < inner; ++place) {
        values.push_back(held_->values[i]);
        if (is_sparse())
          rare.push_back(static_cast<std::uint32_t>((time * size() + std::size_t{rare_rows()[i]}) * inner + place));
      }
  if (!is_sparse()) return Column(std::move(values));
  return {size() * inner * outer, common(), std::move(rare), std::move(values)};
}

bool operator==(const Column& one, const Column& other) {
  bool equal = one.size() == other.size();
  if (equal) one.for_each([&](std::size_t row, Value value) { equal = equal && other[row] == value; });
  return equal;
}

}  // namespace smallscope::clustering
