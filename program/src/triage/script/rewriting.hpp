// SPDX-License-Identifier: Apache-2.0
// Normalisers as functions of a shell script, which rewrite their standard input as the campaign rewrites outputs.
//
// Perl executes them: its regular expressions are those of Pattern, but for ends of lines, which are translated, and
// what is left out here. Rules are arguments of the program, never part of it.
#pragma once

#include <string>
#include <vector>

#include <smallscope/oracles/normaliser.hpp>

namespace smallscope::program {

class Rewritings {
 public:
  /// The name of a function that rewrites as the normaliser does; "cat" if it has no rules. Throws
  /// std::invalid_argument if it is not sure that Perl reads a rule as Pattern does; the message names the rule.
  std::string function_for(const oracles::Normaliser& normalise);
  /// All functions so far, each followed by what ends the script with status 125 if Perl is missing or refuses a rule:
  /// two texts that were not rewritten would both be empty, and equal. "" without any.
  std::string text() const;

 private:
  std::vector<std::string> arguments_;  ///< of each function
};

}  // namespace smallscope::program
