// SPDX-License-Identifier: Apache-2.0
// Explanations that outlive their store: conditions on choices by name and label, as a person writes them.
//
// An Explanation speaks of the numbers of a population; once written into a file of faults it speaks of words, and says
// of any failing input, of any space, whether it is one of those that were explained. Values and functions without
// state, for any thread. Example: matches(fault.decision.explanation.value(), failing.choices).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <smallscope/clustering/explanations/explanation.hpp>
#include <smallscope/generators/choice.hpp>

namespace smallscope::clustering {

/// How two choices compare: as whole numbers if both are, otherwise only as equal or different.
enum class Comparison { less_than, at_most, equals, differs_from, at_least, more_than };

/// What one choice must be; all parts must hold. A label "" means that the input makes no such choice. Equal labels of
/// different alternatives can be told apart by "#" and the index, as in an Explanation.
struct ChoiceCondition {
  std::string choice;  ///< its name; of `some` and `no` that of a list: "arguments[]/type"
  std::optional<std::vector<std::string>> one_of;
  std::vector<std::string> none_of;
  std::optional<long long> from, to;                         ///< of a whole number
  std::vector<std::pair<Comparison, std::string>> compared;  ///< with other choices
  std::vector<std::string> some;                             ///< each of these labels is that of some item of the list
  std::vector<std::string> no;                               ///< none of these is
  friend bool operator==(const ChoiceCondition&, const ChoiceCondition&) = default;
};

/// Conditions that must all hold, one for each choice; none: every input matches.
using WrittenTerm = std::vector<ChoiceCondition>;

/// An input fails if it matches one term of `fails_when`, or that is not there, and none of `passes_when`. At least one
/// of them is there.
struct WrittenExplanation {
  std::optional<std::vector<WrittenTerm>> fails_when, passes_when;
  friend bool operator==(const WrittenExplanation&, const WrittenExplanation&) = default;
};

/// The words of a comparison, as files have them: "less_than".
std::string_view name(Comparison comparison);
std::optional<Comparison> comparison_named(std::string_view name);

bool holds(const ChoiceCondition& condition, const generators::Choices& choices);
/// Whether an input with these choices fails according to the explanation. O(conditions x choices).
bool matches(const WrittenExplanation& explanation, const generators::Choices& choices);

/// The explanation in words. Empty if it leaves members unexplained, is hardly shorter than a list of them, or needs
/// something that has no written form.
std::optional<WrittenExplanation> written(const Explanation& explanation);

}  // namespace smallscope::clustering
