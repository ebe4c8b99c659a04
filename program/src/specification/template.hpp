// SPDX-License-Identifier: Apache-2.0
// Templates: the texts of an input with named holes, compiled once, rendered for every test.
//
// Private to the loader; immutable.
#pragma once

#include <set>
#include <smallscope/subjects/observation.hpp>
#include <string>
#include <vector>

#include "texts.hpp"

namespace smallscope::program::specification {

/// The names that templates and commands refer to, and the holes that they have used.
struct Names {
  std::vector<std::string> holes;
  std::vector<std::string> outermost;  ///< holes that no value of another hole contains
  std::vector<std::string> files;
  std::set<std::string> used;
};

class Template {
 public:
  /// Adds the holes to `names.used`. Throws Mistake for unknown holes and for holes that are not closed.
  Template(const Value& text, const Delimiters& delimiters, Names& names);
  /// `places` says where each hole is in the combination.
  std::string render(const Combination& combination, const Places& places) const;

 private:
  Pieces pieces_;
};

/// Makes the input of a combination: every file, standard input, and every hole as a parameter.
class Renderer {
 public:
  /// Reads `file`, `template`, `files` and `standard_input` of [inputs]; fills `names.files`. Throws Mistake.
  Renderer(const Value& inputs, const Delimiters& delimiters, Names& names);
  /// The holes of the combinations that will be rendered, by their places among the declared ones. Call it once.
  void set_holes(const std::vector<std::size_t>& declared, const std::vector<std::string>& names);
  subjects::Input operator()(const Combination& combination) const;

 private:
  struct File {
    std::string name;
    Template text;
  };
  std::vector<File> files_;
  std::vector<Template> standard_input_;  // one or none
  std::vector<std::string> parameters_;   // the names of the holes of a combination
  Places places_;
};

}  // namespace smallscope::program::specification
