// SPDX-License-Identifier: Apache-2.0
// Templates: the texts of an input with named holes, compiled once, rendered for every test.
//
// Private to the loader; immutable.
#pragma once

#include <set>
#include <smallscope/subjects/observation.hpp>
#include <string>
#include <vector>

#include "holes.hpp"

namespace smallscope::program::specification {

struct Delimiters {
  std::string open = "{{";
  std::string close = "}}";
};

/// The names that templates and commands refer to, and the holes that they have used.
struct Names {
  std::vector<std::string> holes;
  std::vector<std::string> files;
  std::set<std::string> used;
};

class Template {
 public:
  /// Adds the holes to `names.used`. Throws Mistake for unknown holes and for holes that are not closed.
  Template(const Value& text, const Delimiters& delimiters, Names& names);
  std::string render(const Combination& combination) const;

 private:
  struct Piece {
    std::string literal;  // precedes the hole
    std::size_t hole;     // HoleTable::npos: none
  };
  std::vector<Piece> pieces_;
};

/// Makes the input of a combination: every file, standard input, and every hole as a parameter.
class Renderer {
 public:
  /// Reads `file`, `template`, `files`, `standard_input` and `holes` of [inputs]; fills `names.files`. Throws Mistake.
  Renderer(const Value& inputs, Names& names);
  subjects::Input operator()(const Combination& combination) const;

 private:
  struct File {
    std::string name;
    Template text;
  };
  std::vector<File> files_;
  std::vector<Template> standard_input_;  // one or none
  std::vector<std::string> parameters_;
};

}  // namespace smallscope::program::specification
