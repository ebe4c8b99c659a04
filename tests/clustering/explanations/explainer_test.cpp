// SPDX-License-Identifier: Apache-2.0
// Explanations against brute force over every input, and of planted causes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <smallscope/clustering/explanations/explainer.hpp>
#include <smallscope/generators.hpp>

#include "exactness.hpp"
#include "populations.hpp"

namespace smallscope::clustering {
namespace {

namespace gen = generators;
using testing::ElementsAre;
using testing::SizeIs;

TEST(Explanations, WithUndecidedInputsMatchNoneThatPassed) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    std::mt19937_64 random(seed);
    const Population population = numbers({3 + random() % 4, 4, 5});
    std::vector<Ordinal> failing, members, unjudged, undecided;
    for (Ordinal ordinal = 0; ordinal < population.size(); ++ordinal) {
      const std::vector<Value> values = [&] {
        std::vector<Value> of_input;
        population.values(ordinal, of_input);
        return of_input;
      }();
      if (random() % 3 == 0) {
        undecided.push_back(ordinal);
      } else if (random() % 20 == 0) {
        unjudged.push_back(ordinal);
      } else if (values[0] == 1 || (values[1] == 2 && values[2] > 1)) {
        failing.push_back(ordinal);
        if (values[0] == 1) members.push_back(ordinal);
      }
    }
    if (members.empty()) continue;
    const Explainer explainer(population, failing, unjudged, {}, undecided);
    const Explanation explanation = explainer.explain(members);
    expect_exact(explanation, population, members, failing, unjudged, undecided);
    EXPECT_EQ(explanation.unknown, undecided.size());
    for (const Term& term : explanation.terms)
      for (const Literal& literal : term.literals)
        if (const auto witness = explainer.witness(explanation, term, literal, members)) {
          EXPECT_FALSE(contains(undecided, witness->without)) << "nobody knows whether it passes";
        }
  }
}

TEST(Explanations, OfTheOnlyInputSayThatItAlwaysFails) {
  for (const std::vector<Ordinal>& sizes : {std::vector<Ordinal>{1}, {1, 1}}) {
    const Population population = numbers(sizes);
    const Explanation explanation = Explainer(population, {0}, {}).explain(std::vector<Ordinal>{0});
    ASSERT_THAT(explanation.terms, SizeIs(1));
    EXPECT_THAT(explanation.terms.front().literals, testing::IsEmpty());
    EXPECT_EQ(explanation.terms.front().matches.members, 1u);
    EXPECT_EQ(explanation.unexplained, 0u);
  }
}

TEST(Explanations, OfUndecidedInputsSayHowManyMustBeExpectedToFail) {
  EXPECT_EQ(least_share_of_failures({.inputs = 10, .members = 10}), 1) << "nothing is undecided";
  EXPECT_NEAR(least_share_of_failures({.members = 1, .undecided = 5}), 0.05, 1e-12);
  EXPECT_NEAR(least_share_of_failures({.members = 2, .others = 1, .undecided = 5}), 0.3684, 1e-4);
  EXPECT_NEAR(least_share_of_failures({.members = 59, .undecided = 5}), 0.9505, 1e-4) << "the rule of three";
  EXPECT_EQ(least_share_of_failures({.undecided = 5}), 0);
  EXPECT_EQ(least_share_of_failures({.members = 59, .passing = 1, .undecided = 5}), 0) << "not all failed";
}

TEST(Explanations, OfRandomFailuresAreExact) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    std::mt19937_64 random(seed);
    std::vector<Ordinal> sizes(2 + random() % 4);
    for (Ordinal& size : sizes) size = 1 + random() % 5;
    const Population population = numbers(sizes);
    const unsigned share = 1 + random() % 9;  // of ten inputs
    std::vector<Ordinal> failing, unjudged, members;
    for (Ordinal ordinal = 0; ordinal < population.size(); ++ordinal) {
      if (random() % 10 < share) {
        failing.push_back(ordinal);
        if (random() % 3 > 0) members.push_back(ordinal);
      } else if (random() % 8 == 0) {
        unjudged.push_back(ordinal);
      }
    }
    SCOPED_TRACE(seed);
    const Explanation explanation =
        Explainer(population, failing, unjudged, {.most_terms = 1000, .terms_of_a_list = 1000}).explain(members);
    expect_exact(explanation, population, members, failing, unjudged);
  }
}

