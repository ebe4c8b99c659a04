// SPDX-License-Identifier: Apache-2.0
// The law of explanations, asked of every input.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include <smallscope/clustering/explanations/explanation.hpp>

namespace smallscope::clustering {

inline bool contains(const std::vector<Ordinal>& sorted, Ordinal ordinal) {
  return std::ranges::binary_search(sorted, ordinal);
}

/// Asks every input of the population: the members are explained, and no passing input is.
inline void expect_exact(const Explanation& explanation, const Population& population,
                         const std::vector<Ordinal>& members, const std::vector<Ordinal>& failing,
                         const std::vector<Ordinal>& unjudged, const std::vector<Ordinal>& undecided = {}) {
  Matches found;
  for (Ordinal ordinal = 0; ordinal < population.size(); ++ordinal) {
    const std::vector<Value> values = values_of(explanation, population, ordinal);
    const bool some =
        std::ranges::any_of(explanation.terms, [&](const Term& term) { return matches(explanation, term, values); });
    if (some == explanation.exceptions) {
      ASSERT_FALSE(contains(members, ordinal)) << ordinal << " is a member and not explained";
      continue;
    }
    ++found.inputs;
    ++(contains(members, ordinal)     ? found.members
       : contains(failing, ordinal)   ? found.others
       : contains(unjudged, ordinal)  ? found.unjudged
       : contains(undecided, ordinal) ? found.undecided
                                      : found.passing);
  }
  EXPECT_EQ(found.passing, 0u);
  EXPECT_EQ(found.members, members.size());
  EXPECT_EQ(found, explanation.matches);
  EXPECT_EQ(explanation.unexplained, 0u);
  for (const Term& term : explanation.terms) {
    const Matches& m = term.matches;
    EXPECT_EQ(m.inputs, m.members + m.others + m.unjudged + m.passing + m.undecided);
    EXPECT_GT(m.members, 0u);
    EXPECT_EQ(m.passing, 0u);
  }
}

}  // namespace smallscope::clustering
