// SPDX-License-Identifier: Apache-2.0
// Declared attributes: explanations that use them are exact, planted ones are found, what stands in the way is said.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <smallscope/clustering/explanations/explainer.hpp>
#include <smallscope/clustering/known_faults/written_explanation.hpp>
#include <smallscope/generators.hpp>

#include "exactness.hpp"
#include "populations.hpp"

namespace smallscope::clustering {
namespace {

namespace gen = generators;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::ThrowsMessage;

template <class G>
Population with_attributes(const G& generator, const std::vector<gen::DeclaredAttribute>& attributes) {
  Population population = population_of(generator);
  for (const gen::DeclaredAttribute& declared : attributes)
    population = population.with(declared, [&](Ordinal ordinal) { return gen::choices(generator, ordinal); });
  return population;
}

/// Sizes of three members, one of which may be absent: their layout is what no choice says.
const std::map<std::string, int> sizes{{"char", 1}, {"short", 2}, {"int", 4}, {"long", 8}, {"none", 0}, {"", 0}};

gen::DeclaredAttribute bytes() {
  return {"bytes", {"first", "second", "third"}, [](std::span<const std::string> labels) {
            int sum = 0;
            for (const std::string& label : labels) sum += sizes.at(label);
            return std::to_string(sum);
          }};
}

auto members() {
  const auto type = gen::elements<std::string>({"char", "short", "int", "long"});
  return gen::tuples(type.named("first"), type.named("second"),
                     gen::elements<std::string>({"none", "char", "int", "long"}).named("third"),
                     gen::range(0, 4).named("way"));
}

/// Declares the attribute of the input beside its choices: what the population must say, by another way.
std::string label_in(const Population& population, Ordinal ordinal, const std::string& name) {
  std::vector<Value> values;
  population.values(ordinal, values);
  const auto place = std::ranges::find(population.attributes(), name, &Attribute::name);
  return place->labels[values[static_cast<std::size_t>(place - population.attributes().begin())]];
}

TEST(DeclaredAttributes, AreThoseOfEveryInput) {
  const auto generator = members();
  const gen::DeclaredAttribute small{"starts small", {"first"}, [](std::span<const std::string> labels) {
                                       return std::string(labels[0] == "char" || labels[0] == "short" ? "yes" : "no");
                                     }};
  const Population population = with_attributes(generator, {bytes(), small});
  ASSERT_EQ(population.size(), generator.size());
  for (Ordinal ordinal = 0; ordinal < population.size(); ++ordinal) {
    const gen::Choices choices = gen::choices(generator, ordinal);
    EXPECT_EQ(label_in(population, ordinal, "bytes"), gen::label_of(bytes(), choices));
    EXPECT_EQ(label_in(population, ordinal, "starts small"), gen::label_of(small, choices));
    EXPECT_TRUE(DescribedChoices(population).describe(ordinal, choices));
  }
}

TEST(DeclaredAttributes, ReadAbsentAndNumberedChoices) {
  const auto some = gen::alternatives(
      gen::labelled("number", gen::range(1, 3).named("n").map([](int n) { return std::to_string(n); })),
      gen::labelled("word", gen::elements<std::string>({"x", "x", "y"}).named("w")));
  const auto generator = gen::tuples(some.named("kind"), gen::range(0, 1).named("b"));
  const gen::DeclaredAttribute both{"both", {"kind/number/n", "kind/word/w"}, [](std::span<const std::string> labels) {
                                      return labels[0] + "|" + labels[1];
                                    }};
  const Population population = with_attributes(generator, {both});
  for (Ordinal ordinal = 0; ordinal < population.size(); ++ordinal)
    EXPECT_EQ(label_in(population, ordinal, "both"), gen::label_of(both, gen::choices(generator, ordinal)));
  EXPECT_THAT(population.attributes().back().labels, ElementsAre("1|", "2|", "3|", "|x", "|y"));
}

TEST(DeclaredAttributes, ReadChoicesThatNeverChange) {
  const Population::ChoicesOf choices = [](Ordinal ordinal) {
    return gen::Choices{{"a", ordinal, std::to_string(ordinal)}, {"b", 0, "always"}};
  };
  const Population population =
      Population({3}, choices)
          .with({"both", {"b", "a"}, [](std::span<const std::string> labels) { return labels[0] + labels[1]; }},
                choices);
  ASSERT_THAT(population.attributes(), SizeIs(2));
  EXPECT_THAT(population.attributes()[1].labels, ElementsAre("always0", "always1", "always2"));
}

TEST(DeclaredAttributes, ExplanationsWithThemAreExact) {
  const auto generator = members();
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    std::mt19937_64 random(seed);
    // An attribute of random groups, so that failures have nothing to do with it.
    std::map<std::string, std::string> group;
    const gen::DeclaredAttribute groups{
        "group", {"second", "way"}, [&](std::span<const std::string> labels) {
          return group.try_emplace(labels[0] + labels[1], std::to_string(random() % 3)).first->second;
        }};
    const Population population = with_attributes(generator, {bytes(), groups});
    std::vector<Ordinal> failing, unjudged, of_cluster;
    for (Ordinal ordinal = 0; ordinal < population.size(); ++ordinal) {
      const bool fails = random() % 20 == 0 || std::stoi(label_in(population, ordinal, "bytes")) % 5 == 1;
      if (fails) failing.push_back(ordinal);
      if (fails && random() % 4 > 0) of_cluster.push_back(ordinal);
      if (!fails && random() % 9 == 0) unjudged.push_back(ordinal);
    }
    SCOPED_TRACE(seed);
    const Explainer explainer(population, failing, unjudged, {.most_terms = 1000, .terms_of_a_list = 1000});
    expect_exact(explainer.explain(of_cluster), population, of_cluster, failing, unjudged);
  }
}

TEST(DeclaredAttributes, APlantedOneIsOneTermWithAnInterval) {
  const auto generator = members();
  const Population plain = population_of(generator);
  const Population population = with_attributes(generator, {bytes()});
  std::vector<Ordinal> failing;
  for (Ordinal ordinal = 0; ordinal < population.size(); ++ordinal) {
    const int size = std::stoi(label_in(population, ordinal, "bytes"));
    if (size >= 9 && size <= 13 && label_in(population, ordinal, "way") == "2") failing.push_back(ordinal);
  }
  ASSERT_THAT(failing, SizeIs(testing::Gt(10u)));
  const Explainer explainer(population, failing, {});
  const Explanation explanation = explainer.explain(failing);
  expect_exact(explanation, population, failing, failing, {});
  ASSERT_THAT(explanation.terms, SizeIs(1));
  ASSERT_THAT(explanation.terms[0].literals, SizeIs(2));
  const Literal& interval = explanation.terms[0].literals[1];
  EXPECT_EQ(explanation.attributes[interval.attribute].name, "bytes");
  EXPECT_EQ(interval.kind, Literal::Kind::between);
  EXPECT_GT(Explainer(plain, failing, {}).explain(failing).terms.size(), 2u) << "choices alone need more";

  const auto witness = explainer.witness(explanation, explanation.terms[0], interval, failing);
  ASSERT_TRUE(witness);
  ASSERT_THAT(witness->differing, SizeIs(1)) << "the attribute itself is no choice";
  EXPECT_FALSE(explanation.attributes[witness->differing[0]].is_declared);
  EXPECT_FALSE(contains(failing, witness->without));

  ASSERT_TRUE(is_compact(explanation));
  EXPECT_EQ(written(explanation), std::nullopt) << "a file of faults knows choices only";
}

TEST(DeclaredAttributes, ARelationOfAChoiceAndAnAttributeHasNoWrittenForm) {
  const auto generator = members();
  const Population population =
      with_attributes(generator, {{"half", {"first", "second"}, [](std::span<const std::string> labels) {
                                     return std::to_string((sizes.at(labels[0]) + sizes.at(labels[1])) / 4);
                                   }}});
  std::vector<Ordinal> failing;
  for (Ordinal ordinal = 0; ordinal < population.size(); ++ordinal)
    if (label_in(population, ordinal, "half") == label_in(population, ordinal, "way")) failing.push_back(ordinal);
  const Explanation explanation = Explainer(population, failing, {}).explain(failing);
  expect_exact(explanation, population, failing, failing, {});
  ASSERT_THAT(explanation.derived, SizeIs(1));
  ASSERT_TRUE(is_compact(explanation));
  EXPECT_EQ(written(explanation), std::nullopt);
}

TEST(DeclaredAttributes, OneThatIsTheSameEverywhereSaysNothing) {
  const Population population =
      with_attributes(members(), {{"nothing", {"first", "way"}, [](auto) { return std::string("x"); }},
                                  {"reads nothing", {}, [](auto) { return std::string("y"); }}});
  EXPECT_THAT(population.attributes(), SizeIs(4));
  EXPECT_THAT(population.tables(), SizeIs(4)) << "nothing is joined for it";
  EXPECT_THAT(population.left_out(), IsEmpty());
}

TEST(DeclaredAttributes, OneThatNeedsTooLargeATableIsLeftOutWithANote) {
  const auto digit = gen::range(0, 1023);
  const auto generator = gen::tuples(digit.named("a"), digit.named("b"), gen::range(0, 1).named("c"));
  std::size_t calls = 0;
  const auto count = [&](std::span<const std::string> labels) {
    ++calls;
    return labels[0] == "7" ? std::string("yes") : std::string("no");
  };
  const Population population =
      with_attributes(generator, {{"large", {"a", "b", "c"}, count}, {"a is 7", {"a"}, count}});
  EXPECT_THAT(population.left_out(), ElementsAre(AllOf(HasSubstr("the attribute `large` is left out"),
                                                       HasSubstr("2097152 rows"), HasSubstr("at most 1048576"))));
  EXPECT_EQ(calls, 1024u) << "the other is computed once for each value that it reads";
  ASSERT_THAT(population.attributes(), SizeIs(4));
  EXPECT_EQ(population.attributes()[3].name, "a is 7");
}

TEST(DeclaredAttributes, ThatCannotBeComputedNameTheInput) {
  const gen::DeclaredAttribute picky{"picky", {"second"}, [](std::span<const std::string> labels) {
                                       if (labels[0] == "int") throw std::runtime_error("no int, please");
                                       return labels[0];
                                     }};
  // Input 40 is the first whose second member is int: 4 ways, 4 third members, 2 second members before it.
  EXPECT_THAT([&] { with_attributes(members(), {picky}); },
              ThrowsMessage<ExplanationError>(
                  AllOf(HasSubstr("the attribute `picky` cannot be computed for second = `int`: no int, please"),
                        HasSubstr("(input 40)"))));
  EXPECT_EQ(gen::choices(members(), 40)[1].label, "int");
  EXPECT_NE(gen::choices(members(), 39)[1].label, "int");
}

TEST(DeclaredAttributes, HaveNamesOfTheirOwn) {
  const auto text = [](auto) { return std::string(); };
  EXPECT_THAT(
      [&] {
        with_attributes(members(), {{"way", {"first"}, text}});
      },
      ThrowsMessage<ExplanationError>(HasSubstr("the attribute `way` has the name of a choice")));
  EXPECT_THAT(
      [&] {
        with_attributes(members(), {bytes(), bytes()});
      },
      ThrowsMessage<ExplanationError>(HasSubstr("the attribute `bytes` has the name of another attribute")));
  EXPECT_THAT(
      [&] {
        with_attributes(members(), {{"x", {"frist"}, text}});
      },
      ThrowsMessage<ExplanationError>(HasSubstr("reads the choice `frist`, which no input makes; choices are "
                                                "first, second, third, way")));
}

}  // namespace
}  // namespace smallscope::clustering