TEST(Explanations, OfManyTermsSayWhatAllMembersHaveInCommon) {
  // a is 3 or 4, and beside it every second combination of the others fails.
  const Population population = numbers({8, 6, 6, 3});
  const std::vector<Ordinal> failing = inputs_with(population, [](const std::vector<Value>& v) {
    return (v[0] == 3 || v[0] == 4) && v[3] == 2 && (v[1] * 7 + v[2] * 5) % 4 < 2;
  });
  const Explanation explanation = Explainer(population, failing, {}, {.relations = 0}).explain(failing);
  ASSERT_GT(explanation.terms.size(), 2u);
  ASSERT_THAT(explanation.necessary.literals, SizeIs(2));
  EXPECT_EQ(explanation.attributes[explanation.necessary.literals[0].attribute].name, "a") << "leaves a quarter";
  EXPECT_EQ(explanation.attributes[explanation.necessary.literals[1].attribute].name, "d") << "leaves a third";
  EXPECT_EQ(explanation.necessary.matches.inputs, 72u);
  EXPECT_EQ(explanation.necessary.matches.members, failing.size());
  EXPECT_EQ(explanation.necessary.matches.passing, 72u - failing.size());
}

TEST(Explanations, HavePrimeTermsOfWhichNoneCanBeLeftOut) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    const Population population = numbers({3, 4, 2, 5});
    std::vector<Ordinal> failing;
    for (Ordinal ordinal = 0; ordinal < population.size(); ++ordinal)
      if (random() % 4 == 0) failing.push_back(ordinal);
    const ExplainOptions options{.most_terms = 1000, .terms_of_a_list = 1000, .relations = 0};
    const Explanation explanation = Explainer(population, failing, {}, options).explain(failing);
    ASSERT_FALSE(explanation.exceptions) << "most inputs pass";
    expect_prime_and_irredundant(explanation, population, failing);
  }
}

TEST(Explanations, OfLinkedChoicesAreExact) {
  const auto generator = gen::tuples(
      gen::range(0, 3).named("a"), gen::bind(gen::range(1, 4).named("n"), [](int n) {
                                     return gen::lists_of(gen::range(0, 2), 1, static_cast<std::size_t>(n)).named("s");
                                   }).named("linked"));
  const Population population = population_of(generator);
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    std::mt19937_64 random(seed);
    std::vector<Ordinal> failing;
    for (Ordinal ordinal = 0; ordinal < population.size(); ++ordinal)
      if (random() % 20 == 0) failing.push_back(ordinal);
    const Explanation explanation =
        Explainer(population, failing, {}, {.most_terms = 1000, .terms_of_a_list = 1000}).explain(failing);
    expect_exact(explanation, population, failing, failing, {});
  }
}

/// Failures by one to four choices that must come together: one to three such conjunctions, the choices at random.
TEST(Explanations, RecoverPlantedConjunctionsInAtMostAsManyTerms) {
  for (std::uint64_t seed = 0; seed < 80; ++seed) {
    std::mt19937_64 random(seed);
    const std::vector<Ordinal> sizes{4, 3, 5, 2, 6, 3};
    const Population population = numbers(sizes);
    std::vector<std::vector<std::pair<std::size_t, Value>>> planted(1 + random() % 3);
    for (auto& conjunction : planted) {
      std::vector<std::size_t> order{0, 1, 2, 3, 4, 5};
      std::ranges::shuffle(order, random);
      order.resize(1 + random() % 4);
      for (const std::size_t attribute : order)
        conjunction.emplace_back(attribute, static_cast<Value>(random() % sizes[attribute]));
    }
    const std::vector<Ordinal> failing = inputs_with(population, [&](const std::vector<Value>& values) {
      return std::ranges::any_of(planted, [&](const auto& conjunction) {
        return std::ranges::all_of(conjunction,
                                   [&](const auto& choice) { return values[choice.first] == choice.second; });
      });
    });
    SCOPED_TRACE(seed);
    const Explanation explanation = Explainer(population, failing, {}).explain(failing);
    expect_exact(explanation, population, failing, failing, {});
    EXPECT_LE(explanation.terms.size(), planted.size());
  }
}

