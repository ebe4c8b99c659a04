// SPDX-License-Identifier: Apache-2.0
// "Fails exactly when X, except when Y", and hulls: when one term says all.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include <smallscope/clustering/explanations/explainer.hpp>

#include "exactness.hpp"
#include "populations.hpp"

namespace smallscope::clustering {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

/// Values of some attributes, by attribute; the others may have any.
using Box = std::vector<std::vector<Value>>;

bool is_in(const Box& box, const std::vector<Value>& values) {
  for (std::size_t i = 0; i < box.size(); ++i)
    if (!box[i].empty() && std::ranges::find(box[i], values[i]) == box[i].end()) return false;
  return true;
}

/// A few values of two attributes.
Box random_box(std::mt19937_64& random, const std::vector<Ordinal>& sizes) {
  Box box(sizes.size());
  const std::size_t first = random() % sizes.size(),
                    second = (first + 1 + random() % (sizes.size() - 1)) % sizes.size();
  for (const std::size_t attribute : {first, second})
    for (std::size_t i = 0; i < 1 + random() % 2; ++i) box[attribute].push_back(static_cast<Value>(random() % 4));
  return box;
}

TEST(Exceptions, AreSaidOfWhatAllMembersHaveInCommon) {
  const Population population = numbers({8, 6, 6, 3});
  const auto failing = inputs_with(population, [](const auto& v) {
    return v[0] == 3 && !(v[1] == 2 && v[2] == 4) && !(v[1] == 5 && v[3] == 1) && !(v[2] == 0 && v[3] == 2);
  });
  const Explanation explanation = Explainer(population, failing, {}).explain(failing);
  EXPECT_TRUE(explanation.exceptions);
  ASSERT_THAT(explanation.scope.literals, SizeIs(1));
  EXPECT_EQ(explanation.attributes[explanation.scope.literals[0].attribute].name, "a");
  EXPECT_EQ(explanation.scope.matches.inputs, 108u);
  EXPECT_THAT(explanation.terms, SizeIs(3));
  for (const Term& term : explanation.terms) EXPECT_THAT(term.literals, SizeIs(2));
  expect_exact(explanation, population, failing, failing, {});
}

TEST(Exceptions, AreNotSaidWhereTermsAreAsShort) {
  const Population population = numbers({8, 6, 6, 3});
  const auto failing = inputs_with(population, [](const auto& v) { return v[0] == 3 && (v[1] == 2 || v[2] == 4); });
  const Explanation explanation = Explainer(population, failing, {}).explain(failing);
  EXPECT_FALSE(explanation.exceptions);
  EXPECT_THAT(explanation.scope.literals, IsEmpty());
  EXPECT_THAT(explanation.terms, SizeIs(2));
  const auto inverse =
      inputs_with(population, [](const auto& v) { return v[0] == 3 && !(v[1] == 2 && v[2] == 4 && v[3] == 0); });
  EXPECT_TRUE(Explainer(population, inverse, {}).explain(inverse).exceptions);
  EXPECT_FALSE(Explainer(population, inverse, {}).explain(inverse, {.exceptions = false}).exceptions);
}

/// Masked faults: what fails in another way may be an exception, and inputs without a verdict are neither.
TEST(Exceptions, AreExactWhateverElseFails) {
  std::size_t said = 0, with_relations = 0, with_unjudged = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    std::mt19937_64 random(seed);
    const std::vector<Ordinal> sizes{6, 5, 6, 4};
    const Population population = numbers(sizes);
    const Value kind = static_cast<Value>(random() % 6);
    std::vector<Box> masks;
    for (std::size_t i = 0; i < 1 + random() % 3; ++i) masks.push_back(random_box(random, sizes));
    const bool is_related = seed % 3 == 0;
    const unsigned unjudged_share = seed % 2 == 0 ? 0 : 1 + random() % 2;  // of ten inputs
    const bool is_complete = seed % 4 != 3;
    std::vector<Ordinal> members, failing, unjudged, undecided;
    std::vector<Value> values;
    for (Ordinal ordinal = 0; ordinal < population.size(); ++ordinal) {
      population.values(ordinal, values);
      if (random() % 10 < unjudged_share) {
        (!is_complete && random() % 3 == 0 ? undecided : unjudged).push_back(ordinal);
        continue;
      }
      const bool is_masked = std::ranges::any_of(masks, [&](const Box& mask) { return is_in(mask, values); });
      const bool is_equal = is_related && values[1] == values[2];
      if (values[0] == kind && !is_masked && !is_equal) members.push_back(ordinal);
      // One mask is another fault.
      if ((values[0] == kind && !is_masked && !is_equal) || is_in(masks[0], values)) failing.push_back(ordinal);
    }
    if (members.empty()) continue;
    SCOPED_TRACE(seed);
    const Explanation explanation =
        Explainer(population, failing, unjudged, {.most_terms = 1000, .terms_of_a_list = 1000}, undecided)
            .explain(members);
    expect_exact(explanation, population, members, failing, unjudged, undecided);
    const bool has_scope = !explanation.scope.literals.empty();
    EXPECT_FALSE(has_scope && !undecided.empty()) << "too few inputs pass";
    said += has_scope;
    with_relations += has_scope && !explanation.derived.empty();
    with_unjudged += has_scope && !unjudged.empty();
  }
  EXPECT_GT(said, 40u);
  EXPECT_GT(with_relations, 5u);
  EXPECT_GT(with_unjudged, 10u);
}

TEST(Exceptions, HaveWitnesses) {
  const Population population = numbers({8, 6, 6, 3});
  const auto failing =
      inputs_with(population, [](const auto& v) { return v[0] == 3 && !(v[1] == 2 && v[2] == 4 && v[3] == 0); });
  const Explainer explainer(population, failing, {});
  const Explanation explanation = explainer.explain(failing);
  ASSERT_TRUE(explanation.exceptions);
  const std::vector<Term> terms = witnessed_terms(explanation);
  ASSERT_THAT(terms, SizeIs(2));
  ASSERT_THAT(terms[1].literals, SizeIs(3));
  for (const Term& term : terms)
    for (const Literal& literal : term.literals) {
      const auto witness = explainer.witness(explanation, term, literal, failing);
      ASSERT_TRUE(witness);
      EXPECT_TRUE(contains(failing, witness->failing));
      EXPECT_TRUE(witness->passes);
      EXPECT_FALSE(contains(failing, witness->without));
      EXPECT_THAT(witness->differing, ElementsAre(literal.attribute));
    }
}

/// Choices of which most combinations do not exist, as in a grammar. Growing from single members misses the one term.
TEST(Hulls, ThatHoldNothingPassingAreOneTerm) {
  constexpr Ordinal rows = 300;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const Population population({rows}, [&](Ordinal ordinal) {
      std::mt19937_64 random(seed * rows + ordinal);
      generators::Choices choices;
      for (const char* name : {"a", "b", "c", "d", "e", "f"}) {
        const Ordinal value = random() % 6;
        choices.push_back({name, value, std::to_string(value)});
      }
      return choices;
    });
    const auto members =
        inputs_with(population, [](const auto& v) { return v[0] % 2 == 0 && v[2] % 2 == 0 && v[3] % 2 == 0; });
    SCOPED_TRACE(seed);
    const Explanation explanation = Explainer(population, members, {}, {.relations = 0}).explain(members);
    EXPECT_THAT(explanation.terms, SizeIs(1));
    expect_exact(explanation, population, members, members, {});
  }
}

}  // namespace
}  // namespace smallscope::clustering
