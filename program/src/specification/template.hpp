// SPDX-License-Identifier: Apache-2.0
// Templates: the texts of an input with named holes, compiled once, rendered for every test.
//
// Private to the loader; immutable.
#pragma once

#include <optional>
#include <set>
#include <smallscope/runner/fragment_lines.hpp>
#include <smallscope/subjects/observation.hpp>
#include <string>
#include <vector>

#include "fragments.hpp"
#include "marks.hpp"
#include "texts.hpp"

namespace smallscope::program::specification {

/// The names that templates and commands refer to, and the holes that they have used.
struct Names {
  std::vector<std::string> holes;
  std::vector<std::string> in_texts;   ///< the holes and, beside fragments, the number of one
  std::vector<std::string> outermost;  ///< holes that no value of another hole contains
  bool merged = false;                 ///< whether templates may have fragments
  std::vector<std::string> files;
  std::vector<std::string> marked;  ///< parameters that say where marks were
  std::set<std::string> used;       ///< outside fragments
  std::set<std::string> in_fragments;
};

/// The holes that are rendered: where each of those that texts may have is in the combinations.
struct Rendered {
  Places frame, fragment;
};

/// The bytes [first, last) of a text that belong to a fragment.
struct Stretch {
  generators::Ordinal fragment;
  std::size_t first, last;
};

class Template {
 public:
  /// Adds the holes to `names`. Throws Mistake for unknown holes, for holes that are not closed, and for fragments in a
  /// specification without [inputs.merging].
  Template(const Value& text, const HoleSyntax& syntax, Names& names);
  /// Adds to `stretches`, unless it is null, where fragments stand, in the order of the text.
  std::string render(const Combination& frame, const Fragments& fragments, const Rendered& holes,
                     std::vector<Stretch>* stretches = nullptr) const;

 private:
  struct Segment {
    bool of_fragments;
    Pieces pieces;
  };
  std::vector<Segment> segments_;
};

/// Makes the input of a combination: every file, standard input, and every hole outside fragments as a parameter. None
/// if a mark is not where it should be.
class Renderer {
 public:
  /// Reads `file`, `template`, `files`, `standard_input` and `marks` of [inputs]; fills `names.files`. Throws Mistake.
  Renderer(const Value& inputs, const HoleSyntax& syntax, Names& names);
  /// The holes of the combinations that will be rendered, by their places among the declared ones. Call it once.
  void set_holes(const std::vector<std::size_t>& frame, const std::vector<std::size_t>& fragment, const Names& names);
  /// Parameters of every input, behind those of the holes.
  void set_constants(std::vector<subjects::NamedText> constants) { constants_ = std::move(constants); }
  std::optional<subjects::Input> operator()(const Combination& combination) const { return render(combination, {}); }
  std::optional<subjects::Input> operator()(const Filling& filling) const {
    return render(filling.frame, filling.fragments);
  }
  /// Why no input is made of this combination; empty if one is, or if the specification says so.
  std::string why_discarded(const Combination& combination) const;
  /// Where the fragments stand in each text; nothing for a single one, whose number is 0 wherever it comes from.
  std::vector<runner::FragmentLines> fragment_lines(const Filling& filling) const;
  const Marks& marks() const { return marks_; }
  /// The names of the texts of an input: its files, and what messages call standard input.
  std::vector<std::string> texts() const;

 private:
  struct File {
    std::string name;
    Template text;
  };
  std::optional<subjects::Input> render(const Combination& frame, const Fragments& fragments) const;
  /// Its files.
  subjects::Input with_marks(const Combination& frame, const Fragments& fragments) const;
  std::vector<File> files_;
  std::vector<Template> standard_input_;  // one or none
  std::vector<std::string> parameters_;   // the names of the holes of a combination
  std::vector<subjects::NamedText> constants_;
  Rendered holes_;
  Marks marks_;
};

}  // namespace smallscope::program::specification
