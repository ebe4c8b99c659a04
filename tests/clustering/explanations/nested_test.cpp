// SPDX-License-Identifier: Apache-2.0
// Terms over choices that not every input makes.
#include <gmock/gmock.h>

#include <algorithm>
#include <numeric>
#include <random>

#include <smallscope/clustering/explanations/explainer.hpp>

#include "exactness.hpp"
#include "populations.hpp"

namespace smallscope::clustering {
namespace {

namespace gen = generators;
using testing::SizeIs;

/// An operand, and what is done with it: an operator and a second operand, a unary one, a base, digits or a method.
Population expressions() {
  return population_of(gen::tuples(
      gen::range(0, 9).named("a"),
      gen::alternatives(
          gen::labelled("binary", gen::tuples(gen::elements("+", "-", "*", "<<", ">>", "&").named("op"),
                                              gen::range(0, 4).named("b"))
                                      .map([](const auto&) { return 0; })),
          gen::labelled("unary", gen::elements("-", "~", "!", "abs").named("sign").map([](const auto&) { return 0; })),
          gen::labelled("text", gen::range(2, 9).named("base").map([](int) { return 0; })),
          gen::labelled("rounded", gen::range(0, 4).named("digits").map([](int) { return 0; })),
          gen::labelled("call", gen::elements("gcd", "pow", "fdiv").named("method").map([](const auto&) { return 0; })))
          .named("kind")));
}

std::size_t attribute_of(const Population& population, const std::string& name) {
  const auto found = std::ranges::find(population.attributes(), name, &Attribute::name);
  EXPECT_NE(found, population.attributes().end()) << name;
  return static_cast<std::size_t>(found - population.attributes().begin());
}

std::size_t literals_in(const Explanation& explanation) {
  return std::accumulate(explanation.terms.begin(), explanation.terms.end(), std::size_t{0},
                         [](std::size_t sum, const Term& term) { return sum + term.literals.size(); });
}

TEST(NestedChoices, AreSaidEachByItself) {
  const Population population = expressions();
  const std::size_t a = attribute_of(population, "a"), op = attribute_of(population, "kind/binary/op"),
                    sign = attribute_of(population, "kind/unary/sign");
  const auto label = [&](std::size_t attribute, Value value) {
    return population.attributes()[attribute].labels[value];
  };
  const auto failing = inputs_with(population, [&](const std::vector<Value>& values) {
    const std::string binary = label(op, values[op]);
    return values[a] > 5 && (binary == "<<" || binary == ">>" || label(sign, values[sign]) == "~");
  });
  const Explanation explanation = Explainer(population, failing, {}).explain(failing);
  expect_exact(explanation, population, failing, failing, {});
  ASSERT_THAT(explanation.terms, SizeIs(2));
  for (const Term& term : explanation.terms) {
    ASSERT_THAT(term.literals, SizeIs(2));
    for (const Literal& literal : term.literals)
      for (const Value value : literal.values) EXPECT_NE(label(literal.attribute, value), "") << "absent";
  }
  const Explanation whole = Explainer(population, failing, {}).explain(failing, {.divides_nested = false});
  EXPECT_THAT(whole.terms, SizeIs(1));
  EXPECT_GE(literals_in(whole), 6u);
}

TEST(NestedChoices, AreSaidByWhatTheInputsOfEachPartHave) {
  // As one term, `method` is not fdiv, and the operators of all other kinds are absent. That is also what the calls
  // need within this term; by themselves, they only need a method.
  const Population population = expressions();
  const std::size_t a = attribute_of(population, "a"), op = attribute_of(population, "kind/binary/op"),
                    b = attribute_of(population, "kind/binary/b"),
                    method = attribute_of(population, "kind/call/method");
  const auto failing = inputs_with(population, [&](const std::vector<Value>& values) {
    const auto is = [&](std::size_t attribute, std::string_view label) {
      return population.attributes()[attribute].labels[values[attribute]] == label;
    };
    return values[a] > 5 && ((is(op, "&") && is(b, "3")) || is(method, "gcd") || is(method, "pow"));
  });
  const Explainer explainer(population, failing, {});
  const Explanation explanation = explainer.explain(failing);
  expect_exact(explanation, population, failing, failing, {});
  EXPECT_THAT(explanation.terms, SizeIs(2));
  EXPECT_EQ(literals_in(explanation), 5u);
  EXPECT_GE(literals_in(explainer.explain(failing, {.divides_nested = false})), 7u);
}

/// One term with some values of each choice, at random: dividing it makes it no longer, and stays exact.
TEST(NestedChoices, AreNeverSaidInMoreWords) {
  const Population population = expressions();
  std::size_t divided_more = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    std::vector<std::vector<std::uint8_t>> allowed;
    for (const Attribute& attribute : population.attributes()) {
      auto& values = allowed.emplace_back(attribute.labels.size(), 1);
      if (random() % 4 == 0) continue;
      for (std::size_t value = 0; value < values.size(); ++value)
        values[value] = attribute.labels[value].empty() || random() % 4 == 0;  // absent: another choice is made
    }
    const auto failing = inputs_with(population, [&](const std::vector<Value>& values) {
      for (std::size_t i = 0; i < values.size(); ++i)
        if (!allowed[i][values[i]]) return false;
      return true;
    });
    if (failing.empty()) continue;
    const Explainer explainer(population, failing, {});
    const ExplainOptions options{.relations = 0, .exceptions = false};
    ExplainOptions as_whole = options;
    as_whole.divides_nested = false;
    const Explanation divided = explainer.explain(failing, options), whole = explainer.explain(failing, as_whole);
    expect_exact(divided, population, failing, failing, {});
    EXPECT_LE(divided.bits, whole.bits);
    EXPECT_LE(literals_in(divided) + divided.terms.size(), literals_in(whole) + whole.terms.size());
    divided_more += divided.terms.size() > whole.terms.size();
  }
  EXPECT_GT(divided_more, 0u);
}

/// Failures of several terms, of which each has some values of each choice.
TEST(NestedChoices, AreSaidInPrimeTermsOfWhichNoneCanBeLeftOut) {
  const Population population = expressions();
  std::size_t divided_more = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    std::vector<std::vector<std::vector<std::uint8_t>>> planted(1 + seed % 4);
    for (auto& allowed : planted)
      for (const Attribute& attribute : population.attributes()) {
        auto& values = allowed.emplace_back(attribute.labels.size(), 1);
        if (random() % 4 == 0) continue;
        for (std::size_t value = 0; value < values.size(); ++value)
          values[value] = attribute.labels[value].empty() || random() % 3 == 0;
      }
    const auto failing = inputs_with(population, [&](const std::vector<Value>& values) {
      return std::ranges::any_of(planted, [&](const auto& allowed) {
        for (std::size_t i = 0; i < values.size(); ++i)
          if (!allowed[i][values[i]]) return false;
        return true;
      });
    });
    if (failing.empty()) continue;
    ExplainOptions options{.most_terms = 1000, .terms_of_a_list = 1000, .relations = 0, .exceptions = false};
    const Explainer explainer(population, failing, {});
    const Explanation divided = explainer.explain(failing, options);
    expect_exact(divided, population, failing, failing, {});
    expect_prime_and_irredundant(divided, population, failing);
    options.divides_nested = false;
    divided_more += divided.terms.size() > explainer.explain(failing, options).terms.size();
  }
  EXPECT_GT(divided_more, 0u);
}

TEST(NestedChoices, AreDividedIntoNoMoreTermsThanAreWanted) {
  const Population population = expressions();
  const std::size_t a = attribute_of(population, "a"), op = attribute_of(population, "kind/binary/op"),
                    sign = attribute_of(population, "kind/unary/sign");
  const auto failing = inputs_with(population, [&](const std::vector<Value>& values) {
    return values[a] > 5 && (population.attributes()[op].labels[values[op]] == "&" ||
                             population.attributes()[sign].labels[values[sign]] == "~");
  });
  const Explanation explanation = Explainer(population, failing, {}).explain(failing, {.most_terms = 1});
  EXPECT_THAT(explanation.terms, SizeIs(1));
  EXPECT_EQ(explanation.unexplained, 0u);
}

}  // namespace
}  // namespace smallscope::clustering
