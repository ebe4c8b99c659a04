// SPDX-License-Identifier: Apache-2.0
// What most failures of a cluster have in common, where a fault does not always show. That counts are those of every
// input, and that no single value says more, is asked of all explanations in exactness.hpp.
#include <gmock/gmock.h>

#include <random>

#include <smallscope/clustering/explanations/explainer.hpp>

#include "exactness.hpp"
#include "populations.hpp"

namespace smallscope::clustering {
namespace {

namespace gen = generators;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using testing::UnorderedElementsAre;

std::vector<std::string> names_of(const Explanation& explanation) {
  std::vector<std::string> names;
  for (const Literal& literal : explanation.usual.literals)
    names.push_back(explanation.attributes[literal.attribute].name);
  return names;
}

/// Of the inputs with a = 3 and b = 4, seven in eight fail, and few others do.
TEST(UsualConditions, AreFoundWhereAFaultIsOftenMasked) {
  const Population population = numbers({9, 8, 7, 6, 5});
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    std::mt19937_64 random(seed);
    const std::vector<Ordinal> failing = inputs_with(population, [&](const std::vector<Value>& v) {
      return v[0] == 3 && v[1] == 4 ? random() % 8 != 0 : random() % 1000 == 0;
    });
    const Explanation explanation = Explainer(population, failing, {}, {.relations = 0}).explain(failing);
    EXPECT_THAT(names_of(explanation), UnorderedElementsAre("a", "b")) << seed;
    for (const Literal& literal : explanation.usual.literals) {
      EXPECT_EQ(literal.kind, Literal::Kind::in);
      EXPECT_THAT(literal.values, SizeIs(1));
    }
    EXPECT_EQ(explanation.usual.matches.inputs, 7u * 6 * 5);
    expect_usual(explanation, population, {failing, failing, {}, {}});
  }
}

TEST(UsualConditions, AreSetsOfValues) {
  const Population population = numbers({9, 40});
  std::mt19937_64 random(1);
  const std::vector<Ordinal> failing =
      inputs_with(population, [&](const std::vector<Value>& v) { return v[0] % 3 == 1 && random() % 6 != 0; });
  const Explanation explanation = Explainer(population, failing, {}, {.relations = 0}).explain(failing);
  ASSERT_THAT(explanation.usual.literals, SizeIs(1));
  EXPECT_THAT(explanation.usual.literals[0].values, ElementsAre(1, 4, 7));
  EXPECT_EQ(explanation.usual.matches.members, failing.size());
  EXPECT_EQ(explanation.usual.matches.inputs, 3u * 40);
}

TEST(UsualConditions, AreNoneWhereFailuresAreScattered) {
  const Population population = numbers({6, 6, 6, 6});
  std::mt19937_64 random(2);
  const std::vector<Ordinal> failing =
      inputs_with(population, [&](const std::vector<Value>&) { return random() % 5 == 0; });
  EXPECT_THAT(Explainer(population, failing, {}, {.relations = 0}).explain(failing).usual.literals, IsEmpty());
}

TEST(UsualConditions, AreNoneWhereOneTermSaysAll) {
  const Population population = numbers({6, 6, 6});
  const std::vector<Ordinal> failing =
      inputs_with(population, [](const std::vector<Value>& v) { return v[0] == 2 && v[2] > 3; });
  EXPECT_THAT(Explainer(population, failing, {}).explain(failing).usual.literals, IsEmpty());
}

/// Inputs without a verdict neither speak for a condition nor against it; other failures speak against it.
TEST(UsualConditions, CountWhatWasJudged) {
  const Population population = numbers({5, 20, 10});
  std::vector<Ordinal> members, failing, unjudged, undecided;
  std::mt19937_64 random(3);
  for (Ordinal ordinal = 0; ordinal < population.size(); ++ordinal) {
    const auto drawn = random() % 10;
    if (ordinal / 200 == 1) {  // a = 1
      if (drawn < 9) (drawn < 3 ? unjudged : drawn < 5 ? undecided : failing).push_back(ordinal);
      if (drawn >= 6 && drawn < 9) members.push_back(ordinal);
    } else if (drawn == 0) {
      failing.push_back(ordinal);
    }
  }
  const Explanation explanation =
      Explainer(population, failing, unjudged, {.relations = 0}, undecided).explain(members);
  EXPECT_THAT(names_of(explanation), ElementsAre("a"));
  EXPECT_EQ(explanation.usual.matches.members, members.size());
  EXPECT_GT(explanation.usual.matches.others, 0u);
  expect_usual(explanation, population, {members, failing, unjudged, undecided});
}

/// In words of a grammar, a `c` in brackets, which shows four times in five.
TEST(UsualConditions, OfWordsSayWhatIsSomewhere) {
  const auto words = gen::grammar({{"E", {"T", "T + E"}}, {"T", {"a", "b", "c", "( E )"}}}).words(gen::size_up_to(9));
  const auto is_c_in_brackets = [](const gen::Choice& choice) {
    return choice.label == "c" && choice.name.find("( E )[0]/") != std::string::npos;
  };
  const Population choices = population_of(words);
  std::vector<Ordinal> failing;
  std::mt19937_64 random(4);
  for (Ordinal ordinal = 0; ordinal < choices.size(); ++ordinal)
    if (std::ranges::any_of(gen::choices(words, ordinal), is_c_in_brackets) && random() % 5 != 0)
      failing.push_back(ordinal);
  const Population population = choices.with_contents_of_trees().with_telling_contents(failing, {}, {});
  const Explanation explanation = Explainer(population, failing, {}).explain(failing);
  ASSERT_THAT(explanation.usual.literals, testing::Not(IsEmpty()));
  EXPECT_GT(f1(explanation.usual.matches, failing.size()), 0.7);
  expect_usual(explanation, population, {failing, failing, {}, {}});
}

}  // namespace
}  // namespace smallscope::clustering
