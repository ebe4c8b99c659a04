// SPDX-License-Identifier: Apache-2.0
// The holes of a specification: [inputs.choices] and the combinations that `exclude` removes.
//
// Private to the loader; values.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
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

/// Partial assignments: an input that agrees with one of them is discarded.
class Exclusions {
 public:
  /// Reads `exclude` (nullptr: none). Throws Mistake for holes and values that do not exist.
  Exclusions(const Value* exclude, const HoleTable& table);
  bool excluded(const Combination& combination) const;
  bool empty() const { return rows_.empty(); }
  const std::string& description() const { return description_; }

 private:
  struct Condition {
    std::size_t hole;
    std::vector<std::string> labels;  // any of them
  };
  std::vector<std::vector<Condition>> rows_;
  std::string description_;
};

/// The space: every combination, with the excluded ones discarded. Throws Mistake if its size overflows.
generators::AnyGenerator<Combination> combinations_of(HoleTable table, Exclusions exclusions, const Value& inputs);

}  // namespace smallscope::program::specification
