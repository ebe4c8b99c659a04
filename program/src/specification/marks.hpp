// SPDX-License-Identifier: Apache-2.0
// Marks: places of an input's texts that the subject is told, such as a cursor or the ends of a selection.
//
// A mark is a text that stands in templates or values and that no file has in the end: it is taken out of what was
// rendered, and its place becomes parameters. Private to the loader; immutable.
#pragma once

#include <optional>
#include <smallscope/subjects/observation.hpp>
#include <string>
#include <vector>

#include "document.hpp"
#include "hole_values.hpp"
#include "texts.hpp"

namespace smallscope::program::specification {

struct Names;

class Marks {
 public:
  /// Reads `marks` of [inputs] (nullptr: there are none), and adds what they make known to `names`. Throws Mistake.
  Marks(const Value* table, Names& names);

  bool empty() const { return marks_.empty(); }
  /// Takes the marks out of the texts of an input and adds a parameter for each way to name their places. False if a
  /// mark is not there exactly once, or not as often as its hole says.
  bool place(subjects::Input& input, const Combination& combination, const Places& places) const;

  /// Why place() fails for this input, which still has its marks: "the mark `end` (») is in no file". Empty if it does
  /// not, and where there is only no occurrence of that number.
  std::string misplaced(subjects::Input input, const Combination& combination, const Places& places) const;

  /// The parameters that count the characters before the marks, of which the others follow.
  std::vector<std::string> positions() const;
  /// Brings the others up to date where those of positions(), in the first file, have changed.
  void follow(subjects::Input& input) const;

 private:
  struct Mark {
    std::string name, text;
    std::size_t occurrence;  ///< the hole that says which of several it is; no_hole: it must be the only one
  };
  struct Place {
    std::string_view file;
    const std::string* text;
    std::size_t offset;
  };
  /// By mark: its places, in the texts without marks.
  std::vector<std::vector<Place>> taken_out(subjects::Input& input) const;
  /// Which of several counts, from 1; none if the hole's value is no such number.
  static std::optional<std::size_t> occurrence(const Mark& mark, const Combination& combination, const Places& places);
  std::vector<Mark> marks_;
};

}  // namespace smallscope::program::specification
