// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "populations.hpp"

namespace smallscope::clustering {
namespace {

namespace gen = generators;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;
using testing::ThrowsMessage;

TEST(Population, CountsWithoutVisitingInputs) {
  const Population population = numbers({3, 1, 4, 5});
  EXPECT_EQ(population.size(), 60u);
  ASSERT_THAT(population.attributes(), SizeIs(3)) << "the choice of one alternative says nothing";
  EXPECT_EQ(population.attributes()[1].name, "c");
  std::set<std::vector<Value>> all;
  std::vector<Value> values;
  std::vector<std::size_t> rows;
  for (Ordinal ordinal = 0; ordinal < population.size(); ++ordinal) {
    population.values(ordinal, values);
    all.insert(values);
    population.rows(ordinal, rows);
    EXPECT_EQ(population.ordinal(rows), ordinal);
  }
  EXPECT_THAT(all, SizeIs(60));
}

TEST(Population, LinkedChoicesAreOneTableWithTheLabelsOfTheirContexts) {
  const auto linked = gen::bind(gen::elements<std::string>({"int", "char"}).named("type"), [](const std::string& type) {
                        return type == "int" ? gen::elements<std::string>({"0", "1", "300"}).named("value")
                                             : gen::elements<std::string>({"1", "'x'"}).named("value");
                      }).named("pair");
  const auto generator = gen::tuples(gen::range(0, 1).named("first"), linked);
  const Population population = population_of(generator);
  EXPECT_EQ(population.size(), 10u);
  ASSERT_THAT(population.tables(), SizeIs(2));
  std::vector<Value> values;
  for (Ordinal ordinal = 0; ordinal < population.size(); ++ordinal) {
    population.values(ordinal, values);
    for (const gen::Choice& choice : gen::choices(generator, ordinal)) {
      const auto place = std::ranges::find(population.attributes(), choice.name, &Attribute::name);
      ASSERT_NE(place, population.attributes().end()) << choice.name;
      EXPECT_EQ(place->labels[values[static_cast<std::size_t>(place - population.attributes().begin())]], choice.label);
    }
  }
}

TEST(Population, TellsAChoiceThatIsNotMadeFromOneOfTheEmptyText) {
  const auto texts = [](const char* name, std::vector<std::string> values) {
    return gen::elements<std::string>(std::move(values)).named(name);
  };
  const auto deep =
      gen::alternatives(gen::labelled("a", texts("x", {"", "1"})), gen::labelled("b", texts("y", {"2", "3"})),
                        gen::labelled("c", texts("z", {"4", "5"})))
          .named("deep");
  const Population population =
      population_of(gen::tuples(texts("always", {"", "6"}), texts("never", {"7", "8"}), deep));
  std::map<std::string, Attribute::Nothing> nothing;
  for (const Attribute& attribute : population.attributes()) nothing[attribute.name] = attribute.nothing;
  using enum Attribute::Nothing;
  EXPECT_EQ(nothing.at("always"), empty);
  EXPECT_EQ(nothing.at("never"), absent);
  EXPECT_EQ(nothing.at("deep/a/x"), either);
  EXPECT_EQ(nothing.at("deep/b/y"), absent);
  // Equal labels are told apart by their index, so that "" is no value any more.
  const Population twice = population_of(
      gen::alternatives(gen::labelled("a", texts("x", {"", "", "1"})), gen::labelled("b", texts("y", {"2", "3"}))));
  const auto x = std::ranges::find(twice.attributes(), "a/x", &Attribute::name);
  ASSERT_NE(x, twice.attributes().end());
  EXPECT_THAT(x->labels, testing::UnorderedElementsAre(" #0", " #1", "1 #2", ""));
  EXPECT_EQ(x->nothing, absent);
}

/// Every input has in the population the labels that its choices have.
template <class G>
void expect_described(const G& generator) {
  const Population population = population_of(generator);
  ASSERT_EQ(population.size(), generator.size());
  std::vector<Value> values;
  std::set<std::vector<Value>> all;
  for (Ordinal ordinal = 0; ordinal < population.size(); ++ordinal) {
    population.values(ordinal, values);
    all.insert(values);
    const gen::Choices choices = gen::choices(generator, ordinal);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const Attribute& attribute = population.attributes()[i];
      const auto choice = std::ranges::find(choices, attribute.name, &gen::Choice::name);
      EXPECT_EQ(attribute.labels[values[i]], choice == choices.end() ? "" : choice->label) << ordinal;
    }
  }
  EXPECT_EQ(all.size(), population.size()) << "attributes identify an input";
}

TEST(Population, DescribesEveryKindOfGenerator) {
  const auto digit = gen::range(0, 2);
  const auto word = gen::elements<std::string>({"x", "y"});
  expect_described(gen::tuples(digit.named("a"), digit, word.named("b")).named("all"));
  expect_described(gen::tuples(gen::lists_of(word, 0, 2).named("list"), gen::lists_of(digit, 2, 2).named("pair")));
  expect_described(gen::tuples(gen::subsets(std::vector<int>{1, 2, 3}, 0, 3).named("subset"), digit.named("d")));
  expect_described(gen::tuples(gen::permutations(std::vector<int>{1, 2, 3}).named("order"), digit.named("d")));
  expect_described(gen::tuples(digit.named("d").filter([](int d) { return d != 1; }), word.named("w")));
  expect_described(gen::tuples(digit.named("d").map([](int d) { return d * d; }), word.named("w")));
  const auto some =
      gen::alternatives(gen::labelled("digits", digit.named("d").map([](int d) { return std::to_string(d); })),
                        gen::labelled("words", word.named("w")));
  expect_described(gen::tuples(some.named("some"), digit.named("last")));
  expect_described(some);
}

TEST(Population, EqualLabelsOfDifferentAlternativesAreToldApart) {
  const auto generator =
      gen::tuples(gen::elements<std::string>({"x", "x", "y"}).named("a"), gen::range(0, 1).named("b"));
  EXPECT_THAT(population_of(generator).attributes()[0].labels, ElementsAre("x #0", "x #1", "y #2"));
}

TEST(Population, DescribesTheChoicesOfItsInputsAndNoOthers) {
  const auto generator =
      gen::tuples(gen::elements<std::string>({"x", "x", "y"}).named("a"), gen::range(0, 1).named("b"));
  const Population population = population_of(generator);
  const DescribedChoices described(population);
  for (Ordinal ordinal = 0; ordinal < population.size(); ++ordinal)
    EXPECT_TRUE(described.describe(ordinal, gen::choices(generator, ordinal))) << ordinal;
  EXPECT_FALSE(described.describe(0, gen::choices(generator, 1)));
  EXPECT_FALSE(described.describe(0, {})) << "the choice is absent";
}

/// The choices of one word are often among those of another.
TEST(Population, DescribesTheChoicesOfItsWordsAndNoOthers) {
  const auto words = gen::grammar({{"E", {"T", "T + E"}}, {"T", {"a", "b", "( E )"}}}).words(gen::size_up_to(7));
  const Population population = population_of(words);
  const DescribedChoices described(population);
  for (Ordinal ordinal = 0; ordinal < population.size(); ++ordinal) {
    gen::Choices choices = gen::choices(words, ordinal);
    EXPECT_TRUE(described.describe(ordinal, choices)) << ordinal;
    EXPECT_FALSE(described.describe((ordinal + 1) % population.size(), choices)) << ordinal;
    choices.pop_back();
    EXPECT_FALSE(described.describe(ordinal, choices)) << ordinal;
  }
}

TEST(Population, OfListedInputsHasThemAndNoOthers) {
  const Population all = numbers({4, 5, 6});
  const std::vector<Ordinal> some{3, 17, 18, 44, 119};
  const Population listed = Population::of_listed(some, 1'000'000'000, [](Ordinal ordinal) {
    return gen::Choices{{"a", 0, std::to_string(ordinal / 30)}, {"b", 0, std::to_string(ordinal / 6 % 5)}};
  });
  EXPECT_EQ(listed.size(), 5u);
  EXPECT_EQ(listed.not_listed(), 999'999'995u);
  EXPECT_EQ(all.not_listed(), 0u);
  std::vector<std::size_t> rows;
  std::vector<Value> values;
  for (const Ordinal ordinal : some) {
    listed.rows(ordinal, rows);
    EXPECT_EQ(listed.ordinal(rows), ordinal);
    listed.values(ordinal, values);
    EXPECT_EQ(listed.attributes()[0].labels[values[0]], std::to_string(ordinal / 30));
  }
  for (const Ordinal ordinal : {Ordinal{0}, Ordinal{4}, Ordinal{120}})
    EXPECT_THROW(listed.rows(ordinal, rows), std::out_of_range) << ordinal;
  EXPECT_THROW(Population::of_listed({}, 10, {}), ExplanationError);
}

TEST(Population, AnEmptySpaceIsRefused) { EXPECT_THROW(numbers({3, 0}), ExplanationError); }

/// Each input of a large grammar makes other choices: millions of columns of which nearly all values are absent.
TEST(Population, OfTooManyValuesIsRefusedBeforeTheyFillTheMemory) {
  std::size_t asked = 0;
  const auto choices = [&](Ordinal ordinal) {
    ++asked;
    return gen::Choices{{"root", 0, "x"}, {"place " + std::to_string(ordinal), 0, "y"}};
  };
  EXPECT_EQ(Population({20}, choices, 2 * 20).attributes().size(), 20u) << "`root` never changes";
  asked = 0;
  EXPECT_THAT(([&] { Population({100}, choices, 100); }),
              ThrowsMessage<ExplanationError>(HasSubstr("has 100 alternatives, and the first 51 of them make more than "
                                                        "100 choices in all; explanations take no more")));
  EXPECT_EQ(asked, 51u);
}

}  // namespace
}  // namespace smallscope::clustering
