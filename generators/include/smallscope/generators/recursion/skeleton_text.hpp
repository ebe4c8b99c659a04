// SPDX-License-Identifier: Apache-2.0
// Program texts with holes for variables, filled up to renaming: renaming.hpp for texts.
//
// A mark encloses one of three things: `scope TYPE NAME...; TYPE NAME...`, which opens a scope with these variables;
// `end`, which closes it; or a type, which is a hole. The text declares its variables itself; the marks say what is
// visible. A variable declared in the middle of a block has a scope from there to the end of the block. Generators are
// immutable and may be shared by threads. Example:
// programs_up_to_renaming("{{scope int a b}}int a = 1, b = 2; {{int}} = {{int}} + {{int}};{{end}}")
#pragma once

#include <smallscope/generators/composition/transform.hpp>
#include <smallscope/generators/recursion/renaming.hpp>

namespace smallscope::generators {

/// What encloses marks; choose others if the language itself uses these.
struct HoleMarks {
  std::string open = "{{", close = "}}";
  std::vector<std::string> others = {};  ///< marks with these words belong to the text; they are for someone else
};

/// A skeleton and the text around its holes.
class SkeletonText {
 public:
  /// Throws GeneratorError with the line for a mark that is not closed, for a scope that is not closed or not open, for
  /// an empty mark, and for a hole outside all scopes.
  explicit SkeletonText(std::string_view text, const HoleMarks& marks = {});
  const Skeleton& skeleton() const { return skeleton_; }
  /// The text with these variables in its holes.
  std::string operator()(const std::vector<std::size_t>& filling) const;

 private:
  Skeleton skeleton_;
  std::vector<std::string> pieces_;  // pieces_[i] comes before hole i
};

/// The texts that fill the holes of `text`: one of each class of texts that differ only in the names of variables of
/// one scope and type. Throws as SkeletonText and fillings() do.
inline auto programs_up_to_renaming(std::string_view text, const HoleMarks& marks = {}) {
  auto filled = std::make_shared<const SkeletonText>(text, marks);
  return fillings(filled->skeleton()).map([filled](const std::vector<std::size_t>& filling) {
    return (*filled)(filling);
  });
}

}  // namespace smallscope::generators
