// SPDX-License-Identifier: Apache-2.0
#include "explanations/varied.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace smallscope::clustering {

namespace {

/// The rows in which an attribute is met, ascending, and its values there.
struct Met {
  std::vector<std::uint32_t> rows;
  std::vector<Value> values;
};

/// All of them, row by row: what tells two rows apart.
class Rows {
 public:
  Rows(std::size_t rows, const std::vector<Met>& met, const NamedChoices& named) : first_(rows + 1) {
    const auto is_present = [&](std::size_t attribute, Value value) { return !named.label(attribute, value).empty(); };
    for (std::size_t attribute = 0; attribute < met.size(); ++attribute)
      for (std::size_t i = 0; i < met[attribute].rows.size(); ++i)
        first_[met[attribute].rows[i] + std::size_t{1}] += is_present(attribute, met[attribute].values[i]);
    for (std::size_t row = 0; row < rows; ++row) first_[row + 1] += first_[row];
    choices_.resize(first_.back());
    std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
    for (std::size_t attribute = 0; attribute < met.size(); ++attribute)
      for (std::size_t i = 0; i < met[attribute].rows.size(); ++i)
        if (is_present(attribute, met[attribute].values[i]))
          choices_[next[met[attribute].rows[i]]++] = {static_cast<std::uint32_t>(attribute), met[attribute].values[i]};
  }

  bool has_two_equal_ones() const {
    std::vector<std::uint32_t> order(first_.size() - 1);
    std::iota(order.begin(), order.end(), 0u);
    const auto is_less = [&](std::uint32_t a, std::uint32_t b) {
      return std::ranges::lexicographical_compare(row(a), row(b));
    };
    std::ranges::sort(order, is_less);
    return std::ranges::adjacent_find(order, [&](auto a, auto b) { return std::ranges::equal(row(a), row(b)); }) !=
           order.end();
  }

 private:
  using AttributeAndValue = std::pair<std::uint32_t, Value>;
  std::span<const AttributeAndValue> row(std::size_t number) const {
    return std::span(choices_).subspan(first_[number], first_[number + 1] - first_[number]);
  }

  std::vector<std::size_t> first_;
  std::vector<AttributeAndValue> choices_;
};

}  // namespace

std::size_t NamedChoices::attribute(const std::string& name) {
  const auto [found, added] = by_name_.try_emplace(name, all_.size());
  if (added) {
    all_.push_back({name, {}});
    by_label_.emplace_back();
  }
  return found->second;
}

Value NamedChoices::value(std::size_t attribute, const std::string& label) {
  auto& known = by_label_[attribute];
  const auto [found, added] = known.try_emplace(label, static_cast<Value>(known.size()));
  if (added) all_[attribute].labels.push_back(label);
  return found->second;
}

void NamedChoices::note_nothing(std::size_t attribute, bool is_absent_somewhere, std::span<const Value> made) {
  if (made.empty()) return;  // by another factor
  using enum Attribute::Nothing;
  const auto label = by_label_[attribute].find("");
  const bool is_made = label != by_label_[attribute].end() && std::ranges::find(made, label->second) != made.end();
  all_[attribute].nothing = !is_made ? absent : is_absent_somewhere ? either : empty;
}

Varied vary(std::size_t rows, Ordinal stride, const Population::ChoicesOf& choices, bool with_index,
            Ordinal most_values, NamedChoices& named) {
  std::vector<Met> met;
  Ordinal values = 0;
  for (std::size_t row = 0; row < rows; ++row) {
    for (const generators::Choice& choice : choices(row * stride)) {
      const std::size_t attribute = named.attribute(choice.name);
      if (met.size() <= attribute) met.resize(attribute + 1);
      const Value value =
          named.value(attribute, with_index ? fmt::format("{} #{}", choice.label, choice.index) : choice.label);
      Met& known = met[attribute];
      if (!known.rows.empty() && known.rows.back() == row) {
        known.values.back() = value;
        continue;
      }
      if (++values > most_values)
        throw ExplanationError(fmt::format(
            "one of the independent choices of the space has {} alternatives, and the first {} of them make "
            "more than {} choices in all; explanations take no more",
            rows, row + 1, most_values));
      known.rows.push_back(static_cast<std::uint32_t>(row));
      known.values.push_back(value);
    }
  }
  Varied varied;
  varied.has_two_equal_rows = Rows(rows, met, named).has_two_equal_ones();
  for (std::size_t attribute = 0; attribute < met.size(); ++attribute) {
    Met& known = met[attribute];
    named.note_nothing(attribute, known.rows.size() != rows, known.values);
    if (known.rows.empty())
      varied.columns.emplace_back();
    else if (known.rows.size() == rows)
      varied.columns.emplace_back(std::move(known.values));
    else
      varied.columns.emplace_back(rows, named.value(attribute, ""), std::move(known.rows), std::move(known.values));
  }
  return varied;
}

Column without_unused(Attribute& attribute, const Column& column) {
  const std::vector<std::size_t> counts = column.counts(attribute.labels.size());
  std::vector<Value> number(counts.size());
  std::vector<std::string> used;
  for (std::size_t value = 0; value < counts.size(); ++value) {
    if (counts[value] == 0) continue;
    number[value] = static_cast<Value>(used.size());
    used.push_back(std::move(attribute.labels[value]));
  }
  attribute.labels = std::move(used);
  return column.renumbered(number);
}

}  // namespace smallscope::clustering
