// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <smallscope/clustering/explanations/explainer.hpp>
#include <smallscope/clustering/known_faults/written_explanation.hpp>

#include "../explanations/populations.hpp"

namespace smallscope::clustering {
namespace {

namespace gen = generators;
using testing::ElementsAre;
using testing::SizeIs;

gen::Choices choices(const std::string& place, const std::string& size) {
  return {{"place", 0, place}, {"size", 4, size}, {"high", 0, "7"}};
}

bool is_said(const ChoiceCondition& condition, const gen::Choices& choices) { return holds(condition, choices); }

TEST(ChoiceConditions, SpeakOfLabels) {
  const gen::Choices self = choices("self", "3");
  EXPECT_TRUE(is_said({.choice = "place", .one_of = {{"other", "self"}}}, self));
  EXPECT_FALSE(is_said({.choice = "place", .one_of = {{"sel"}}}, self));
  EXPECT_FALSE(is_said({.choice = "place", .one_of = std::vector<std::string>{}}, self)) << "none of no labels";
  EXPECT_FALSE(is_said({.choice = "place", .none_of = {"self"}}, self));
  EXPECT_TRUE(is_said({.choice = "place", .none_of = {"other"}}, self));
  EXPECT_TRUE(is_said({.choice = "size", .one_of = {{"3 #4"}}}, self)) << "told apart by its index";
  EXPECT_FALSE(is_said({.choice = "size", .one_of = {{"3 #5"}}}, self));
  EXPECT_TRUE(is_said({.choice = "colour", .one_of = {{""}}}, self)) << "the input makes no such choice";
  EXPECT_FALSE(is_said({.choice = "colour", .one_of = {{"red"}}}, self));
}

TEST(ChoiceConditions, SpeakOfNumbersAndOfOtherChoices) {
  const gen::Choices three = choices("self", "3"), none = choices("self", "x");
  EXPECT_TRUE(is_said({.choice = "size", .from = 3, .to = 3}, three));
  EXPECT_FALSE(is_said({.choice = "size", .from = 4}, three));
  EXPECT_FALSE(is_said({.choice = "size", .to = 2}, three));
  EXPECT_FALSE(is_said({.choice = "size", .to = 2}, none)) << "not a number";
  EXPECT_FALSE(is_said({.choice = "colour", .to = 2}, three));
  for (const auto& [comparison, less, equal, more] : {std::tuple(Comparison::less_than, true, false, false),
                                                      {Comparison::at_most, true, true, false},
                                                      {Comparison::equals, false, true, false},
                                                      {Comparison::differs_from, true, false, true},
                                                      {Comparison::at_least, false, true, true},
                                                      {Comparison::more_than, false, false, true}}) {
    const ChoiceCondition condition{.choice = "size", .compared = {{comparison, "high"}}};
    EXPECT_EQ(is_said(condition, choices("", "6")), less) << name(comparison);
    EXPECT_EQ(is_said(condition, choices("", "7")), equal) << name(comparison);
    EXPECT_EQ(is_said(condition, choices("", "8")), more) << name(comparison);
    EXPECT_EQ(comparison_named(name(comparison)), comparison);
  }
  EXPECT_EQ(comparison_named("like"), std::nullopt);
}

TEST(ChoiceConditions, SpeakOfItemsOfLists) {
  const gen::Choices list{
      {"arguments[0]/type", 0, "int"}, {"arguments[11]/type", 0, "char"}, {"other[0]/type", 0, "x"}};
  const auto some = [](std::vector<std::string> labels) {
    return ChoiceCondition{.choice = "arguments[]/type", .some = std::move(labels)};
  };
  EXPECT_TRUE(is_said(some({"char"}), list));
  EXPECT_TRUE(is_said(some({"char", "int"}), list)) << "each of them is that of some item";
  EXPECT_FALSE(is_said(some({"char", "x"}), list));
  EXPECT_TRUE(is_said({.choice = "arguments[]/type", .no = {"x"}}, list));
  EXPECT_FALSE(is_said({.choice = "arguments[]/type", .no = {"x", "int"}}, list));
  EXPECT_TRUE(is_said({.choice = "arguments[]", .no = {"int"}}, list)) << "another list";
}

/// Every input of the population: the words say of its choices what the explanation says of its values.
template <class G>
void expect_same(const G& space, const Predicate& fails, std::size_t most_terms) {
  const Population population = population_of(space);
  const std::vector<Ordinal> failing = inputs_with(population, fails);
  const Explanation explanation = Explainer(population, failing, {}).explain(failing);
  ASSERT_LE(explanation.terms.size(), most_terms);
  const auto words = written(explanation);
  ASSERT_TRUE(words.has_value());
  for (Ordinal ordinal = 0; ordinal < population.size(); ++ordinal)
    EXPECT_EQ(matches(*words, gen::choices(space, ordinal)), std::ranges::binary_search(failing, ordinal)) << ordinal;
}

TEST(WrittenExplanations, SayTheSameAsTheExplanation) {
  const auto kinds = gen::elements<std::string>({"a", "b", "c", "d"}).named("kind");
  const auto block = gen::tuples(kinds, gen::range(0, 9).named("size"), gen::range(0, 9).named("limit"));
  expect_same(
      block, [](const auto& v) { return v[0] == 1 || v[0] == 3; }, 1);
  expect_same(
      block, [](const auto& v) { return v[0] != 1 && v[1] >= 7; }, 1);
  expect_same(
      block, [](const auto& v) { return v[1] >= 2 && v[1] <= 5; }, 1);
  expect_same(
      block, [](const auto& v) { return v[0] == 0 || v[1] >= 6; }, 2);
  expect_same(
      block, [](const auto&) { return true; }, 1);
  expect_same(
      block, [](const auto& v) { return v[0] != 2 || v[1] != 3; }, 2);
}

TEST(WrittenExplanations, HaveRelations) {
  const auto numbers = gen::tuples(gen::range(0, 9).named("low"), gen::range(0, 9).named("high"));
  expect_same(
      numbers, [](const auto& v) { return v[0] == v[1]; }, 1);
  expect_same(
      numbers, [](const auto& v) { return v[0] != v[1]; }, 1);
  expect_same(
      numbers, [](const auto& v) { return v[0] < v[1]; }, 1);
  expect_same(
      numbers, [](const auto& v) { return v[0] >= v[1]; }, 1);
  const auto letters = gen::elements<std::string>({"p", "q", "r", "s", "t", "u"});
  expect_same(
      gen::tuples(letters.named("left"), letters.named("right")), [](const auto& v) { return v[0] == v[1]; }, 1);
  const auto list = gen::lists_of(letters, 4, 4).named("items");
  expect_same(
      list, [](const auto& v) { return std::ranges::find(v, Value{2}) != v.end(); }, 1);
  expect_same(
      list, [](const auto& v) { return std::ranges::find(v, Value{2}) == v.end(); }, 1);
}

TEST(WrittenExplanations, ExceptionsAreKeptAsExceptions) {
  const Explanation always_except{.attributes = {{"a", {"x", "y", "z"}}},
                                  .terms = {{{{0, Literal::Kind::in, {1}}}, {}}},
                                  .exceptions = true,
                                  .bits = 1,
                                  .bits_of_list = 100};
  const auto words = written(always_except);
  ASSERT_TRUE(words.has_value());
  EXPECT_FALSE(words->fails_when.has_value());
  EXPECT_FALSE(matches(*words, {{"a", 1, "y"}}));
  EXPECT_TRUE(matches(*words, {{"a", 0, "x"}}));
}

TEST(WrittenExplanations, ExceptionsWithinAScopeHaveBoth) {
  const auto kinds = gen::elements<std::string>({"a", "b", "c", "d"}).named("kind");
  const auto block = gen::tuples(kinds, gen::range(0, 9).named("size"), gen::range(0, 9).named("limit"));
  const auto fails = [](const std::vector<Value>& v) { return v[0] == 1 && (v[1] != 3 || v[2] != 4); };
  expect_same(block, fails, 1);
  const Population population = population_of(block);
  const std::vector<Ordinal> failing = inputs_with(population, fails);
  const auto words = written(Explainer(population, failing, {}).explain(failing));
  ASSERT_TRUE(words.has_value());
  EXPECT_THAT(words->fails_when, testing::Optional(SizeIs(1)));
  EXPECT_THAT(words->passes_when, testing::Optional(SizeIs(1)));
}

TEST(WrittenExplanations, WhatExplainsNothingIsNotWritten) {
  Explanation explanation{.attributes = {{"a", {"x", "y"}}},
                          .terms = {{{{0, Literal::Kind::in, {1}}}, {}}},
                          .bits = 10,
                          .bits_of_list = 12};
  EXPECT_EQ(written(explanation), std::nullopt) << "hardly shorter than a list";
  explanation.bits_of_list = 100;
  EXPECT_NE(written(explanation), std::nullopt);
  explanation.unexplained = 1;
  EXPECT_EQ(written(explanation), std::nullopt);
  explanation.unexplained = 0;
  explanation.derived = {{"bytes", {"few", "many"}, {0}, {}}};
  explanation.attributes.own().push_back({"bytes", {"few", "many"}, true});
  EXPECT_NE(written(explanation), std::nullopt) << "no term uses it";
  explanation.terms[0].literals.push_back({1, Literal::Kind::in, {0}});
  EXPECT_EQ(written(explanation), std::nullopt) << "no words for what was computed";
  explanation.terms[0].literals.pop_back();
  explanation.attributes.own()[0].name = "a[]";
  EXPECT_EQ(written(explanation), std::nullopt) << "it would be read as the name of a list";
}

}  // namespace
}  // namespace smallscope::clustering
