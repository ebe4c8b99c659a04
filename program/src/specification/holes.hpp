// SPDX-License-Identifier: Apache-2.0
// Conditions on the holes of a specification, the combinations that `exclude` removes, and the space that is left.
//
// Private to the loader; values.
#pragma once

#include <functional>
#include <smallscope/generators/choice.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "inner_choices.hpp"

namespace smallscope::program::specification {

/// What conditions and attributes read: the value of a hole, or a choice that is made within it.
struct Operand {
  std::size_t hole = 0;     ///< by its place in the table
  std::string choice = {};  ///< its name, such as "expression/left"; "": the value of the hole
};
/// Throws Mistake: "`path` names the unknown hole `name`; ..."
Operand operand_of(std::size_t line, const std::string& path, const std::string& name, const InnerChoices& holes);

/// What an operand must be: a value with any of these labels.
struct Condition {
  Operand operand;
  std::vector<std::string> labels;
  bool holds(std::string_view label) const;
};
/// "`path` names the unknown hole `name`; ..."
[[noreturn]] void throw_unknown_hole(std::size_t line, const std::string& path, const std::string& name,
                                     const HoleTable& holes, const std::string& example = {});
/// Reads a table such as { op = "<<", value = ["-1", "-2"] }, a partial assignment. Throws Mistake for holes, choices
/// and values that do not exist.
std::vector<Condition> conditions_of(const Value& table, const InnerChoices& holes);

/// Partial assignments: an input that agrees with one of them is discarded.
class Exclusions {
 public:
  /// Reads `exclude` (nullptr: none). Throws Mistake for holes, choices and values that do not exist.
  Exclusions(const Value* exclude, const InnerChoices& holes);
  /// `choices` are those of the combination; asked for only if they decide.
  bool excluded(const Combination& combination, const std::function<generators::Choices()>& choices) const;
  bool empty() const { return rows_.empty(); }
  /// Whether some row names choices within values.
  bool reads_choices() const { return reads_choices_; }
  const std::string& description() const { return description_; }

 private:
  std::vector<std::vector<Condition>> rows_;
  std::string description_;
  bool reads_choices_ = false;
};

/// What to say of rows of `exclude` that no combination agrees with, as far as that is seen by a hole and the one on
/// which it depends. Of a space that is not merged: there, dependent holes say their place in the table.
std::vector<std::string> idle_exclusions(const Value* exclude, const InnerChoices& holes);

/// The space: every combination, with the excluded ones discarded. Throws Mistake if its size overflows.
generators::AnyGenerator<Combination> combinations_of(HoleTable table, Exclusions exclusions, const Value& inputs);

}  // namespace smallscope::program::specification