TEST(Explanations, OneConjunctionIsOneTermWithItsLiterals) {
  const Population population = numbers({4, 5, 6});
  const auto members = inputs_with(population, [](const auto& v) { return v[0] == 2 && (v[2] == 1 || v[2] == 4); });
  const Explanation explanation = Explainer(population, members, {}).explain(members);
  ASSERT_THAT(explanation.terms, SizeIs(1));
  EXPECT_THAT(explanation.terms[0].literals,
              ElementsAre(Literal{0, Literal::Kind::in, {2}}, Literal{2, Literal::Kind::in, {1, 4}}));
  EXPECT_EQ(explanation.terms[0].matches, (Matches{10, 10, 0, 0, 0}));
}

TEST(Explanations, SetsAreSaidTheShortestWay) {
  const Population population = numbers({9, 2});
  const auto literal = [&](const Predicate& predicate) {
    const auto members = inputs_with(population, [&](const auto& v) { return v[1] == 1 && predicate(v); });
    const Explanation explanation = Explainer(population, members, {}).explain(members);
    EXPECT_THAT(explanation.terms, SizeIs(1));
    return explanation.terms.front().literals.front();
  };
  EXPECT_EQ(literal([](const auto& v) { return v[0] >= 3; }), (Literal{0, Literal::Kind::between, {3, 8}}));
  EXPECT_EQ(literal([](const auto& v) { return v[0] >= 3 && v[0] < 6; }), (Literal{0, Literal::Kind::between, {3, 5}}));
  EXPECT_EQ(literal([](const auto& v) { return v[0] != 4; }), (Literal{0, Literal::Kind::not_in, {4}}));
  EXPECT_EQ(literal([](const auto& v) { return v[0] == 2 || v[0] == 7; }), (Literal{0, Literal::Kind::in, {2, 7}}));
}

TEST(Explanations, IntervalsOfAChoiceThatMayBeAbsent) {
  const auto generator = gen::tuples(
      gen::alternatives(gen::labelled("sized", gen::range(0, 9).named("size").map([](int size) { return size; })),
                        gen::labelled("plain", gen::just(0)))
          .named("kind"),
      gen::range(0, 3).named("other"));
  const Population population = population_of(generator);
  const auto& attributes = population.attributes();
  const auto size =
      static_cast<std::size_t>(std::ranges::find(attributes, "kind/sized/size", &Attribute::name) - attributes.begin());
  const auto label = [&](const std::vector<Value>& values) { return attributes[size].labels[values[size]]; };
  for (const auto& [least, most] : {std::pair(3, 9), {0, 6}, {2, 7}, {0, 9}}) {
    const auto members = inputs_with(population, [&](const auto& values) {
      return !label(values).empty() && std::stoi(label(values)) >= least && std::stoi(label(values)) <= most;
    });
    const Explanation explanation = Explainer(population, members, {}).explain(members);
    expect_exact(explanation, population, members, members, {});
    ASSERT_THAT(explanation.terms, SizeIs(1));
    const bool is_everything = most - least == 9;
    EXPECT_EQ(explanation.terms[0].literals[0].kind == Literal::Kind::between, !is_everything) << least << most;
  }
}

TEST(Explanations, SayWhatDecidesThatAChoiceIsNotMade) {
  // At a use, nothing else is chosen; nor is it at the first of two calls, if there are calls.
  const auto population_with = [](bool calls) {
    return Population({calls ? 4U : 3U, 5U}, [](Ordinal ordinal) {
      const Ordinal linked = ordinal / 5;
      generators::Choices choices{{"at", linked < 2 ? 0U : linked - 1,
                                   linked < 2    ? "declaration"
                                   : linked == 2 ? "use"
                                                 : "call"}};
      if (linked < 2) choices.push_back({"new", linked, linked == 0 ? "renamed" : "other"});
      if (linked == 3) choices.push_back({"new", 0, "renamed"});
      choices.push_back({"a", ordinal % 5, std::to_string(ordinal % 5)});
      return choices;
    });
  };
  for (const bool calls : {false, true}) {
    const Population population = population_with(calls);
    const std::vector<Ordinal> failing{11, 13};  // at a use, with a = 1 and a = 3
    const Explanation explanation = Explainer(population, failing, {}).explain(failing);
    expect_exact(explanation, population, failing, failing, {});
    ASSERT_EQ(explanation.terms.size(), 1u);
    const std::vector<Literal>& literals = explanation.terms.front().literals;
    ASSERT_EQ(literals.size(), 2u);
    EXPECT_EQ(explanation.attributes[literals[0].attribute].name, "at");
    EXPECT_EQ(literals[0], (Literal{literals[0].attribute, Literal::Kind::in, {1}}));
    EXPECT_EQ(explanation.attributes[literals[1].attribute].name, "a");
  }
}

