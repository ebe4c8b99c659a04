// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <smallscope/generators/recursion/grammar.hpp>

#include "laws.hpp"

namespace smallscope::generators {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const Grammar sums = grammar({{"E", {"T", "E + T"}}, {"T", {"x", "( E )"}}});

/// All words over an alphabet of `length` letters, and whether a recogniser accepts them: brute force.
template <class Accepts>
std::size_t accepted(const std::string& alphabet, std::size_t length, Accepts accepts) {
  std::size_t all = 1, count = 0;
  for (std::size_t i = 0; i < length; ++i) all *= alphabet.size();
  for (std::size_t number = 0; number < all; ++number) {
    std::string word;
    for (std::size_t i = 0, rest = number; i < length; ++i, rest /= alphabet.size())
      word += alphabet[rest % alphabet.size()];
    count += accepts(word);
  }
  return count;
}
bool balanced(const std::string& word) {
  int depth = 0;
  for (const char c : word)
    if ((depth += c == '(' ? 1 : -1) < 0) return false;
  return depth == 0;
}

TEST(Grammar, WordsComeByLength) {
  EXPECT_THAT(values(sums.words(size_up_to(4))), ElementsAre("x", "( x )", "x + x"));
  EXPECT_THAT(values(sums.words(size_exactly(5), "")), ElementsAre("((x))", "(x+x)", "x+(x)", "(x)+x", "x+x+x"));
  EXPECT_THAT(values(sums.token_lists(size_exactly(3))),
              ElementsAre(ElementsAre("(", "x", ")"), ElementsAre("x", "+", "x")));
}

TEST(Grammar, HoldsTheLawsAndRepeatsNothingWhenUnambiguous) {
  expect_laws(sums.words(size_up_to(11)));
  expect_laws(sums.token_lists(size_up_to(9)));
  EXPECT_EQ(check(sums.words(size_up_to(13))).repeated, 0u);
}

TEST(Grammar, TokensWeighWhatTheySay) {
  // Of a word of sums, the brackets count nothing and a plus counts two.
  const auto weighed = sums.weighing({{"(", 0}, {"+", 2}});
  expect_laws(weighed.words(size_up_to(9)));
  const auto weight_of = [](const std::string& word) {
    std::size_t weight = 0;
    for (const char c : word) weight += c == '+' ? 2u : c == '(' ? 0u : 1u;
    return weight;
  };
  // Brute force: a word of weight 9 has at most 9 closing brackets, so at most 18 brackets.
  std::map<std::size_t, std::size_t> expected, found;
  for (const std::string& word : values(sums.words(size_up_to(16), "")))
    if (weight_of(word) <= 5) ++expected[weight_of(word)];
  for (const std::string& word : values(weighed.words(size_up_to(5), ""))) ++found[weight_of(word)];
  EXPECT_EQ(found, expected);
  EXPECT_THROW(sums.weighing({{"E", 2}}), GeneratorError) << "a nonterminal";
  EXPECT_THROW(sums.weighing({{"y", 2}}), GeneratorError) << "no token";
  EXPECT_THROW(sums.weighing({{"(", 0}, {")", 0}}).words(size_up_to(3)), GeneratorError) << "E derives ( E )";
}

TEST(Grammar, CountsAreThoseOfTheLanguage) {
  const auto brackets = grammar({{"S", {"", "( S ) S"}}}).words(size_up_to(14), "");
  expect_laws(brackets);
  EXPECT_EQ(check(brackets).repeated, 0u);
  for (std::size_t length = 0; length <= 14; ++length)
    EXPECT_EQ(brackets.size_of(length), accepted("()", length, balanced)) << length;
}

TEST(Grammar, AnAmbiguousOneRepeatsWordsAndDistinctSkipsThem) {
  const auto derivations = grammar({{"E", {"x", "E - E"}}}).words(size_up_to(9));
  EXPECT_EQ(derivations.size_of(9), 14u) << "Catalan(4) derivations of one word";
  EXPECT_EQ(check(derivations).repeated, 0u + 1 + 4 + 13);
  EXPECT_THAT(values(distinct(derivations)),
              ElementsAre("x", "x - x", "x - x - x", "x - x - x - x", "x - x - x - x - x"));
}

TEST(Grammar, ChoicesAreTheProductions) {
  const auto words = sums.words(size_up_to(3)).named("word");
  EXPECT_EQ(
      choices(words, 2),
      (Choices{
          {"word", 1, "E + T"}, {"word/E + T[0]", 0, "T"}, {"word/E + T[0]/T[0]", 0, "x"}, {"word/E + T[1]", 0, "x"}}));
}

TEST(Grammar, ARestrictionOfTheAlphabetIsARegularLanguage) {
  // Words without two b in a row: Fibonacci numbers.
  const auto words = grammar({{"A", {"", "a A", "b B"}}, {"B", {"", "a A"}}}).words(size_up_to(12), "");
  for (std::size_t length = 0; length <= 12; ++length)
    EXPECT_EQ(words.size_of(length),
              accepted("ab", length, [](const std::string& word) { return word.find("bb") == std::string::npos; }));
}

TEST(Grammar, WrongOnesAreErrors) {
  EXPECT_THAT(error_of([] { grammar({}); }), HasSubstr("no nonterminal"));
  EXPECT_THAT(error_of([] { grammar({{"S", {}}}); }), HasSubstr("`S` has no production"));
  EXPECT_THAT(error_of([] { grammar({{"S T", {"x"}}}); }), HasSubstr("`S T` is empty or holds blanks"));
  EXPECT_THAT(error_of([] { grammar({{"S", {"x"}}, {"S", {"y"}}}); }), HasSubstr("`S` is given twice"));
  EXPECT_THAT(error_of([] {
                grammar({{"S", {"x S"}}}).words(size_up_to(3));
              }),
              HasSubstr("`S` has no value of finite size"));
  EXPECT_THAT(error_of([] {
                grammar({{"S", {"x", "T"}}, {"T", {"S"}}}).words(size_up_to(3));
              }),
              HasSubstr("contains itself without growing"));
  EXPECT_THAT(error_of([] {
                grammar({{"S", {"", "x", "S S"}}}).words(size_up_to(3));
              }),
              HasSubstr("contains itself without growing"));
}

}  // namespace
}  // namespace smallscope::generators
