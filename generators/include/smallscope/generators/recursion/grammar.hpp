// SPDX-License-Identifier: Apache-2.0
// The words of a context-free grammar by length, as a generator.
//
// Counts and numbers the leftmost *derivations*. An ambiguous grammar derives a word several times and then gives it
// several times: check() tells the rate, distinct() keeps the first. Generators are immutable and may be shared by
// threads. Example:
//   const auto sums = grammar({{"E", {"T", "E + T"}}, {"T", {"x", "( E )"}}});
//   sums.words(size_up_to(5))  // x, x + x, ( x ), ...
#pragma once

#include <map>

#include <smallscope/generators/recursion/recursive.hpp>

namespace smallscope::generators {

/// A nonterminal with its productions: symbols separated by blanks. A symbol that is not the name of a nonterminal is a
/// terminal.
struct Nonterminal {
  std::string name;
  std::vector<std::string> productions;
};

class Grammar {
 public:
  using Tokens = std::vector<std::string>;
  /// See grammar().
  explicit Grammar(std::vector<Nonterminal> nonterminals);

  /// The same words with other sizes: a token counts as `weights` says, otherwise 1. Throws GeneratorError for a weight
  /// of a symbol that is no token of a production.
  Grammar weighing(std::map<std::string, std::size_t> weights) const;

  /// The derived words of this size, which is the number of their tokens unless these weigh, joined by `separator`.
  /// Throws GeneratorError when a nonterminal derives no finite word, when a nonterminal derives itself without a
  /// further token that weighs (a size would then have infinitely many derivations), or when there are 2^64 derivations
  /// or more.
  Recursive<std::string> words(SizeBounds lengths, std::string separator = " ") const;
  /// The same as lists of tokens.
  Recursive<Tokens> token_lists(SizeBounds lengths) const;

 private:
  template <class Text, class Append>
  Recursive<Text> derivations(SizeBounds lengths, Append append) const;
  std::vector<Nonterminal> nonterminals_;
  std::map<std::string, std::size_t> weights_;  // of tokens that do not weigh 1
};

/// The grammar of these nonterminals; the first is the start. An empty production derives the empty word. Throws
/// GeneratorError without nonterminals, and for a nonterminal that has no production, no name, a name with blanks, or
/// the name of another.
inline Grammar grammar(std::vector<Nonterminal> nonterminals) { return Grammar(std::move(nonterminals)); }

}  // namespace smallscope::generators
