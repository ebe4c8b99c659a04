// Program texts with holes for variables, filled up to renaming: renaming.hpp for texts.
//
// Between marks stands `scope TYPE NAME...; TYPE NAME...`, which opens a scope with these variables, `end`,
// which closes it, or a type: a hole. The text declares its variables itself; the marks say what is visible.
// What is declared in the middle of a block is a scope from there to the block's end. Example:
// programs_up_to_renaming("{{scope int a b}}int a = 1, b = 2; {{int}} = {{int}} + {{int}};{{end}}")
#pragma once

#include <smallscope/generators/composition/transform.hpp>
#include <smallscope/generators/recursion/renaming.hpp>

namespace smallscope::generators {

/// What encloses holes; choose others where the language itself uses these.
struct HoleMarks {
  std::string open = "{{", close = "}}";
};

/// A skeleton and the text around its holes.
class SkeletonText {
 public:
  /// Throws GeneratorError with the line for a mark that is not closed, a scope that is not closed or not
  /// open, an empty mark, a hole outside all scopes.
  explicit SkeletonText(std::string_view text, const HoleMarks& marks = {});
  const Skeleton& skeleton() const { return skeleton_; }
  /// The text with these variables in its holes.
  std::string operator()(const std::vector<std::size_t>& filling) const;

 private:
  Skeleton skeleton_;
  std::vector<std::string> pieces_;  // pieces_[i] stands before hole i
};

/// The texts that fill the holes of `text`, one of each class of texts that differ in the names of variables
/// of one scope and type only. Throws as SkeletonText and fillings() do.
inline auto programs_up_to_renaming(std::string_view text, const HoleMarks& marks = {}) {
  auto filled = std::make_shared<const SkeletonText>(text, marks);
  return fillings(filled->skeleton()).map([filled](const std::vector<std::size_t>& filling) {
    return (*filled)(filling);
  });
}

}  // namespace smallscope::generators
