// SPDX-License-Identifier: Apache-2.0
// How alike two tests are in the way they take through the code (Artzi, Dolby, Tip and Pistoia, ISSTA 2010, section 4).
//
// A condition is a comparison of the code; its outcomes are elements of a spectrum. A path constraint is the outcome of
// every condition that a test evaluates. A spectrum keeps which outcomes occurred, not when, so a condition that is
// evaluated several times has the set of its outcomes. Pure functions: any thread.
//
// Example: path_similarity({{0, 1}, {2, 3}}, row, other, PathForm::subset)
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include <smallscope/diagnosis/spectrum.hpp>
#include <smallscope/results/store.hpp>

namespace smallscope::diagnosis::directed {

/// The elements that are outcomes of each condition, in the order of the code.
using Conditions = std::vector<std::vector<Column>>;

/// Of what a store knows now, by the numbers that its spectra have for elements (results::VisitSpectrum). Empty if
/// comparisons were not recorded. O(n log n). Throws results::StoreError.
Conditions conditions_of(const results::Store& store);

/// What is counted of the conditions that two tests evaluate to the same outcomes.
enum class PathForm {
  subset,      ///< all of them
  subsequence  ///< the most that follow each other; in the order of the code, because that of execution is not known
};
inline constexpr PathForm all_path_forms[] = {PathForm::subset, PathForm::subsequence};
/// "subset", "subsequence"
std::string_view name(PathForm form);

/// The share of such conditions, of those that either test evaluates: from 0 to 1; 1 if neither evaluates any. An
/// element beyond the end of a row is not covered. Linear in the elements of the conditions.
double path_similarity(const Conditions& conditions, std::span<const Word> a, std::span<const Word> b, PathForm form);

}  // namespace smallscope::diagnosis::directed
