// SPDX-License-Identifier: Apache-2.0
// Functions by suspicion: several views of the same spectrum, and the order on which they agree.
//
// The most suspicious block of a function is a poor witness alone: it often belongs to a function that the failing
// inputs need, and that is right. Views err in different ways, so functions are ordered by the sum of their ranks in
// all views (Borda's count). docs/diagnosis.md has what each view, and the sum, achieve on real faults. Pure functions:
// any thread.
//
// Example: rank_functions(spectrum, choices_of).ranking.order.front().element
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <smallscope/diagnosis/ambiguity_groups.hpp>
#include <smallscope/diagnosis/counterfactuals.hpp>
#include <smallscope/diagnosis/ranking.hpp>

namespace smallscope::diagnosis {

enum class FunctionView {
  block,   ///< the most suspicious element, by opt-ochiai
  code,    ///< the mean of the ten most suspicious elements, by ochiai; those that a function lacks count as 0
  excess,  ///< by how much the most suspicious element exceeds the least suspicious one, by dstar2
  pairs    ///< how many elements only the failing input of a pair covers: Counterfactuals
};
inline constexpr FunctionView all_function_views[] = {FunctionView::block, FunctionView::code, FunctionView::excess,
                                                      FunctionView::pairs};
/// "block", "code", "excess", "pairs"
std::string_view name(FunctionView view);

struct FunctionRanking {
  /// Functions of the spectrum's elements; an element without a function is one of its own.
  std::vector<Element> functions;
  std::vector<Column> function_of;     ///< of each element of the spectrum
  std::uint64_t pairs = 0;             ///< of a failing input and a passing one that differs in one choice
  std::vector<FunctionView> views;     ///< without pairs, that view is missing
  std::vector<Ranking> view_rankings;  ///< of each
  Ranking ranking;                     ///< by the sum of the middles of the rank intervals in all views
};

/// Without `choices_of`, there are no pairs. `background` has the mean score of each element for other faults
/// (Background::of()), which the view of code subtracts; a score below it counts as 0. It may be empty. Throws
/// SpectrumError if it has another size than the spectrum. O(elements log elements), and the cost of counterfactuals().
FunctionRanking rank_functions(const Spectrum& spectrum, const ChoicesOf& choices_of = {},
                               const std::vector<double>& background = {});

/// The same for elements with these counts, without the view of pairs. Throws SpectrumError likewise.
FunctionRanking rank_functions(const std::vector<Element>& elements, const std::vector<Counts>& counts,
                               const std::vector<double>& background = {});

/// The element that stands for a group, of at least one, where people read it: one of the function that is ranked
/// first, of these the most_legible(). What only reports an error is covered by the same tests as what decided it.
Column representative(const std::vector<Column>& group, const std::vector<Element>& elements,
                      const FunctionRanking& functions);

}  // namespace smallscope::diagnosis
