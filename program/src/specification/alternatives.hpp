// SPDX-License-Identifier: Apache-2.0
// What may stand in one hole: a list, a range, strings over an alphabet, lists of values, words of a grammar, ...
//
// Private to the loader; values.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "document.hpp"
#include "hole_values.hpp"
#include "section.hpp"

namespace smallscope::program::specification {

class Levels;

/// The values, and a text that is equal exactly for equal ones.
struct Alternatives {
  HoleValues values;
  std::string description;
};

/// What the texts around a value have chosen.
struct Around {
  std::vector<bool> has;                     ///< for each declared hole whether a text around has it
  std::map<std::size_t, std::string> fixed;  ///< the labels of holes on which something inside depends
  auto operator<=>(const Around&) const = default;
};

/// Where values are read.
struct Surrounding {
  const Levels& levels;
  const Around& around;
};

/// Reads them from `value`, which messages call `hole`. Throws Mistake.
Alternatives alternatives_of(const Value& value, const Surrounding& surrounding);

/// The parts of a form, and what its texts mention; each is read from its own section. Throws Mistake.
Alternatives list_form(const Section& section, const Surrounding& surrounding);
Alternatives subset_form(const Section& section, const Surrounding& surrounding);
Alternatives permutation_form(const Section& section, const Surrounding& surrounding);
Alternatives grammar_form(const Section& section, const Surrounding& surrounding);
Alternatives skeleton_form(const Section& section, const Surrounding& surrounding);

/// Two integers, or a single one for both. Throws Mistake for others, and unless `least` <= first <= second <= `most`.
std::pair<std::int64_t, std::int64_t> bounds_of(const Value& value, std::int64_t least, std::int64_t most,
                                                std::string_view example);
/// Adds `text` to a description, so that what is described can be told apart.
void describe(std::string& description, std::string_view text);

/// Runs `build`; its GeneratorError becomes a Mistake at the line of `value`.
void at_line_of(const Value& value, const std::function<void()>& build);

}  // namespace smallscope::program::specification