TEST(Explanations, UnjudgedInputsMayMatchAndAreCounted) {
  const Population population = numbers({4, 5});
  const auto members = inputs_with(population, [](const auto& v) { return v[0] == 2 && v[1] != 3; });
  const Explanation explanation = Explainer(population, members, {13}).explain(members);
  ASSERT_THAT(explanation.terms, SizeIs(1));
  EXPECT_THAT(explanation.terms[0].literals, ElementsAre(Literal{0, Literal::Kind::in, {2}}));
  EXPECT_EQ(explanation.matches, (Matches{5, 4, 0, 1, 0}));
}

TEST(Explanations, OtherFailuresMayMaskIfThatIsShorter) {
  const Population population = numbers({6, 7, 8});
  // Everything with a = 1 fails, but a crash comes first for b = 3 and c = 5 or b = 6 and c = 2.
  const auto crashes = [](const auto& v) {
    return v[0] == 1 && ((v[1] == 3 && v[2] == 5) || (v[1] == 6 && v[2] == 2));
  };
  const auto failing = inputs_with(population, [](const auto& v) { return v[0] == 1; });
  const auto members = inputs_with(population, [&](const auto& v) { return v[0] == 1 && !crashes(v); });
  const Explanation masked = Explainer(population, failing, {}).explain(members);
  ASSERT_THAT(masked.terms, SizeIs(1));
  EXPECT_THAT(masked.terms[0].literals, ElementsAre(Literal{0, Literal::Kind::in, {1}}));
  EXPECT_EQ(masked.matches, (Matches{56, 54, 2, 0, 0}));
  // Half of what fails is another fault: then the explanation has to say which half.
  const auto half = inputs_with(population, [](const auto& v) { return v[0] == 1 && v[2] < 4; });
  const Explanation strict = Explainer(population, failing, {}).explain(half);
  ASSERT_THAT(strict.terms, SizeIs(1));
  EXPECT_THAT(strict.terms[0].literals, SizeIs(2));
  EXPECT_EQ(strict.matches.others, 0u);
}

TEST(Explanations, AlwaysExcept) {
  const Population population = numbers({5, 6, 3});
  const auto members =
      inputs_with(population, [](const auto& v) { return !(v[0] == 1 && v[1] == 2) && !(v[1] == 4 && v[2] == 0); });
  const Explanation explanation = Explainer(population, members, {}).explain(members);
  EXPECT_TRUE(explanation.exceptions);
  EXPECT_THAT(explanation.terms, SizeIs(2));
  expect_exact(explanation, population, members, members, {});
  const auto all = inputs_with(population, [](const auto&) { return true; });
  const Explanation always = Explainer(population, all, {}).explain(all);
  EXPECT_EQ(always.terms.size() == 1 && always.terms[0].literals.empty(), !always.exceptions);
  expect_exact(always, population, all, all, {});
}

TEST(Witnesses, DifferInTheLiteralsChoiceAlone) {
  const Population population = numbers({4, 5, 6});
  const auto members = inputs_with(population, [](const auto& v) { return v[0] == 2 && (v[2] == 1 || v[2] == 4); });
  const Explainer explainer(population, members, {});
  const Explanation explanation = explainer.explain(members);
  for (const Literal& literal : explanation.terms[0].literals) {
    const auto witness = explainer.witness(explanation, explanation.terms[0], literal, members);
    ASSERT_TRUE(witness);
    EXPECT_TRUE(contains(members, witness->failing));
    EXPECT_FALSE(contains(members, witness->without));
    EXPECT_THAT(witness->differing, ElementsAre(literal.attribute));
  }
}

