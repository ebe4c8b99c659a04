// SPDX-License-Identifier: Apache-2.0
// From a store to explanations: what stands in the way, what counts as not judged, spaces that misreport their factors.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <numeric>

#include <smallscope/clustering/explanations/stored.hpp>
#include <smallscope/generators.hpp>

#include "populations.hpp"

namespace smallscope::clustering {
namespace {

namespace gen = generators;
using oracles::Verdict;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::Throws;
using testing::ThrowsMessage;

auto digits() { return gen::tuples(gen::range(0, 3).named("a"), gen::range(0, 4).named("b")); }

gen::Choices choices_of_digits(Ordinal ordinal) { return gen::choices(digits(), ordinal); }

results::Case failing_case(Ordinal ordinal, Verdict verdict = Verdict::fail) {
  results::Case made;
  made.ordinal = ordinal;
  made.test = ordinal + 1;
  made.verdict = verdict;
  if (verdict != Verdict::flaky) made.judgements = {{"right", verdict, {"wrong"}}};
  made.choices = choices_of_digits(ordinal);
  return made;
}

/// A store of digits() that is executed up to `done`.
results::Store store_of(std::vector<results::Case> cases, results::Discards discards = {}, Ordinal done = 20) {
  results::Manifest manifest;
  manifest.campaign = "digits";
  manifest.inputs = 20;
  manifest.structure = gen::to_string(digits().structure());
  results::Store store = results::Store::in_memory(manifest);
  const results::Pass pass = store.add_pass({.order = {.name = "dense"}, .end = 20, .size = 20});
  store.commit({.pass = pass.id, .done = done, .executed = done, .cases = std::move(cases), .discards = discards});
  return store;
}

TEST(StoredExplanations, InputsThatWereNotJudgedMayMatch) {
  // a = 2 fails; of its five inputs one was rejected, one refused, one is flaky.
  const results::Store store = store_of({failing_case(10), failing_case(12), failing_case(14, Verdict::flaky)},
                                        {.filtered = {{0, 2}}, .rejected = {11}, .refused = {13}});
  const std::vector<Cluster> clusters = cluster(store, {});
  ASSERT_THAT(clusters, SizeIs(2));
  const Explainer explainer = explainer_of(store, digits().structure(), choices_of_digits);
  const Explanation explanation = explainer.explain(explained_members(clusters[0]));
  ASSERT_THAT(explanation.terms, SizeIs(1));
  EXPECT_THAT(explanation.terms[0].literals, ElementsAre(Literal{0, Literal::Kind::in, {2}}));
  EXPECT_EQ(explanation.matches, (Matches{5, 2, 0, 3, 0}));
  EXPECT_THAT(explained_members(clusters[1]), IsEmpty()) << "flaky";
}

TEST(StoredExplanations, SayWhatStandsInTheWay) {
  const gen::Structure structure = digits().structure();
  EXPECT_EQ(obstacle_to_explaining(store_of({}), structure), "");
  EXPECT_THAT(obstacle_to_explaining(store_of({}, {}, 7), structure), HasSubstr("7 of 20 inputs have a verdict"));
  const auto other = gen::tuples(gen::range(0, 4).named("a"), gen::range(0, 3).named("b"));
  EXPECT_THAT(obstacle_to_explaining(store_of({}), other.structure()), HasSubstr("space has changed"));
  gen::Structure search = structure;
  search.size = gen::uncounted;
  EXPECT_THAT(obstacle_to_explaining(store_of({}), search), HasSubstr("search without an index"));
  EXPECT_THAT([&] { explainer_of(store_of({}, {}, 7), structure, choices_of_digits); },
              ThrowsMessage<ExplanationError>(HasSubstr("cannot be explained: 7 of 20")));
  results::Case strange = failing_case(10);
  strange.choices[0].label = "x";
  EXPECT_THAT([&] { explainer_of(store_of({strange}), structure, choices_of_digits); },
              ThrowsMessage<ExplanationError>(HasSubstr("input 10 has other choices there")));
}

/// The label of b depends on a, although the structure says that they are independent.
gen::Choices dependent(Ordinal ordinal) {
  gen::Choices choices = choices_of_digits(ordinal);
  choices[1].label = std::to_string((ordinal / 5 + ordinal % 5) % 5);
  return choices;
}

TEST(StoredExplanations, OfAStoreThatIsNotCompleteCountWhatIsUndecided) {
  // a = 1 failed in 5 and 6; 7 to 19 were not executed.
  const results::Store store = store_of({failing_case(5), failing_case(6)}, {}, 7);
  const auto structure = digits().structure();
  EXPECT_EQ(obstacle_to_explaining(store, structure, Partial::allowed), "");
  const Explainer explainer = explainer_of(store, structure, choices_of_digits, {}, Partial::allowed);
  EXPECT_EQ(explainer.undecided().size(), 13u);
  const Explanation explanation = explainer.explain(explained_members(cluster(store, {}).front()));
  ASSERT_THAT(explanation.terms, SizeIs(1));
  EXPECT_EQ(explanation.matches.passing, 0u);
  EXPECT_EQ(explanation.matches.members, 2u);
  EXPECT_EQ(explanation.matches.inputs, 2 + explanation.matches.undecided);
  EXPECT_THAT([&] { explainer_of(store, structure, choices_of_digits); }, Throws<ExplanationError>());
}

TEST(StoredExplanations, WhatCouldNotBeJudgedIsNoFailure) {
  const results::Store store = store_of({failing_case(3, Verdict::oracle_error), failing_case(5)}, {}, 7);
  ASSERT_FALSE(store.account().complete);
  const Explainer explainer = explainer_of(store, digits().structure(), choices_of_digits, {}, Partial::allowed);
  EXPECT_THAT(explainer.failing(), ElementsAre(5));
  EXPECT_THAT(explainer.unjudged(), ElementsAre(3));
}

TEST(StoredExplanations, KnowFailuresThatOnlyUnmergingFound) {
  results::Store store = store_of({failing_case(5)}, {}, 7);
  const results::Pass merged = store.add_pass({.level = 1, .order = {.name = "dense"}, .end = 2, .size = 2});
  results::Case whole = failing_case(0);
  whole.level = 1;
  store.commit({.pass = merged.id, .done = 2, .executed = 2, .cases = {whole}, .discards = {}});
  results::Unmerging unmerging;
  unmerging.level = 1;
  unmerging.ordinal = 0;
  unmerging.parts.push_back({{}, failing_case(12)});
  store.add_unmergings(std::span(&unmerging, 1));
  const Explainer explainer = explainer_of(store, digits().structure(), choices_of_digits, {}, Partial::allowed);
  EXPECT_THAT(explainer.failing(), ElementsAre(5, 12));
  EXPECT_EQ(explainer.undecided().size(), 12u);
}

TEST(StoredExplanations, OfFactorsThatAreNotIndependentAreStillRight) {
  std::vector<results::Case> cases;
  for (Ordinal ordinal = 0; ordinal < 20; ++ordinal) {
    if (dependent(ordinal)[1].label != "3") continue;
    cases.push_back(failing_case(ordinal));
    cases.back().choices = dependent(ordinal);
  }
  const results::Store store = store_of(cases);
  const Explainer explainer = explainer_of(store, digits().structure(), dependent);
  EXPECT_THAT(explainer.population().tables(), SizeIs(1)) << "all inputs in one table";
  const Explanation explanation = explainer.explain(explained_members(cluster(store, {}).front()));
  ASSERT_THAT(explanation.terms, SizeIs(1));
  ASSERT_THAT(explanation.terms[0].literals, SizeIs(1));
  const Attribute& attribute = explanation.attributes[explanation.terms[0].literals[0].attribute];
  EXPECT_EQ(attribute.name, "b");
  EXPECT_EQ(attribute.labels[explanation.terms[0].literals[0].values.at(0)], "3");
}

TEST(StoredExplanations, AreQuickInProportionToClusters) {
  const auto quick = [](const Explainer& explainer) { return quick_explanations(explainer); };
  const Explainer explainer = explainer_of(store_of({failing_case(10)}), digits().structure(), choices_of_digits);
  EXPECT_GE(quick(explainer), 10'000u);
  EXPECT_LT(quick(explainer), 1'000'000u);
  EXPECT_GE(affordable_explanations(explainer), 5 * quick(explainer));
  EXPECT_EQ(quick(Explainer(numbers({1000, 1000}), {}, {})), 1u) << "a million pairs for each";
  EXPECT_EQ(quick(Explainer(numbers({100'000}), {}, {})), 10u) << "a table of 100,000 rows";
  std::vector<Ordinal> undecided(1'000'000);
  std::iota(undecided.begin(), undecided.end(), Ordinal{0});
  EXPECT_EQ(quick(Explainer(numbers({1000, 1000}), {}, {}, {}, std::move(undecided))), 0u);
}

TEST(StoredExplanations, OfManyAttributesTakeLonger) {
  const auto with_choices = [](std::size_t number) {
    return Explainer(Population({1000},
                                [number](Ordinal ordinal) {
                                  generators::Choices choices;
                                  for (std::size_t i = 0; i < number; ++i)
                                    choices.push_back({fmt::format("c{}", i), ordinal, std::to_string(ordinal)});
                                  return choices;
                                }),
                     {}, {});
  };
  EXPECT_EQ(quick_explanations(with_choices(30)), quick_explanations(with_choices(1)));
  EXPECT_LT(quick_explanations(with_choices(320)) * 19, quick_explanations(with_choices(30)));
}

gen::DeclaredAttribute sum_of_digits() {
  return {"sum", {"a", "b"}, [](std::span<const std::string> labels) {
            return std::to_string(std::stoi(labels[0]) + std::stoi(labels[1]));
          }};
}

TEST(StoredExplanations, SpeakOfDeclaredAttributes) {
  std::vector<results::Case> cases;
  for (Ordinal ordinal = 0; ordinal < 20; ++ordinal)
    if (ordinal / 5 + ordinal % 5 == 4) cases.push_back(failing_case(ordinal));
  const results::Store store = store_of(cases);
  const std::vector<gen::DeclaredAttribute> attributes{sum_of_digits()};
  const Explainer explainer = explainer_of(store, digits().structure(), choices_of_digits, attributes);
  const Explanation explanation = explainer.explain(explained_members(cluster(store, {}).front()));
  ASSERT_THAT(explanation.terms, SizeIs(1));
  EXPECT_THAT(explanation.terms[0].literals, ElementsAre(Literal{2, Literal::Kind::in, {4}}));
  EXPECT_EQ(explanation.attributes[2].labels[4], "4");
}

TEST(StoredExplanations, NameTheStoreOfAnAttributeThatCannotBeComputed) {
  const std::vector<gen::DeclaredAttribute> attributes{{"sum", {"a", "c"}, [](auto) { return std::string(); }}};
  EXPECT_THAT([&] { explainer_of(store_of({}), digits().structure(), choices_of_digits, attributes); },
              ThrowsMessage<ExplanationError>(AllOf(
                  HasSubstr("cannot be explained"),
                  HasSubstr("the attribute `sum` reads the choice `c`, which no input makes; choices are a, b"))));
}

}  // namespace
}  // namespace smallscope::clustering
