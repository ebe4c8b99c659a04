// SPDX-License-Identifier: Apache-2.0
// The holes of a specification: [inputs.choices] and the combinations that `exclude` removes.
//
// Private to the loader; values.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "combinations.hpp"
#include "document.hpp"

namespace smallscope::program::specification {

struct HoleTable {
  std::vector<Hole> holes;
  std::vector<const Value*> values;       ///< where each hole is in the document
  std::vector<std::string> descriptions;  ///< equal exactly for equal values
  std::vector<std::string> names() const;
  std::size_t index(std::string_view name) const;  ///< or npos
  static constexpr std::size_t npos = static_cast<std::size_t>(-1);
};

/// Reads `choices` (nullptr: no holes). Throws Mistake.
HoleTable holes_of(const Value* choices, const std::filesystem::path& directory);

/// What one hole must be: a value with any of these labels.
struct Condition {
  std::size_t hole;
  std::vector<std::string> labels;
  bool holds(std::string_view label) const;
};
/// Reads a table such as { op = "<<", value = ["-1", "-2"] }, a partial assignment. Throws Mistake for holes and values
/// that do not exist.
std::vector<Condition> conditions_of(const Value& table, const HoleTable& holes);

/// Whether a value of the hole has the label; and labels for messages. Linear.
bool has_label(const Hole& hole, std::string_view label);
std::vector<std::string> labels_of(const Hole& hole);

/// Partial assignments: an input that agrees with one of them is discarded.
class Exclusions {
 public:
  /// Reads `exclude` (nullptr: none). Throws Mistake for holes and values that do not exist.
  Exclusions(const Value* exclude, const HoleTable& table);
  bool excluded(const Combination& combination) const;
  bool empty() const { return rows_.empty(); }
  const std::string& description() const { return description_; }

 private:
  std::vector<std::vector<Condition>> rows_;
  std::string description_;
};

/// The space: every combination, with the excluded ones discarded. Throws Mistake if its size overflows.
generators::AnyGenerator<Combination> combinations_of(HoleTable table, Exclusions exclusions, const Value& inputs);

}  // namespace smallscope::program::specification
