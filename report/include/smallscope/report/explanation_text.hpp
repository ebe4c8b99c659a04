// SPDX-License-Identifier: Apache-2.0
// Explanations in words: when the inputs of a cluster fail.
//
// The commands `explain` and `clusters` print these texts. Functions without state: any thread may call them.
// Example: explanation_line(e) is "fails exactly when place is `self`; or when kind is one of `a`, `b`".
#pragma once

#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include <smallscope/clustering/causes/stored.hpp>

namespace smallscope::report {

/// What the explained inputs do.
struct Wording {
  std::string_view now = "fails";             ///< "fails exactly when", "always fails"
  std::string_view so_far = "failed so far";  ///< "failed so far when"
  std::string_view such = "failing";          ///< "failing inputs"
  std::string_view all = "fail";              ///< "half of them fail"
  std::string_view others = "passing";        ///< what the other inputs are
};

/// How much of an explanation is said, and in which words.
struct ExplanationLimits {
  std::size_t terms = 5;
  std::size_t values = 8;  ///< of one literal
  Wording wording = {};
};

/// "place is `self`", "kind is none of `a`, `b`", "size is at least 3", "left = right".
std::string literal_text(const clustering::Explanation& explanation, const clustering::Literal& literal,
                         std::size_t most_values = 8);
/// Its literals, joined by "and"; "always" without any.
std::string term_text(const clustering::Explanation& explanation, const clustering::Term& term,
                      std::size_t most_values = 8);
/// An explanation in parts, for outputs that lay it out themselves.
struct ExplanationParts {
  struct Term {
    clustering::Ordinal members = 0;
    std::string text;  ///< without what all terms have in common; empty for an input that needs no more than that
  };
  std::string necessary;  ///< necessary_line(), if it adds something to terms that are cut, or too many to be read
  std::string usual;      ///< usual_line(), under the same conditions, if it says something else
  std::string opening;    ///< "fails exactly when", "always fails", "always fails, except when"
  std::string scope;      ///< of exceptions, after the opening: "kind is `a`", then ", except when"
  std::string common;     ///< what all terms have in common: "kind is `a`"
  std::vector<Term> terms;
  std::size_t more = 0;  ///< terms beyond the limit
  std::string beside;    ///< what else matches: "3 of the matching inputs were not judged"
  bool is_compact = true;
};
/// As far as the limits go.
ExplanationParts explanation_parts(const clustering::Explanation& explanation, const ExplanationLimits& limits = {});
/// What the two inputs of a witness have in the choices in which they differ: "place = self | place = other".
std::string difference_text(const clustering::Population::ChoicesOf& choices, const clustering::Witness& witness,
                            const std::vector<clustering::Attribute>& attributes);
/// The whole explanation in one line, as far as the limits go, and what is left out: "...; and 3 more terms".
std::string explanation_line(const clustering::Explanation& explanation, const ExplanationLimits& limits = {2, 4});
/// The same if it is exact, compact (clustering::is_compact) and has few terms; otherwise "".
std::string short_explanation(const clustering::Explanation& explanation);
/// What all members have in common: "fails only when kind is `a` (12 of 80 such inputs)"; "" if nothing is.
std::string necessary_line(const clustering::Explanation& explanation, std::size_t most_values = 4,
                           const Wording& wording = {});
/// What most members have in common, and hardly any other input: "fails mostly when kind is `a` (30 of these 40, and
/// 75% of such inputs)"; "" if nothing is.
std::string usual_line(const clustering::Explanation& explanation, std::size_t most_values = 4,
                       const Wording& wording = {});
/// The term that most members match: "always fails when kind is `a` (12 of these 40)"; "" if the
/// explanation is not compact, or one of exceptions.
std::string leading_line(const clustering::Explanation& explanation, std::size_t most_values = 4);
/// When a cluster fails, for a line: its only term or short_explanation(), or else, and where that is too long for a
/// line, its necessary_line(), or else its leading_line() if it is not too long, or "". Its usual_line() stands for
/// what is not exact, or not of all members, if it has a greater clustering::f1().
std::string cluster_condition(const clustering::Explanation& explanation);
/// Its terms alone, for a sentence that says whether they are exceptions: "place is `self`; or kind is `a`".
std::string conditions_text(const clustering::Explanation& explanation, const ExplanationLimits& limits = {2, 4});
/// The same as a list: one line for each term, with the number of its members, then what else matches.
std::string explanation_block(const clustering::Explanation& explanation, const ExplanationLimits& limits = {});

/// Options for a line: terms that no line shows are not looked for.
clustering::ExplainOptions options_of_lines(const clustering::Explainer& explainer, const std::stop_token& stop);
/// The cluster_condition() of each cluster; or that there is none, of at least five failures that code has not told
/// apart; "" of others, of clusters beyond clustering::quick_explanations(), and once it is stopped. Nothing at all if
/// the store cannot be explained, or not quickly.
std::vector<std::string> explanation_lines(const clustering::Triage& triage, const std::stop_token& stop = {});

}  // namespace smallscope::report
