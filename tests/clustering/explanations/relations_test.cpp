// SPDX-License-Identifier: Apache-2.0
// Causes that relate several choices: planted ones are found, in the words of a relation.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <smallscope/clustering/explanations/explainer.hpp>
#include <smallscope/clustering/known_faults/written_explanation.hpp>
#include <smallscope/generators.hpp>

#include "exactness.hpp"
#include "explanations/choice_groups.hpp"
#include "explanations/relations.hpp"
#include "populations.hpp"

namespace smallscope::clustering {
namespace {

namespace gen = generators;
using testing::ElementsAre;
using testing::SizeIs;

struct Planted {
  const char* name;
  bool (*fails)(const std::vector<std::string>& labels);
};
void PrintTo(const Planted& planted, std::ostream* stream) { *stream << planted.name; }

class PlantedRelations : public testing::TestWithParam<Planted> {};

/// Two choices of texts with labels in common, two of numbers, and a list of three.
auto relations_space() {
  const auto letters = gen::elements<std::string>({"p", "q", "r", "s"});
  return gen::tuples(letters.named("left"), letters.named("right"), gen::range(0, 5).named("low"),
                     gen::range(0, 5).named("high"),
                     gen::lists_of(gen::elements<std::string>({"x", "y", "z"}), 0, 3).named("items"));
}

TEST_P(PlantedRelations, AreRecoveredInAtMostTwoTerms) {
  const auto generator = relations_space();
  const Population population = population_of(generator);
  std::vector<Ordinal> members;
  for (Ordinal ordinal = 0; ordinal < population.size(); ++ordinal) {
    std::vector<std::string> labels(8);  // left, right, low, high, length, the items
    for (const gen::Choice& choice : gen::choices(generator, ordinal)) {
      const std::vector<std::string> names{"left",         "right",    "low",      "high",
                                           "items/length", "items[0]", "items[1]", "items[2]"};
      labels.at(static_cast<std::size_t>(std::ranges::find(names, choice.name) - names.begin())) = choice.label;
    }
    if (GetParam().fails(labels)) members.push_back(ordinal);
  }
  ASSERT_FALSE(members.empty());
  const Explanation explanation = Explainer(population, members, {}).explain(members);
  expect_exact(explanation, population, members, members, {});
  EXPECT_LE(explanation.terms.size(), 1u);
}

bool some(const std::vector<std::string>& l, const char* item) { return l[5] == item || l[6] == item || l[7] == item; }

INSTANTIATE_TEST_SUITE_P(
    Ten, PlantedRelations,
    testing::Values(Planted{"equal", [](const auto& l) { return l[0] == l[1]; }},
                    Planted{"different", [](const auto& l) { return l[0] != l[1]; }},
                    Planted{"equal_and_a_number", [](const auto& l) { return l[0] == l[1] && l[2] == "3"; }},
                    Planted{"less", [](const auto& l) { return std::stoi(l[2]) < std::stoi(l[3]); }},
                    Planted{"at_least", [](const auto& l) { return std::stoi(l[2]) >= std::stoi(l[3]); }},
                    Planted{"greater_and_a_letter",
                            [](const auto& l) { return std::stoi(l[2]) > std::stoi(l[3]) && l[0] == "q"; }},
                    Planted{"length", [](const auto& l) { return l[4] == "2"; }},
                    Planted{"longer_than_one", [](const auto& l) { return std::stoi(l[4]) > 1; }},
                    Planted{"some_item", [](const auto& l) { return some(l, "y"); }},
                    Planted{"some_item_and_equal_numbers", [](const auto& l) { return some(l, "z") && l[2] == l[3]; }}),
    [](const auto& test) { return std::string(test.param.name); });

/// Arithmetic with one letter: "a / ( 0 )".
auto arithmetic() {
  return gen::grammar({{"E", {"T", "T + T", "T / T"}}, {"T", {"a", "0", "( E )", "- T"}}})
      .words(gen::size_up_to(7))
      .named("expr");
}

using OnChoices = std::function<bool(const gen::Choices&)>;

/// Explains the inputs whose choices are so: exactly, in one term of one condition, and so in words.
void expect_one_condition(const Population& population, const OnChoices& fails, const std::string& condition) {
  const auto words = arithmetic();
  std::vector<Ordinal> members;
  for (Ordinal ordinal = 0; ordinal < population.size(); ++ordinal)
    if (fails(gen::choices(words, ordinal))) members.push_back(ordinal);
  ASSERT_GT(members.size(), 10u);
  const Explanation explanation = Explainer(population, members, {}).explain(members);
  expect_exact(explanation, population, members, members, {});
  ASSERT_THAT(explanation.terms, SizeIs(1));
  ASSERT_THAT(explanation.terms[0].literals, SizeIs(1));
  EXPECT_EQ(explanation.attributes[explanation.terms[0].literals[0].attribute].name, condition);
  const auto written_down = written(explanation);
  ASSERT_TRUE(written_down.has_value());
  for (Ordinal ordinal = 0; ordinal < population.size(); ++ordinal)
    EXPECT_EQ(matches(*written_down, gen::choices(words, ordinal)), contains(members, ordinal)) << ordinal;
}

bool some_choice(const gen::Choices& choices, std::string_view end, std::string_view label) {
  return std::ranges::any_of(
      choices, [&](const gen::Choice& choice) { return choice.name.ends_with(end) && choice.label == label; });
}

TEST(RelationsOfTrees, SayWhatIsSomewhere) {
  const Population population = population_of(arithmetic());
  expect_one_condition(
      population, [](const auto& choices) { return some_choice(choices, "", "0"); }, "some expr//* is `0`");
  expect_one_condition(
      population, [](const auto& choices) { return some_choice(choices, "", "T / T"); }, "some expr//* is `T / T`");
}

TEST(RelationsOfTrees, SayWhatIsSomewhereUnderWhat) {
  const Population population = population_of(arithmetic());
  expect_one_condition(
      population, [](const auto& choices) { return some_choice(choices, "/- T[0]", "- T"); },
      "some expr//- T[0] is `- T`");
  expect_one_condition(
      population, [](const auto& choices) { return some_choice(choices, "( E )[0]", "T + T"); },
      "some expr//( E )[0] is `T + T`");
}

std::vector<std::string> computed(const Population& population) {
  std::vector<std::string> names;
  for (const Attribute& attribute : population.attributes())
    if (is_computed(attribute)) names.push_back(attribute.name);
  return names;
}

/// What is somewhere in a tree is known without a search, so that it explains many failures, too.
TEST(ContentsOfTrees, AreAttributes) {
  const auto words = arithmetic();
  const Population population = population_of(words).with_contents_of_trees();
  EXPECT_THAT(computed(population), ElementsAre("some expr//* is `( E )`", "some expr//* is `- T`",
                                                "some expr//* is `0`", "some expr//* is `T`", "some expr//* is `T + T`",
                                                "some expr//* is `T / T`", "some expr//* is `a`"));
  std::vector<Value> values;
  for (Ordinal ordinal = 0; ordinal < population.size(); ++ordinal) {
    population.values(ordinal, values);
    const gen::Choices choices = gen::choices(words, ordinal);
    for (std::size_t i = 0; i < values.size(); ++i)
      if (const auto& in_tree = population.attributes()[i].in_tree) {
        EXPECT_EQ(values[i] == 1, some_choice(choices, "", in_tree->label)) << ordinal;
      }
    EXPECT_TRUE(DescribedChoices(population).describe(ordinal, choices)) << "they are no choices";
  }
  expect_one_condition(
      population, [](const auto& choices) { return some_choice(choices, "", "0"); }, "some expr//* is `0`");
  expect_one_condition(
      population, [](const auto& choices) { return !some_choice(choices, "", "0"); }, "some expr//* is `0`");
}

TEST(ContentsOfTrees, ArePartsThatTellWhatFails) {
  const auto words = arithmetic();
  const Population whole = population_of(words).with_contents_of_trees();
  const auto is_zero_in_brackets = [](const gen::Choices& choices) {
    return std::ranges::any_of(choices, [](const gen::Choice& choice) {
      return choice.label == "0" && choice.name.find("/( E )[0]") != std::string::npos;
    });
  };
  std::vector<Ordinal> failing, unjudged;
  for (Ordinal ordinal = 0; ordinal < whole.size(); ++ordinal)
    if (is_zero_in_brackets(gen::choices(words, ordinal))) (ordinal % 5 == 0 ? unjudged : failing).push_back(ordinal);
  const Population population = whole.with_telling_contents(failing, unjudged, {});
  const std::vector<std::string> names = computed(population);
  ASSERT_THAT(names, SizeIs(testing::Gt(computed(whole).size())));
  EXPECT_EQ(names[computed(whole).size()], "some expr//( E )[0]//* is `0`") << "the one that says most";
  EXPECT_THAT(names, SizeIs(testing::Le(computed(whole).size() + Population::most_telling)));
  std::vector<Value> values;
  for (Ordinal ordinal = 0; ordinal < population.size(); ++ordinal) {
    population.values(ordinal, values);
    const gen::Choices choices = gen::choices(words, ordinal);
    for (std::size_t i = 0; i < values.size(); ++i)
      if (const auto& part = population.attributes()[i].in_tree) {
        EXPECT_EQ(values[i] == 1, std::ranges::any_of(choices,
                                                      [&](const gen::Choice& choice) {
                                                        return choice.label == part->label &&
                                                               is_in_group(choice.name, part->tree);
                                                      }))
            << ordinal;
      }
  }
  const Explanation explanation = Explainer(population, failing, unjudged).explain(failing);
  EXPECT_THAT(explanation.terms, SizeIs(1));
  EXPECT_THAT(explanation.derived, SizeIs(0)) << "no relation had to be looked for";
  const auto written_down = written(explanation);
  ASSERT_TRUE(written_down.has_value());
  for (Ordinal ordinal = 0; ordinal < whole.size(); ++ordinal)
    EXPECT_EQ(matches(*written_down, gen::choices(words, ordinal)), is_zero_in_brackets(gen::choices(words, ordinal)));
  EXPECT_EQ(computed(whole.with_telling_contents({}, {}, {})), computed(whole)) << "nothing fails";
}

TEST(ContentsOfTrees, NeedRecursion) {
  const auto letter = gen::elements<std::string>({"x", "y"});
  const auto record =
      gen::tuples(gen::tuples(letter.named("a"), letter.named("b")).named("inner"), letter.named("a")).named("outer");
  EXPECT_TRUE(computed(population_of(record).with_contents_of_trees()).empty());
  const auto list = gen::lists_of(letter, 0, 3).named("items");
  EXPECT_TRUE(computed(population_of(list).with_contents_of_trees()).empty());
}

/// In a tree, what is below a node says that the node is there.
TEST(Explanations, HaveNoConditionThatFollowsFromTheOthers) {
  const auto words = gen::grammar({{"E", {"T", "T + E"}}, {"T", {"a", "0", "( E )"}}}).words(gen::size_up_to(7));
  const Population population = population_of(words.named("expr")).with_contents_of_trees();
  for (std::uint32_t seed = 0; seed < 10; ++seed) {
    std::mt19937 random(seed);
    std::vector<Ordinal> members;
    for (Ordinal ordinal = 0; ordinal < population.size(); ++ordinal)
      if (random() % 4 == 0 || words.at(ordinal)->find("( 0") != std::string::npos) members.push_back(ordinal);
    const Explanation explanation = Explainer(population, members, {}, {.terms_of_a_list = 50}).explain(members);
    expect_exact(explanation, population, members, members, {});
    for (const Term& term : explanation.terms)
      for (std::size_t left_out = 0; left_out < term.literals.size(); ++left_out) {
        Term shorter = term;
        shorter.literals.erase(shorter.literals.begin() + static_cast<std::ptrdiff_t>(left_out));
        Ordinal inputs = 0;
        for (Ordinal ordinal = 0; ordinal < population.size(); ++ordinal)
          inputs += matches(explanation, shorter, values_of(explanation, population, ordinal));
        EXPECT_GT(inputs, term.matches.inputs) << "a condition says nothing";
      }
  }
}

/// Two causes in a tree: the second is looked for where the first is not.
TEST(RelationsOfTrees, OfTwoCausesAreBothFound) {
  const auto words = arithmetic();
  const Population population = population_of(words);
  std::vector<Ordinal> members;
  for (Ordinal ordinal = 0; ordinal < population.size(); ++ordinal) {
    const gen::Choices choices = gen::choices(words, ordinal);
    if (some_choice(choices, "", "0") || some_choice(choices, "/- T[0]", "- T")) members.push_back(ordinal);
  }
  const Explanation explanation = Explainer(population, members, {}).explain(members);
  expect_exact(explanation, population, members, members, {});
  EXPECT_THAT(explanation.terms, SizeIs(2));
}

/// Pairs of nodes are not compared one by one to find those in like places; here they are.
TEST(RelationsOfTrees, CompareAllChoicesInLikePlacesAndNoOthers) {
  const auto space = gen::tuples(arithmetic(), gen::elements<std::string>({"0", "a", "x"}).named("beside"));
  const Population population = population_of(space);
  const Attributes& attributes = population.attributes();
  std::vector<bool> is_node(attributes.size());
  for (const ChoiceGroup& group : groups_of(attributes))
    for (const std::size_t member : group.members) is_node[member] = is_node[member] || group.is_tree;
  std::vector<std::string> expected, found;
  for (std::size_t left = 0; left < attributes.size(); ++left)
    for (std::size_t right = left + 1; right < attributes.size(); ++right) {
      const Attribute &a = attributes[left], &b = attributes[right];
      if (is_node[left] && is_node[right] && !have_like_places(a.name, b.name)) continue;
      const auto is_shared = [&](const std::string& label) {
        return !label.empty() && std::ranges::count(b.labels, label) > 0;
      };
      if (std::ranges::count_if(a.labels, is_shared) >= 2) expected.push_back(a.name + " = " + b.name);
    }
  const PossibleRelations relations(population);
  for (const Relation& relation : relations.all())
    if (relation.kind != DerivedAttribute::Kind::some_item) found.push_back(relations.derived(relation).name);
  EXPECT_GT(expected.size(), 10u);
  EXPECT_EQ(found, expected);
}

/// What one choice of the group always is, some choice of it always is.
TEST(RelationsOfGroups, KnowTheChoicesThatNeverChange) {
  const Population population({3, 3}, [](Ordinal ordinal) {
    const auto letter = [](Ordinal index) { return std::string(1, static_cast<char>('x' + index)); };
    return gen::Choices{{"items[0]", 0, "x"},
                        {"items[1]", ordinal / 3, letter(ordinal / 3)},
                        {"items[2]", ordinal % 3, letter(ordinal % 3)}};
  });
  std::set<std::string> names;
  const PossibleRelations relations(population);
  for (const Relation& relation : relations.all()) names.insert(relations.derived(relation).name);
  EXPECT_THAT(names, ElementsAre("items[1] = items[2]", "some items[] is `y`", "some items[] is `z`"));
}

TEST(RelationsOfGroups, OfOneMemberAreNone) {
  const auto space = gen::tuples(gen::elements<std::string>({"x", "y"}).named("items[0]"),
                                 gen::elements<std::string>({"v", "w"}).named("items[1]"));
  EXPECT_TRUE(PossibleRelations(population_of(space)).all().empty()) << "no label is that of several";
}

TEST(ChoiceGroups, AreListsAndTrees) {
  EXPECT_TRUE(is_in_group("arguments[11]/type", "arguments[]/type"));
  EXPECT_FALSE(is_in_group("arguments[1]/name", "arguments[]/type"));
  EXPECT_FALSE(is_in_group("arguments[1]", "arguments[]/type"));
  EXPECT_FALSE(is_in_group("arguments/type", "arguments[]/type"));
  for (const char* choice : {"expr", "expr/left", "expr/left/operands[2]", "expr[1]/left"})
    EXPECT_TRUE(is_in_group(choice, "expr//*")) << choice;
  for (const char* choice : {"", "expression", "other/expr", "exp"})
    EXPECT_FALSE(is_in_group(choice, "expr//*")) << choice;
  EXPECT_TRUE(is_in_group("expr/left/left", "expr//left"));
  EXPECT_TRUE(is_in_group("expr[0]/left", "expr//left"));
  EXPECT_FALSE(is_in_group("expr/cleft", "expr//left"));
  EXPECT_FALSE(is_in_group("expr/left/right", "expr//left"));
  EXPECT_TRUE(is_in_group("expr/left/operands[2]", "expr//operands[]"));
  EXPECT_TRUE(is_in_group("expr/left/operands[2]", "expr//operands[2]"));
  EXPECT_FALSE(is_in_group("expr/left/operands[1]", "expr//operands[2]"));
  EXPECT_TRUE(is_in_group("path//of[1]/x", "path//of[]/x")) << "a name of somebody's own is no tree";
}

TEST(ChoiceGroups, HaveNodesInLikePlaces) {
  struct Pair {
    std::string a, b;
    bool are_like;
  };
  for (const auto& [a, b, are_like] : {Pair{"e/T + T[0]", "e/T + T[1]", true},
                                       {"e/T / T[0]", "e/T / T[1]", true},
                                       {"e/T + T[0]/( E )[0]", "e/T + T[1]/( E )[0]", true},
                                       {"e/left", "e/right", true},
                                       {"e/left/name", "e/right/name", true},
                                       {"e/T + T[0]", "e/T - T[0]", false},
                                       {"e/T + T[0]", "e/T + T[1]/( E )[0]", false},
                                       {"e/T + T[0]/- T[0]", "e/T + T[1]/( E )[0]", false},
                                       {"e/left", "e/left/left", false},
                                       {"e/left", "e/right/left", false},
                                       {"e", "e/left", false}}) {
    EXPECT_EQ(have_like_places(a, b), are_like) << a;
    EXPECT_EQ(have_like_places(b, a), are_like) << a;
  }
}

/// A group's name means its members, whatever the names of choices are.
TEST(ChoiceGroups, HaveTheMembersThatTheirNamesSay) {
  for (const std::vector<std::string>& names : std::vector<std::vector<std::string>>{
           {"e", "e/a[0]", "e/a[0]/b[1]", "e/a[0]/b[1]/a[0]", "e/T / T[0]/T / T[0]", "f"},
           {"e", "e/[^b][0]/]", "e/[^b][1]/x[0]", "e/[^b][1]/x[1]", "e/x/y/["},
           {"a//b[0]/c", "a//b[1]/c", "a", "[0]/x/y", "[1]/x/y", "/x/y", "/x/z/y"},
           {"point/x", "point/y", "items[0]/x", "items[1]/x", "items[1]/y"}}) {
    std::vector<Attribute> attributes;
    for (const std::string& name : names) attributes.push_back({name, {"p", "q"}});
    for (const ChoiceGroup& group : groups_of(attributes)) {
      std::vector<std::size_t> said;
      for (std::size_t i = 0; i < names.size(); ++i)
        if (is_in_group(names[i], group.name)) said.push_back(i);
      EXPECT_EQ(group.members, said) << group.name;
      EXPECT_TRUE(is_group_name(group.name)) << group.name;
      EXPECT_GT(said.size(), 1u);
      if (!group.is_tree) continue;
      for (const ChoiceGroup& part : parts_of_tree(group, attributes)) {
        said.clear();
        for (std::size_t i = 0; i < names.size(); ++i)
          if (is_in_group(names[i], part.name)) said.push_back(i);
        EXPECT_EQ(part.members, said) << part.name;
      }
    }
  }
  const std::vector<Attribute> flat{{"point/x", {"1", "2"}}, {"point/y", {"1", "2"}}};
  EXPECT_THAT(groups_of(flat), SizeIs(0)) << "no tree";
}

}  // namespace
}  // namespace smallscope::clustering
