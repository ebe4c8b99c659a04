// SPDX-License-Identifier: Apache-2.0
// The choices that are made within values of holes: of the holes that values contain, and of the items of lists.
//
// Exclusions and attributes name them as `show` prints them: "expression/left", "items[0]". Private to the loader;
// belongs to one thread.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "levels.hpp"

namespace smallscope::program::specification {

/// The choices of one hole, by looking at its values.
struct HoleChoices {
  std::map<std::string, std::set<std::string>> labels;  ///< by the name of the choice
  std::set<std::string> everywhere;                     ///< the choices that every value makes
  bool is_complete = true;                              ///< every value was looked at
};

class InnerChoices {
 public:
  /// How many values of a hole are looked at: all of them, or about so many; and fewer if the last makes many choices.
  static constexpr generators::Ordinal most_values = generators::Ordinal{1} << 14;
  static constexpr generators::Ordinal most_choices = most_values << 4;

  /// Refers to both.
  InnerChoices(const Levels& levels, const HoleTable& table) : levels_(levels), table_(table) {}

  const HoleTable& table() const { return table_; }
  /// Of a hole of the table, by its place there. Looked at once.
  const HoleChoices& of(std::size_t hole) const;
  /// The place of the hole in which a choice is made, by what comes before the first "/" or "["; or npos.
  std::size_t hole_of(std::string_view choice) const;
  /// Whether some value of the hole makes the choice so. Where not every value was looked at, the values of the hole
  /// that the last part of the name is count, too, and numbers between those that were seen.
  bool has_label(std::size_t hole, const std::string& choice, const std::string& label) const;
  /// The first choice that is made of a hole which only values have; "" if there is none.
  std::string example_of(std::string_view inner) const;

 private:
  const Levels& levels_;
  const HoleTable& table_;
  mutable std::map<std::size_t, HoleChoices> known_;
};

}  // namespace smallscope::program::specification