TEST(Witnesses, MayFailInAnotherWayIfNoPassingInputIsAsNear) {
  const Population population = numbers({3, 4});
  const auto failing = inputs_with(population, [](const auto& v) { return v[0] == 1; });
  const std::vector<Ordinal> members{6};  // a = 1, b = 2
  const Explainer explainer(population, failing, {});
  const Explanation explanation = explainer.explain(members);
  ASSERT_THAT(explanation.terms, SizeIs(1));
  ASSERT_THAT(explanation.terms[0].literals, SizeIs(2));
  const auto kind = explainer.witness(explanation, explanation.terms[0], explanation.terms[0].literals[0], members);
  ASSERT_TRUE(kind);
  EXPECT_TRUE(kind->passes);
  const auto number = explainer.witness(explanation, explanation.terms[0], explanation.terms[0].literals[1], members);
  ASSERT_TRUE(number);
  EXPECT_FALSE(number->passes);
  EXPECT_TRUE(contains(failing, number->without));
}

TEST(Witnesses, OfLinkedChoicesAreTheNearest) {
  const auto generator =
      gen::bind(gen::range(1, 3).named("n"), [](int n) { return gen::range(n, n + 1).named("m"); }).named("p");
  const Population population = population_of(generator);  // (1,1) (1,2) (2,2) (2,3) (3,3) (3,4)
  const std::vector<Ordinal> members{0};
  const Explainer explainer(population, members, {});
  const Explanation explanation = explainer.explain(members);
  ASSERT_THAT(explanation.terms, SizeIs(1));
  const auto witness = explainer.witness(explanation, explanation.terms[0], explanation.terms[0].literals[0], members);
  ASSERT_TRUE(witness);
  EXPECT_EQ(witness->failing, 0u);
  EXPECT_EQ(witness->without, 1u);
}

TEST(Explanations, AnInputThatDidNotFailCannotBeExplained) {
  const std::vector<Ordinal> passing{3};
  EXPECT_THROW(Explainer(numbers({4, 5}), {2}, {}).explain(passing), std::out_of_range);
}

TEST(Explanations, AreTheSameEveryTime) {
  std::mt19937_64 random(7);
  const Population population = numbers({6, 5, 4, 3});
  std::vector<Ordinal> failing;
  for (Ordinal ordinal = 0; ordinal < population.size(); ++ordinal)
    if (random() % 4 == 0) failing.push_back(ordinal);
  const Explanation one = Explainer(population, failing, {}).explain(failing);
  const Explanation two = Explainer(population, failing, {}).explain(failing);
  ASSERT_EQ(one.terms.size(), two.terms.size());
  for (std::size_t i = 0; i < one.terms.size(); ++i) EXPECT_EQ(one.terms[i].literals, two.terms[i].literals);
}

TEST(Explanations, AreTheSameForAnyNumberOfThreads) {
  std::mt19937_64 random(11);
  const Population population = numbers({6, 5, 4, 3});
  std::vector<Ordinal> failing;
  std::vector<std::vector<Ordinal>> groups(7);  // the last stays empty
  for (Ordinal ordinal = 0; ordinal < population.size(); ++ordinal) {
    if (random() % 4 > 0) continue;
    failing.push_back(ordinal);
    groups[random() % 6].push_back(ordinal);
  }
  const Explainer explainer(population, failing, {});
  const std::vector<Explanation> one = explainer.explain_each(groups, 1);
  ASSERT_EQ(one.size(), groups.size());
  EXPECT_TRUE(one.back().terms.empty());
  for (const unsigned jobs : {2u, 4u, 20u}) {
    const std::vector<Explanation> several = explainer.explain_each(groups, jobs);
    for (std::size_t group = 0; group < groups.size(); ++group) {
      ASSERT_EQ(several[group].terms.size(), one[group].terms.size()) << group;
      EXPECT_EQ(several[group].matches, one[group].matches);
      for (std::size_t i = 0; i < one[group].terms.size(); ++i)
        EXPECT_EQ(several[group].terms[i].literals, one[group].terms[i].literals);
    }
  }
  groups[3].push_back(population.size());
  EXPECT_THROW(explainer.explain_each(groups, 2), std::out_of_range) << "an error of a thread ends all";
}

