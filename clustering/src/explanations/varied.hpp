// SPDX-License-Identifier: Apache-2.0
// What each factor of a space makes of its choices, before they are a population.
#pragma once

#include <span>
#include <unordered_map>

#include <smallscope/clustering/explanations/population.hpp>

namespace smallscope::clustering {

/// Names and labels get numbers when they are first met.
class NamedChoices {
 public:
  std::size_t attribute(const std::string& name);
  Value value(std::size_t attribute, const std::string& label);
  const std::string& label(std::size_t attribute, Value value) const { return all_[attribute].labels[value]; }
  /// What the label "" stands for: `made` are the values of the inputs that make this choice.
  void note_nothing(std::size_t attribute, bool is_absent_somewhere, std::span<const Value> made);
  std::vector<Attribute>& all() { return all_; }

 private:
  std::vector<Attribute> all_;
  std::unordered_map<std::string, std::size_t> by_name_;
  std::vector<std::unordered_map<std::string, Value>> by_label_;
};

/// One row for each level of a factor.
struct Varied {
  std::vector<Column> columns;      ///< by attribute; of no size for attributes that were not met
  bool has_two_equal_rows = false;  ///< so that a label stands for two alternatives
};

/// Visits the inputs `row * stride`. `with_index` tells alternatives with equal labels apart. Throws ExplanationError
/// if they make more than `most_values` choices. O(n log n) for n choices made.
Varied vary(std::size_t rows, Ordinal stride, const Population::ChoicesOf& choices, bool with_index,
            Ordinal most_values, NamedChoices& named);

/// Leaves out labels that no row has; the result has the numbers of the others.
Column without_unused(Attribute& attribute, const Column& column);

}  // namespace smallscope::clustering
