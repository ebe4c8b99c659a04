// SPDX-License-Identifier: Apache-2.0
// Why inputs fail, in terms of their attributes: the result of an Explainer.
//
// An explanation is a list of terms; an input matches if it matches one of them. A term is a list of literals that must
// all hold. Values; each belongs to the thread that uses it. report::explanation_text() puts them into words.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <smallscope/clustering/explanations/population.hpp>

namespace smallscope::clustering {

/// A condition on one attribute: its value is one of `values`, or none of them.
struct Literal {
  enum class Kind { in, not_in, between };
  std::size_t attribute = 0;
  Kind kind = Kind::in;
  std::vector<Value> values;  ///< ascending; of `between` the least and the greatest, in the order of numbers
  friend bool operator==(const Literal&, const Literal&) = default;
};

/// How many inputs a term, or a whole explanation, matches.
struct Matches {
  Ordinal inputs = 0;     ///< all of them: the sum of the others
  Ordinal members = 0;    ///< inputs of the group that is explained
  Ordinal others = 0;     ///< inputs that fail in another way
  Ordinal unjudged = 0;   ///< discarded, refused, not applicable, flaky or open
  Ordinal passing = 0;    ///< 0 in an explanation that is not one of exceptions
  Ordinal undecided = 0;  ///< not executed yet: 0 in an explanation of a complete store
  friend bool operator==(const Matches&, const Matches&) = default;
};

struct Term {
  std::vector<Literal> literals;  ///< none: every input matches
  Matches matches;
};

struct Explanation {
  Attributes attributes;                  ///< of the population, then the derived ones
  std::vector<DerivedAttribute> derived;  ///< relations that make the explanation shorter
  /// The one that matches most members first; terms may overlap.
  std::vector<Term> terms;
  /// What all members have in common, in few conditions: each leaves at most half of the inputs that match those before
  /// it. Passing inputs may match. Without literals if there is no such condition, or one term says all, or exceptions
  /// without a scope.
  Term necessary;
  /// A condition that most members match, and most of whose judged inputs are members, in few literals: the one with
  /// the greatest F1 that was found. Passing inputs may match. Without literals if there is none, or as for
  /// `necessary`.
  Term usual;
  /// The terms say which inputs of the scope do not fail so: all others of it do. Their `members` are then inputs of
  /// the scope that pass.
  bool exceptions = false;
  /// Of exceptions: only inputs that match it fail. Without literals any may; it has none in a store that is not
  /// complete.
  Term scope;
  Matches matches;          ///< of all inputs that fail according to the explanation
  Ordinal unexplained = 0;  ///< members that no term matches: there were too many terms, or they said too little
  Ordinal unknown = 0;      ///< inputs that were not executed, whether they match or not; 0 for a complete store
  /// Some inputs are not in the population (Population::not_listed()), so how many of them match is not known.
  bool is_of_listed = false;
  double bits = 0;          ///< the length of its description, by which explanations are compared
  double bits_of_list = 0;  ///< that of a list of the members that terms match
};

/// The length of a list of so many inputs.
double bits_of_list(std::size_t inputs, const Population& population);
/// Whether a description says more than a list of what it describes: it takes less than half as long.
inline bool is_compact(double bits, double bits_of_list) { return bits < bits_of_list / 2; }
inline bool is_compact(const Explanation& explanation) {
  return is_compact(explanation.bits, explanation.bits_of_list);
}

/// How well matching tells that an input fails so, if `members` of all do: F1, the harmonic mean of the share of
/// members that match and the share of judged matching inputs that are members (van Rijsbergen, "Information
/// Retrieval", 1979).
double f1(const Matches& matches, Ordinal members);

/// Of the inputs that match and are undecided, at least this share fails, with 95% confidence, if those that were
/// executed are as good as drawn at random: 0.05^(1/n) where n of them were, and all fail (the exact binomial bound of
/// Clopper and Pearson, Biometrika 26, 1934). 1 if none is undecided, 0 if some passed.
double least_share_of_failures(const Matches& matches);
/// The same where nobody knows how many are undecided.
double least_share_of_undecided(const Matches& matches);

/// The literals that all terms have, if there are several.
std::vector<Literal> common_literals(const Explanation& explanation);
/// The scope of exceptions, if it has literals, and the first terms: what has witnesses.
std::vector<Term> witnessed_terms(const Explanation& explanation, std::size_t most_terms = SIZE_MAX);

/// The values of an input: of the population's attributes, then of the explanation's derived ones.
std::vector<Value> values_of(const Explanation& explanation, const Population& population, Ordinal ordinal);
/// Whether an input with these values satisfies the literal, or the term.
bool holds(const Explanation& explanation, const Literal& literal, std::span<const Value> values);
bool matches(const Explanation& explanation, const Term& term, std::span<const Value> values);
/// Whether it fails according to the explanation.
bool matches(const Explanation& explanation, std::span<const Value> values);
/// The same of an input, without the values that are not asked for.
bool holds(const Explanation& explanation, const Literal& literal, const Population& population, Ordinal ordinal);
bool matches(const Explanation& explanation, const Term& term, const Population& population, Ordinal ordinal);

/// Whether the labels of an attribute, except "" where it is absent, are whole numbers, so that `between` means
/// something. It holds for none that is absent.
bool is_numeric(const Attribute& attribute);

}  // namespace smallscope::clustering
