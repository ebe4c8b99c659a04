// SPDX-License-Identifier: Apache-2.0
// Texts with holes: where the holes are, and the text that values make of it.
//
// Private to the loader; immutable values that threads may share.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "document.hpp"
#include "hole_values.hpp"

namespace smallscope::program::specification {

/// How texts refer to holes, and whether further lines of a value are indented like the line in which its hole stands.
struct HoleSyntax {
  std::string open = "{{";
  std::string close = "}}";
  bool indents = false;
};
/// Reads `holes` and `indent` of the table [inputs]; without them, or if it is no table, the default. Throws Mistake.
HoleSyntax hole_syntax_of(const Value& inputs);

bool is_hole_name(std::string_view name);

/// A stretch of text, and the hole behind it.
struct Piece {
  std::string literal;
  std::size_t hole;      ///< by its place among the declared holes; no_hole: the text ends here
  bool indents = false;  ///< as of HoleSyntax
};
inline constexpr std::size_t no_hole = static_cast<std::size_t>(-1);
using Pieces = std::vector<Piece>;

/// The pieces of a part of the template `text`. Throws Mistake for unknown holes and for holes that are not closed.
Pieces pieces_of_template(std::string_view part, const Value& text, const HoleSyntax& syntax,
                          const std::vector<std::string>& names);
/// A part of a template: outside the marks of fragments, or between them.
struct Part {
  bool of_fragments;
  std::string text;
};
/// Cuts the template `text` at the marks `{{#each}}` and `{{/each}}`; a mark that is alone on its line takes the line
/// with it. Throws Mistake for marks that do not match.
std::vector<Part> parts_of(const Value& text, const HoleSyntax& syntax);
/// The pieces of a value. What stands between delimiters and is no name belongs to the text: `{{1, 2}, {3}}`. Throws
/// Mistake, at the line of `at`, for a name that is no hole.
Pieces pieces_of_value(std::string_view text, const Value& at, const HoleSyntax& syntax,
                       const std::vector<std::string>& names);
/// The pieces of a text in which other marks than those of holes belong to the text.
Pieces pieces_of_marked(std::string_view text, const HoleSyntax& syntax, const std::vector<std::string>& names);
/// The text with a reference for each hole.
HoleValue referring(const Pieces& pieces);

/// Where the value of each declared hole is in a Combination; no_hole: it is not there.
using Places = std::vector<std::size_t>;

/// Appends `value` to `whole`. References to holes of the combination are replaced by their values, others are kept. A
/// value whose lines are to be indented gets what its hole's line in `whole` begins with in front of each further line
/// that is not empty.
void append(HoleValue& whole, const HoleValue& value, const Combination& combination, const Places& places);
/// The same for a text.
void append(HoleValue& whole, const Pieces& pieces, const Combination& combination, const Places& places);
/// Appends a value as it is.
void append(HoleValue& whole, const HoleValue& value);

}  // namespace smallscope::program::specification
