// SPDX-License-Identifier: Apache-2.0
// Which failures of one kind of message are one, by what their explanations, messages and outputs have in common.
#include <functional>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <smallscope/clustering/causes/causes.hpp>

#include "planted.hpp"

namespace smallscope::clustering {
namespace {

TEST(Causes, OfWhatNearlyAllFailuresSayAreOneWhereOneConditionSaysItAll) {
  // Values 3 to 8 of a sum fail; each greatest addend would be a shorter condition for some of them.
  const auto same = [](const auto&) { return 0U; };
  const Population sums({4, 3}, [](Ordinal ordinal) {
    const std::vector<int> first{0, 1, 2, 4}, second{1, 3, 5};
    const int a = first[ordinal / 3], b = second[ordinal % 3];
    return generators::Choices{{"first", ordinal / 3, std::to_string(a)},
                               {"second", ordinal % 3, std::to_string(b)},
                               {"sum", 0, std::to_string(a + b)}};
  });
  const auto fails = [&](const auto& v) { return std::stoi(sums.attributes()[2].labels[v[2]]) >= 5; };
  EXPECT_EQ(causes_of(sums, fails, same, {.silent = {true}}, same, same).groups.size(), 1u);
}

TEST(Causes, OfWhatNearlyAllFailuresSayAreApartWhereTheyHaveNoValueInCommon) {
  const auto is_first = [](const auto& v) { return v[0] == 1 && v[1] == 2; };
  const auto is_second = [](const auto& v) { return v[2] == 3 && v[3] == 4; };
  const auto same = [](const auto&) { return 0U; };
  bool messages_tell = false;
  const auto groups = [&](const Predicate& fails) {
    return causes_of(numbers({9, 9, 9, 9}), fails, same, {.silent = {!messages_tell}}, same, same).groups.size();
  };
  EXPECT_EQ(groups([&](const auto& v) { return is_first(v) || is_second(v); }), 2u);
  EXPECT_EQ(groups([&](const auto& v) { return v[0] == 5 && (v[1] == 2 || v[3] == 4); }), 2u)
      << "what all need tells none from another";
  EXPECT_EQ(groups([&](const auto& v) { return v[0] == 5 && (v[3] > 2 || v[2] > 1); }), 1u)
      << "most of what one term describes is described by the other, too";
  EXPECT_EQ(groups([&](const auto& v) { return v[1] == 2 && (v[0] == 1 || v[0] == 3 || v[0] == 7); }), 1u);
  EXPECT_EQ(groups([&](const auto& v) { return (v[0] == 1 || v[3] == 2) && (v[1] == 2 || v[2] == 3); }), 1u)
      << "each pair of terms has a value in common, but not all have one";
  messages_tell = true;
  EXPECT_EQ(groups([&](const auto& v) { return is_first(v) || is_second(v); }), 1u) << "the message says more";
}

TEST(Causes, OfAKindThatSaysNothingAreApartBesideKindsThatTell) {
  const auto is_told = [](const auto& v) { return v[0] == 7 && v[3] == 8; };
  const auto kind = [&](const auto& v) { return is_told(v) ? 1U : 0U; };
  const auto groups = [&](const Predicate& untold, std::vector<bool> silent) {
    return causes_of(
               numbers({9, 9, 9, 9}), [&](const auto& v) { return is_told(v) || untold(v); }, kind,
               {.silent = std::move(silent)}, kind, kind)
        .groups.size();
  };
  const auto two = [](const auto& v) { return (v[0] == 1 && v[1] == 2) || (v[2] == 3 && v[3] == 4); };
  EXPECT_EQ(groups(two, {}), 2u) << "messages tell, and both say the same";
  EXPECT_EQ(groups(two, {true}), 3u);
  EXPECT_EQ(groups(two, {true, true}), 3u);
  const auto common = [](const auto& v) { return v[0] == 5 && (v[1] == 2 || v[3] == 4); };
  EXPECT_EQ(groups(common, {true}), 2u) << "the value that all need is not that of the others";
}

TEST(Causes, OfAKindThatSaysNothingAreOneWhereAListHasTheSameValueAndTheMessageIsTheSame) {
  const auto groups = [](const std::string& list, const std::function<std::uint32_t(const std::vector<Value>&)>& says) {
    const Population population({9, 9, 9}, [&](Ordinal ordinal) {
      const Ordinal first = ordinal / 81, second = ordinal / 9 % 9, third = ordinal % 9;
      return generators::Choices{{list + "first", first, std::string(1, static_cast<char>('a' + first))},
                                 {list + "second", second, std::string(1, static_cast<char>('a' + second))},
                                 {"third", third, std::to_string(third)}};
    });
    const auto is_told = [](const auto& v) { return v[0] == 1 && v[1] == 2 && v[2] > 6; };
    return causes_of(
               population, [&](const auto& v) { return is_told(v) || ((v[0] == 4) != (v[1] == 4) && v[2] < 4); },
               [&](const auto& v) { return is_told(v) ? 1U : 0U; }, {.silent = {true}}, [](const auto&) { return 0U; },
               says)
        .groups.size();
  };
  const auto same = [](const auto&) { return 0U; };
  const auto of_place = [](const auto& v) { return v[0] == 4 ? 1U : 2U; };
  EXPECT_EQ(groups("block/statements/", same), 2u) << "and that which is told";
  EXPECT_EQ(groups("block/statements/", of_place), 3u) << "no message in common";
  EXPECT_EQ(groups("", same), 3u) << "no list";
}

TEST(Causes, ThatShareAValueAreApartWhereOutputsDifferInOtherWays) {
  // Two of three conjunctions need v[1] = 2; no input shows both.
  const auto fault = [](const auto& v) -> std::uint32_t {
    if (v[1] == 2 && (v[0] == 1) != (v[2] == 3)) return v[0] == 1 ? 1 : 2;
    return v[3] == 5 && v[2] == 6 && v[1] != 2 ? 3 : 0;
  };
  const Population population = numbers({9, 9, 9, 12});
  const std::vector<Ordinal> failing = inputs_with(population, [&](const auto& v) { return fault(v) != 0; });
  ASSERT_GT(failing.size(), 256u);
  const auto groups = [&](const std::function<std::uint32_t(std::size_t index, std::uint32_t fault)>& difference) {
    const Kinds same(failing.size());
    Kinds differences;
    std::vector<Value> values;
    for (std::size_t i = 0; difference && i < failing.size(); ++i) {
      population.values(failing[i], values);
      differences.push_back(difference(i, fault(values)));
    }
    return find_causes(Explainer(population, failing, {}), same, same, {.silent = {true}}, same, differences)
        .groups.size();
  };
  const std::size_t without = groups({});
  EXPECT_EQ(groups([](std::size_t, std::uint32_t) { return 7U; }), without);
  EXPECT_EQ(groups([](std::size_t, std::uint32_t of) { return of; }), without + 1);
  EXPECT_EQ(groups([](std::size_t index, std::uint32_t) { return static_cast<std::uint32_t>(index); }), without)
      << "more than 256 say what the input is";
}

/// How many groups the words are in which have one of the texts, if all are of one kind, and each says something else.
std::size_t groups_of_words_with(const std::vector<std::string>& texts) {
  const auto words = generators::grammar({{"E", {"T", "T + T"}}, {"T", {"a", "b", "c", "0", "( E )"}}})
                         .words(generators::size_up_to(6));
  const Population population = population_of(words.named("expr")).with_contents_of_trees();
  std::vector<Ordinal> failing;
  for (Ordinal ordinal = 0; ordinal < population.size(); ++ordinal)
    if (std::ranges::any_of(texts, [word = *words.at(ordinal)](const std::string& text) {
          return word.find(text) != std::string::npos;
        }))
      failing.push_back(ordinal);
  Kinds messages(failing.size());
  std::iota(messages.begin(), messages.end(), 0U);
  const Kinds same(failing.size());
  return find_causes(Explainer(population, failing, {}), same, same, {}, messages).groups.size();
}

TEST(Causes, OfOneKindAreOneWhereTheyHaveAValueInCommonWhereverItIsInATree) {
  EXPECT_EQ(groups_of_words_with({"0 + b"}), 1u) << "at any depth";
  EXPECT_EQ(groups_of_words_with({"0 + b", "a + c"}), 2u) << "other values in the same places";
}

}  // namespace
}  // namespace smallscope::clustering
