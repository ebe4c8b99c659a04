// SPDX-License-Identifier: Apache-2.0
// The law of explanations, asked of every input.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include <smallscope/clustering/explanations/explanation.hpp>

namespace smallscope::clustering {

inline bool contains(const std::vector<Ordinal>& sorted, Ordinal ordinal) {
  return std::ranges::binary_search(sorted, ordinal);
}

/// What the inputs of a store are.
struct Inputs {
  const std::vector<Ordinal>&members, &failing, &unjudged, &undecided;
};
inline void count(Matches& matches, const Inputs& inputs, Ordinal ordinal) {
  ++matches.inputs;
  ++(contains(inputs.members, ordinal)     ? matches.members
     : contains(inputs.failing, ordinal)   ? matches.others
     : contains(inputs.unjudged, ordinal)  ? matches.unjudged
     : contains(inputs.undecided, ordinal) ? matches.undecided
                                           : matches.passing);
}

/// The law of what all members have in common: they all match it, each condition leaves at most half of the inputs, and
/// what values members have of any other attribute would leave more.
inline void expect_necessary(const Explanation& explanation, const Population& population, const Inputs& inputs) {
  const std::vector<Literal>& literals = explanation.necessary.literals;
  std::vector<Ordinal> left(literals.size() + 1);  // by how many of the conditions hold, from the first one on
  std::vector<std::set<Value>> of_members(explanation.attributes.size());
  for (const Ordinal member : inputs.members)
    for (std::size_t i = 0; const Value value : values_of(explanation, population, member))
      of_members[i++].insert(value);
  std::vector<Ordinal> with_values_of_members(explanation.attributes.size());
  Matches found;
  for (Ordinal ordinal = 0; ordinal < population.size(); ++ordinal) {
    const std::vector<Value> values = values_of(explanation, population, ordinal);
    std::size_t hold = 0;
    while (hold < literals.size() && holds(explanation, literals[hold], values)) ++hold;
    for (std::size_t i = 0; i <= hold; ++i) ++left[i];
    if (hold < literals.size()) {
      ASSERT_FALSE(contains(inputs.members, ordinal))
          << ordinal << " is a member without a condition that all must have";
      continue;
    }
    for (std::size_t i = 0; i < values.size(); ++i) with_values_of_members[i] += of_members[i].contains(values[i]);
    count(found, inputs, ordinal);
  }
  for (std::size_t i = 0; i < literals.size(); ++i) EXPECT_LE(2 * left[i + 1], left[i]) << i;
  if (!literals.empty()) {
    EXPECT_EQ(found, explanation.necessary.matches);
  }
  if (explanation.exceptions) {  // attributes derived for them only may say more
    EXPECT_EQ(literals, explanation.scope.literals);
    return;
  }
  if (explanation.terms.size() < 2) {
    EXPECT_TRUE(literals.empty());
    return;
  }
  for (std::size_t i = 0; i < of_members.size(); ++i)
    EXPECT_GT(2 * with_values_of_members[i], found.inputs) << explanation.attributes[i].name << " says more";
}

/// The law of what most members have in common: most members match it, and most judged inputs that match are members;
/// no value of a single attribute alone says more.
inline void expect_usual(const Explanation& explanation, const Population& population, const Inputs& inputs) {
  const std::vector<Literal>& literals = explanation.usual.literals;
  Matches found;
  std::vector<std::vector<Matches>> by_value;
  for (const Attribute& attribute : explanation.attributes) by_value.emplace_back(attribute.labels.size());
  for (Ordinal ordinal = 0; ordinal < population.size(); ++ordinal) {
    const std::vector<Value> values = values_of(explanation, population, ordinal);
    if (matches(explanation, explanation.usual, values)) count(found, inputs, ordinal);
    for (std::size_t i = 0; i < values.size(); ++i) count(by_value[i][values[i]], inputs, ordinal);
  }
  const auto are_most = [&](const Matches& those) {
    return 2 * those.members > inputs.members.size() && those.members > those.others + those.passing;
  };
  // A long list of values might as well be one of inputs.
  constexpr Ordinal many = 20;
  const bool is_asked_for = explanation.exceptions ? !explanation.scope.literals.empty() : explanation.terms.size() > 1;
  if (literals.empty()) {
    for (std::size_t i = 0; i < by_value.size() && is_asked_for && !explanation.exceptions; ++i)
      for (const Matches& with_value : by_value[i])
        EXPECT_FALSE(with_value.members >= many && are_most(with_value)) << explanation.attributes[i].name;
    return;
  }
  EXPECT_TRUE(is_asked_for);
  EXPECT_EQ(found, explanation.usual.matches);
  EXPECT_TRUE(are_most(found));
  if (literals.size() > 1 || explanation.exceptions) return;
  for (const std::vector<Matches>& of_attribute : by_value)
    for (const Matches& with_value : of_attribute)
      if (are_most(with_value)) {
        EXPECT_LE(f1(with_value, inputs.members.size()), f1(found, inputs.members.size()) + 1e-9);
      }
}

/// Asks every input of the population: the members are explained, and no passing input is.
inline void expect_exact(const Explanation& explanation, const Population& population,
                         const std::vector<Ordinal>& members, const std::vector<Ordinal>& failing,
                         const std::vector<Ordinal>& unjudged, const std::vector<Ordinal>& undecided = {}) {
  Matches found;
  for (Ordinal ordinal = 0; ordinal < population.size(); ++ordinal) {
    const std::vector<Value> values = values_of(explanation, population, ordinal);
    if (!matches(explanation, values)) {
      ASSERT_FALSE(contains(members, ordinal)) << ordinal << " is a member and not explained";
      continue;
    }
    count(found, {members, failing, unjudged, undecided}, ordinal);
  }
  EXPECT_EQ(found.passing, 0u);
  EXPECT_EQ(found.members, members.size());
  EXPECT_EQ(found, explanation.matches);
  EXPECT_EQ(explanation.unexplained, 0u);
  for (const Term& term : explanation.terms) {
    const Matches& m = term.matches;
    EXPECT_EQ(m.inputs, m.members + m.others + m.unjudged + m.passing + m.undecided);
    EXPECT_GT(m.members + (explanation.exceptions ? m.others : 0), 0u);
    EXPECT_EQ(m.passing, 0u);
  }
  expect_necessary(explanation, population, {members, failing, unjudged, undecided});
  expect_usual(explanation, population, {members, failing, unjudged, undecided});
}

/// Of the population with all failing inputs as members: each term has a member that no other one matches, and no value
/// can be added to a literal without a passing input.
inline void expect_prime_and_irredundant(const Explanation& explanation, const Population& population,
                                         const std::vector<Ordinal>& failing) {
  std::vector<std::size_t> only(explanation.terms.size());  // members that no other term matches
  for (const Ordinal ordinal : failing) {
    const std::vector<Value> values = values_of(explanation, population, ordinal);
    std::vector<std::size_t> matching;
    for (std::size_t term = 0; term < explanation.terms.size(); ++term)
      if (matches(explanation, explanation.terms[term], values)) matching.push_back(term);
    if (matching.size() == 1) ++only[matching.front()];
  }
  EXPECT_THAT(only, testing::Each(testing::Gt(0u)));
  for (const Term& term : explanation.terms)
    for (const Literal& literal : term.literals) {
      // By every value that the literal excludes: does an input pass that satisfies all the rest?
      std::map<Value, bool> passes;
      for (Ordinal ordinal = 0; ordinal < population.size(); ++ordinal) {
        const std::vector<Value> values = values_of(explanation, population, ordinal);
        const bool rest = std::ranges::all_of(
            term.literals, [&](const Literal& other) { return other == literal || holds(explanation, other, values); });
        if (!rest || holds(explanation, literal, values)) continue;
        passes[values[literal.attribute]] |= !contains(failing, ordinal);
      }
      EXPECT_FALSE(passes.empty());
      for (const auto& [value, some] : passes) EXPECT_TRUE(some) << "value " << value << " can be added";
    }
}

}  // namespace smallscope::clustering
