// SPDX-License-Identifier: Apache-2.0
// Conditions on the holes of a specification, the combinations that `exclude` removes, and the space that is left.
//
// Private to the loader; values.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "levels.hpp"

namespace smallscope::program::specification {

/// What one hole must be: a value with any of these labels.
struct Condition {
  std::size_t hole;
  std::vector<std::string> labels;
  bool holds(std::string_view label) const;
};
/// "`path` names the unknown hole `name`; ..."
[[noreturn]] void throw_unknown_hole(std::size_t line, const std::string& path, const std::string& name,
                                     const HoleTable& holes);
/// Reads a table such as { op = "<<", value = ["-1", "-2"] }, a partial assignment. Throws Mistake for holes and values
/// that do not exist.
std::vector<Condition> conditions_of(const Value& table, const HoleTable& holes);

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