TEST(Explanations, TermsAreBoundedAndTheRestIsCounted) {
  std::mt19937_64 random(7);
  const Population population = numbers({6, 5, 4, 3});
  std::vector<Ordinal> failing;
  for (Ordinal ordinal = 0; ordinal < population.size(); ++ordinal)
    if (random() % 4 == 0) failing.push_back(ordinal);
  const Explanation explanation = Explainer(population, failing, {}, {.most_terms = 3}).explain(failing);
  EXPECT_LE(explanation.terms.size(), 3u);
  EXPECT_GT(explanation.unexplained, 0u);
  EXPECT_EQ(explanation.unexplained + explanation.matches.members, failing.size());
}

TEST(Explanations, TermsThatSayNoMoreThanAListAreNotLookedFor) {
  // For each value of a another one of b: each term is one input.
  const Population population = numbers({16, 16});
  const std::vector<Ordinal> failing =
      inputs_with(population, [](const std::vector<Value>& v) { return v[1] == (3 * v[0] + 1) % 16; });
  ExplainOptions options{.relations = 0};
  const Explanation few = Explainer(population, failing, {}, options).explain(failing);
  EXPECT_THAT(few.terms, SizeIs(options.terms_of_a_list));
  EXPECT_EQ(few.unexplained + few.matches.members, failing.size());
  EXPECT_FALSE(is_compact(few)) << "the list is one of what the terms match";
  options.terms_of_a_list = options.most_terms;
  EXPECT_EQ(Explainer(population, failing, {}, options).explain(failing).unexplained, 0u);
}

TEST(Explanations, AreNotFinishedOnceStopped) {
  const Population population = numbers({8, 8});
  const std::vector<Ordinal> failing =
      inputs_with(population, [](const std::vector<Value>& v) { return v[0] == v[1]; });
  const Explainer explainer(population, failing, {});
  std::stop_source stop;
  ExplainOptions options = explainer.options();
  options.stop = stop.get_token();
  EXPECT_EQ(explainer.explain(failing, options).unexplained, 0u);
  stop.request_stop();
  EXPECT_EQ(explainer.explain(failing, options).unexplained, failing.size());
}

TEST(Explainer, WithDeclinedInputsPassingIsThatWithoutThem) {
  std::mt19937_64 random(7);
  const Population population = numbers({5, 4, 6});
  std::vector<Ordinal> failing, unjudged, declined, others, undecided;
  for (Ordinal ordinal = 0; ordinal < population.size(); ++ordinal) {
    const std::uint64_t draw = random() % 6;
    if (draw == 0) failing.push_back(ordinal);
    if (draw == 1 || draw == 2) unjudged.push_back(ordinal);
    if (draw == 1) declined.push_back(ordinal);
    if (draw == 2) others.push_back(ordinal);
    if (draw == 3) undecided.push_back(ordinal);
  }
  const Explainer explainer = Explainer(population, failing, unjudged, {}, undecided, declined).with_declined_passing();
  const Explainer expected(population, failing, others, {}, undecided);
  EXPECT_EQ(explainer.unjudged(), others);
  EXPECT_TRUE(explainer.declined().empty());
  for (std::size_t attribute = 0; attribute < expected.columns().size(); ++attribute)
    for (std::size_t row = 0; row < failing.size() + others.size() + undecided.size(); ++row)
      ASSERT_EQ(explainer.columns()[attribute][row], expected.columns()[attribute][row]) << attribute << ", " << row;
  const Explanation one = explainer.explain(failing), other = expected.explain(failing);
  ASSERT_EQ(one.terms.size(), other.terms.size());
  for (std::size_t term = 0; term < one.terms.size(); ++term) {
    EXPECT_EQ(one.terms[term].literals, other.terms[term].literals);
    EXPECT_EQ(one.terms[term].matches, other.terms[term].matches);
  }
}

}  // namespace
}  // namespace smallscope::clustering
