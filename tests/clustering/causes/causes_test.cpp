// SPDX-License-Identifier: Apache-2.0
// Causes of failures: planted ones are found, whatever the messages say.
#include <algorithm>
#include <optional>
#include <random>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <smallscope/clustering/causes/causes.hpp>

#include "planted.hpp"

namespace smallscope::clustering {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

TEST(Causes, ValuesWithWhichEverythingFailsAreApartThoughTheirMessagesAreAlike) {
  const Causes causes = causes_of(
      numbers({8, 5, 6}), [](const auto& v) { return v[0] == 2 || v[0] == 5; }, [](const auto&) { return 7U; });
  EXPECT_THAT(names_of(causes), ElementsAre(std::set<std::pair<std::size_t, Value>>{{0, 2}},
                                            std::set<std::pair<std::size_t, Value>>{{0, 5}}));
  ASSERT_THAT(causes.groups.front().causes, SizeIs(1));
  EXPECT_EQ(causes.groups.front().causes.front().failing, 30);
  EXPECT_EQ(causes.groups.front().causes.front().valid, 30);
  EXPECT_EQ(causes.groups.front().causes.front().reason, Cause::Reason::rate);
}

TEST(Causes, OneCauseIsOneGroupThoughItsMessagesDiffer) {
  const Causes causes = causes_of(
      numbers({8, 5, 6}), [](const auto& v) { return v[0] == 2 || v[0] == 5; },
      [](const auto& v) { return v[2] + (v[0] == 5 ? 3 : 0); });
  EXPECT_THAT(causes.groups, SizeIs(2));
  EXPECT_THAT(causes.groups.front().kinds, SizeIs(6));
}

TEST(Causes, WithAPieceOfTextOfTheirOwnInCommonAreOne) {
  const Population population =
      labelled({"X.f = 1", "X.f = 1; print(X.f)", "f(X.f)", "X.f += 2; g()", "return X.f", "g()"});
  const auto both = [](const auto& v) { return v[0] == 1 || v[0] == 3; };
  EXPECT_THAT(causes_of(population, both, [](const auto&) { return 0U; }).groups, SizeIs(1)) << "the semicolon";
  EXPECT_THAT(causes_of(population, both, [](const auto& v) { return v[0]; }).groups, SizeIs(2)) << "other messages";
  const auto unlike = [](const auto& v) { return v[0] == 1 || v[0] == 4; };
  EXPECT_THAT(causes_of(population, unlike, [](const auto&) { return 0U; }).groups, SizeIs(2))
      << "what they have in common, a passing label has too";
  const auto three = [](const auto& v) { return v[0] == 1 || v[0] == 3 || v[0] == 6; };
  const auto other = [](const auto& v) { return v[0] == 6 ? 1U : 0U; };
  const auto and_one = [](const std::string& label) {
    return labelled({"X.f = 1", "X.f = 1; print(X.f)", "f(X.f)", "X.f += 2; g()", "return X.f", "g()", label});
  };
  EXPECT_THAT(causes_of(and_one("pass"), three, other).groups, SizeIs(2));
  EXPECT_THAT(causes_of(and_one("pass;"), three, other).groups, SizeIs(3)) << "a cause of another message has it, too";
  EXPECT_THAT(causes_of(and_one("pass;"), three, [](const auto&) { return 0U; }).groups, SizeIs(1));
}

TEST(Causes, NeighbouringNumbersAreOne) {
  const auto population = labelled({"7", "10", "8", "x", "2", "9", "12"});
  const auto numeric = labelled({"7", "10", "8", "3", "2", "9", "12"});
  const auto fails = [](const auto& v) { return v[0] == 0 || v[0] == 2 || v[0] == 5 || v[0] == 6; };  // 7, 8, 9, 12
  const auto same = [](const auto&) { return 7U; };
  EXPECT_THAT(names_of(causes_of(numeric, fails, same)),
              ElementsAre(std::set<std::pair<std::size_t, Value>>{{0, 0}, {0, 2}, {0, 5}},
                          std::set<std::pair<std::size_t, Value>>{{0, 6}}))
      << "10 is between 9 and 12";
  EXPECT_THAT(causes_of(population, fails, same).groups, SizeIs(4)) << "not all labels are numbers";
  const auto between = [](const auto& v) { return v[0] == 2 ? 1U : 2U; };
  EXPECT_THAT(causes_of(numeric, fails, between).groups, SizeIs(3)) << "7 and 9 stay together: 8 is a cause, too";
  const auto of_two = [](const auto& v) { return v[0] == 0 ? 1U : 2U; };
  EXPECT_THAT(causes_of(numeric, fails, of_two).groups, SizeIs(3)) << "7 says something else than 8 and 9";
}

TEST(Causes, AreShownByMessagesOfTheirOwn) {
  // With a = 3 two thirds fail, and most of these say what nothing else says.
  const auto fails = [](const auto& v) { return (v[0] == 3 && v[2] < 4) || (v[1] == 2 && v[2] == 0); };
  const Causes causes =
      causes_of(numbers({8, 5, 6}), fails, [](const auto& v) { return v[0] == 3 && (v[1] + v[2]) % 4 > 0 ? 1U : 0U; });
  ASSERT_THAT(causes.groups, SizeIs(2));
  EXPECT_THAT(causes.groups.back().causes, SizeIs(1));
  EXPECT_EQ(causes.groups.back().causes.front().reason, Cause::Reason::messages);
  const Causes alike = causes_of(numbers({8, 5, 6}), fails, [](const auto&) { return 0U; });
  for (const CauseGroup& group : alike.groups) EXPECT_THAT(group.causes, IsEmpty());
}

TEST(Causes, AreNotWhatNarrowerOnesAccountFor) {
  // Each type has six uses of its own; with one type, messages are its own, and more than half of its inputs fail.
  const std::string types[] = {"scalar", "array", "hash"}, uses = "abcdefghijklmnopqr";
  const Population population({3, 6, 8}, [&](Ordinal ordinal) {
    const Ordinal type = ordinal / 48, use = ordinal / 8;
    return generators::Choices{
        {"type", type, types[type]}, {"use", use, std::string(1, uses[use])}, {"rest", ordinal % 8, ""}};
  });
  const auto own = [](const auto& v) { return v[0] == 1 ? 1U : 0U; };
  const auto failing_with = [](Value always) {
    return [always](const std::vector<Value>& v) {
      return (v[0] == 1 && (v[1] < 6 + always || v[2] == 0)) || (v[1] == 0 && v[2] == 0);
    };
  };
  const Causes narrower = causes_of(population, failing_with(3), own);
  EXPECT_THAT(names_of(narrower), testing::IsSupersetOf({std::set<std::pair<std::size_t, Value>>{{1, 6}},
                                                         std::set<std::pair<std::size_t, Value>>{{1, 7}},
                                                         std::set<std::pair<std::size_t, Value>>{{1, 8}}}));
  // Where the others fail mostly, too, what they have in common is the cause.
  const auto mostly = [&](const auto& v) { return failing_with(1)(v) || (v[0] == 1 && v[2] < 5); };
  EXPECT_THAT(names_of(causes_of(population, mostly, own)),
              testing::Contains(std::set<std::pair<std::size_t, Value>>{{0, 1}}));
}

TEST(Causes, KindsOfMessagesThatNeedTheSameValuesAreJoined) {
  // Fails where several values of two choices meet; a third choice says how.
  const auto fails = [](const auto& v) { return v[0] >= 4 && v[1] >= 3 && v[2] % 2 == 0; };
  const Causes joined = causes_of(numbers({8, 6, 6}), fails, [](const auto& v) { return v[2]; });
  EXPECT_THAT(joined.groups, SizeIs(1));
  EXPECT_LT(joined.groups.front().bits, joined.groups.front().bits_apart);
  const auto other = [](const auto& v) {
    return (v[0] >= 6 && v[1] < 2 && v[2] < 2) || (v[0] < 2 && v[1] >= 4 && v[2] > 3);
  };
  const Causes apart = causes_of(numbers({8, 6, 6}), other, [](const auto& v) { return v[0] < 2 ? 1U : 0U; });
  EXPECT_THAT(apart.groups, SizeIs(2));
}

TEST(Causes, VerdictsNeverMix) {
  const Causes causes = causes_of(
      numbers({8, 5, 6}), [](const auto& v) { return v[0] == 2; }, [](const auto& v) { return v[1] == 1 ? 1U : 0U; },
      {}, [](const auto& v) { return v[1] == 1 ? 1U : 0U; });
  EXPECT_THAT(causes.groups, SizeIs(2));
}

TEST(Causes, LeaveWhatFailsWithoutThemToOthers) {
  // b >= 4 and c >= 3 give message 1, whatever a is; a = 2 gives message 0.
  const auto other = [](const auto& v) { return v[1] >= 4 && v[2] >= 3; };
  const Causes causes = causes_of(
      numbers({8, 7, 6}), [&](const auto& v) { return v[0] == 2 || other(v); },
      [&](const auto& v) { return other(v) ? 1U : 0U; });
  ASSERT_THAT(causes.groups, SizeIs(2));
  for (const CauseGroup& group : causes.groups) EXPECT_THAT(group.kinds, SizeIs(1));
}

TEST(Causes, AFailureWithTwoCausesGoesToTheOneThatGivesItsMessage) {
  const Population population = numbers({8, 7, 6});
  const auto kind = [](const auto& v) { return v[1] == 3 ? 1U : 0U; };
  const Causes causes = causes_of(
      population, [](const auto& v) { return v[0] == 2 || v[1] == 3; }, kind);
  ASSERT_THAT(causes.groups, SizeIs(2));
  for (const CauseGroup& group : causes.groups) EXPECT_THAT(group.kinds, SizeIs(1));
}

TEST(Causes, PartitionTheFailures) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    std::mt19937_64 random(seed);
    const Population population = numbers({5, 4, 6});
    std::vector<Ordinal> failing, unjudged;
    Kinds kinds, verdicts;
    for (Ordinal ordinal = 0; ordinal < population.size(); ++ordinal) {
      const std::uint64_t draw = random() % 10;
      if (draw < seed % 9) {
        failing.push_back(ordinal);
        kinds.push_back(static_cast<std::uint32_t>(random() % 4));
        verdicts.push_back(kinds.back() % 2);
      } else if (draw == 9) {
        unjudged.push_back(ordinal);
      }
    }
    const Explainer explainer(population, failing, unjudged);
    const Causes causes = find_causes(explainer, kinds, verdicts);
    std::vector<std::size_t> times(failing.size());
    for (std::size_t group = 0; group < causes.groups.size(); ++group) {
      const CauseGroup& of = causes.groups[group];
      ASSERT_FALSE(of.members.empty());
      EXPECT_TRUE(std::ranges::is_sorted(of.members));
      for (const std::size_t member : of.members) {
        ++times[member];
        EXPECT_EQ(causes.group_of[member], group);
        EXPECT_EQ(verdicts[member], verdicts[of.members.front()]);
        EXPECT_TRUE(std::ranges::binary_search(of.kinds, kinds[member]));
      }
    }
    EXPECT_EQ(std::ranges::count(times, std::size_t{1}), std::ssize(times)) << seed;
    const Causes again = find_causes(explainer, kinds, verdicts);
    EXPECT_EQ(again.group_of, causes.group_of);
  }
}

/// One to four choices that must come together, and others, at random: as many groups as faults, although all say
/// the same, or each says what a choice beside it makes of it.
TEST(Causes, PlantedConjunctionsAreGroupsOfTheirOwn) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    std::mt19937_64 random(seed);
    const std::vector<Ordinal> sizes{6, 5, 5, 4};
    const Population population = numbers(sizes);
    const std::size_t choices = 1 + random() % 3;
    std::vector<std::size_t> order{0, 1, 2};
    std::ranges::shuffle(order, random);
    std::vector<std::pair<std::size_t, Value>> planted;
    for (std::size_t i = 0; i < choices; ++i)
      planted.emplace_back(order[i], static_cast<Value>(random() % sizes[order[i]]));
    const auto fails = [&](const auto& v) {
      return std::ranges::all_of(planted, [&](const auto& choice) { return v[choice.first] == choice.second; });
    };
    SCOPED_TRACE(seed);
    EXPECT_THAT(causes_of(population, fails, [](const auto&) { return 0U; }).groups, SizeIs(1));
    EXPECT_THAT(causes_of(population, fails, [](const auto& v) { return v[3]; }).groups, SizeIs(1));
  }
}

TEST(Causes, WhereEveryInputSaysSomethingElseTermsAreTheGroups) {
  // Three conjunctions of values, of which none alone is a cause, and a message for nearly every input.
  const auto fault = [](const auto& v) -> std::optional<std::size_t> {
    if (v[0] == 1 && v[1] == 2) return 0;
    if (v[1] == 5 && v[2] == 3) return 1;
    if (v[0] == 6 && v[2] == 7) return 2;
    return std::nullopt;
  };
  const Population population = numbers({9, 9, 9, 9});
  const auto fails = [&](const auto& v) { return fault(v).has_value(); };
  std::size_t inputs = 0;
  const auto kind = [&](const auto&) { return static_cast<std::uint32_t>(inputs++ % 90); };
  const Causes causes = causes_of(population, fails, kind);
  EXPECT_EQ(causes.left_apart, 0u);
  ASSERT_EQ(causes.groups.size(), 3u);
  const std::vector<Ordinal> failing = inputs_with(population, fails);
  std::vector<Value> values;
  for (const CauseGroup& group : causes.groups) {
    std::set<std::size_t> faults;
    for (const std::size_t member : group.members) {
      population.values(failing[member], values);
      faults.insert(*fault(values));
    }
    EXPECT_THAT(faults, SizeIs(1));
  }
}

TEST(Causes, OfOneKindAreApartWhereTheyHaveNoValueAndNoMessageInCommon) {
  const auto is_first = [](const auto& v) { return v[0] == 1 && v[1] == 2; };
  const auto is_second = [](const auto& v) { return v[2] == 3 && v[3] == 4; };
  // More inputs fail in another way, so that the kind of these tells something.
  const auto is_other = [](const auto& v) { return v[0] == 8 && v[1] > 5; };
  const auto fails = [&](const auto& v) { return is_other(v) || is_first(v) != is_second(v); };
  const auto verdict = [](const auto&) { return 0U; };
  const auto kind = [&](const auto& v) { return is_other(v) ? 1U : 0U; };
  const auto groups = [&](const KindOf& message) {
    const auto said = [&](const auto& v) { return is_other(v) ? 100U : message(v); };
    return causes_of(numbers({9, 9, 9, 9}), fails, kind, {}, verdict, message ? KindOf(said) : message).groups.size() -
           1;
  };
  EXPECT_EQ(groups({}), 1u) << "the kind is all that is known";
  EXPECT_EQ(groups([&](const auto& v) { return is_first(v) ? 10 + v[2] : 20 + v[1]; }), 2u);
  EXPECT_EQ(groups([&](const auto& v) { return is_first(v) && v[2] == 0 ? 20U
                                               : is_first(v)            ? 10U
                                                                        : 20U; }), 1u)
      << "an input of the first says what those of the second do";
  EXPECT_EQ(groups([](const auto&) { return 7U; }), 1u);
}

TEST(Causes, AreNotDividedByWhatOnlyRightProgramsSay) {
  // All inputs with v[0] = 1 fail; v[1] decides which of two kinds of messages they give. Others give a third kind.
  const Population population = numbers({9, 6, 6});
  const std::vector<Ordinal> failing =
      inputs_with(population, [](const auto& v) { return v[0] == 1 || (v[1] == 5 && v[2] == 5); });
  Kinds kinds;
  std::vector<Value> values;
  for (const Ordinal ordinal : failing) {
    population.values(ordinal, values);
    kinds.push_back(values[0] != 1 ? 2 : values[1] < 3 ? 0 : 1);
  }
  const auto groups = [&](const Kinds& errors) {
    const Kinds same(failing.size());
    return find_causes(Explainer(population, failing, {}), kinds, same, {}, {}, {}, errors).groups.size();
  };
  EXPECT_EQ(groups({}), 3u);
  EXPECT_EQ(groups({0, 1, 2}), 3u);
  EXPECT_EQ(groups({0, 0, 2}), 2u);
}

TEST(Causes, GroupsThatWereNotTriedAreCounted) {
  // Failures here and there: no term explains two of them.
  const auto fails = [](const auto& v) { return v[0] == v[1] && v[1] == v[2]; };
  const auto kind = [](const auto& v) { return v[2]; };
  const Causes causes = causes_of(numbers({6, 6, 6}), fails, kind, {.most_groups = 2});
  EXPECT_EQ(causes.left_apart, 4u);
  EXPECT_THAT(causes.groups, SizeIs(6));
}

TEST(Causes, OfNothingAreNone) {
  EXPECT_THAT(causes_of(
                  numbers({3, 3}), [](const auto&) { return false; }, [](const auto&) { return 0U; })
                  .groups,
              IsEmpty());
  EXPECT_THAT(causes_of(
                  numbers({3, 3}), [](const auto&) { return true; }, [](const auto&) { return 0U; })
                  .groups,
              SizeIs(1));
}

TEST(Causes, AreDividedWhereAnotherChoiceDecidesWhatTheirFailuresSay) {
  // With a = 3 everything fails; b says how, as one of two faults.
  const auto fails = [](const auto& v) { return v[0] == 3 || (v[1] == 4 && v[2] == 5); };
  const auto kind = [](const auto& v) { return v[0] != 3 ? 0U : v[1] < 2 ? 1U : 2U + (v[1] + v[2]) % 2; };
  const Causes causes = causes_of(numbers({8, 5, 6}), fails, kind);
  ASSERT_THAT(causes.groups, SizeIs(3));
  std::vector<std::vector<std::uint32_t>> kinds;
  for (const CauseGroup& group : causes.groups) {
    kinds.push_back(group.kinds);
    if (group.causes.empty()) continue;
    EXPECT_THAT(group.deciding, ElementsAre(1));
    EXPECT_EQ(group.causes.front().value, 3u);
  }
  EXPECT_THAT(kinds, testing::UnorderedElementsAre(ElementsAre(0), ElementsAre(1), ElementsAre(2, 3)));
}

TEST(Causes, WhoseMessagesSayWhatAChoiceIsAreNotDivided) {
  const auto fails = [](const auto& v) { return v[0] == 3 || (v[1] == 4 && v[2] == 5); };
  const auto kind = [](const auto& v) { return v[0] != 3 ? 9U : v[1]; };
  EXPECT_THAT(causes_of(numbers({8, 5, 6}), fails, kind).groups, SizeIs(2));
}

TEST(Causes, GroupsWithMessagesOfTheirOwnStayApartWhereAChoiceDecides) {
  // No value is a cause. Both faults need many values of two choices together; the third tells which one it is.
  const auto fails = [](const auto& v) { return v[0] >= 4 && v[1] >= 3 && v[2] != 5; };
  const auto kind = [](const auto& v) { return v[2] < 2 ? 0U : 1U; };
  EXPECT_THAT(causes_of(numbers({8, 6, 6}), fails, kind).groups, SizeIs(2));
  // What is irregular is one fault.
  const auto irregular = [](const auto& v) { return (v[0] * 5 + v[1] * 3 + v[2]) % 3 == 0 ? 0U : 1U; };
  EXPECT_THAT(causes_of(numbers({8, 6, 6}), fails, irregular).groups, SizeIs(1));
}

TEST(Causes, AFailureWithAMessageOfItsOwnStaysAlone) {
  const auto fails = [](const auto& v) { return v[0] >= 4 && v[1] >= 3 && v[2] % 2 == 0; };
  const auto kind = [](const auto& v) { return v[0] == 5 && v[1] == 4 && v[2] == 2 ? 1U : 0U; };
  EXPECT_THAT(causes_of(numbers({8, 6, 6}), fails, kind).groups, SizeIs(2));
}

TEST(Causes, KindsThatCausesGiveAsWellAreDividedByWhatTheirTermsMention) {
  // a = 0 always fails; two pairs of values fail as well. All say the same, or the pairs say the same as each other.
  const auto fails = [](const auto& v) { return v[0] == 0 || (v[0] == 4 && v[1] == 3) || (v[1] == 5 && v[2] == 2); };
  const Population population = numbers({8, 6, 6});
  const auto generic = [](const auto& v) { return v[0] == 0 && v[1] == 0 ? 1U : 0U; };
  EXPECT_THAT(causes_of(population, fails, generic).groups, SizeIs(3));
  const auto specific = [](const auto& v) { return v[0] == 0 ? 1U : 0U; };
  EXPECT_THAT(causes_of(population, fails, specific).groups, SizeIs(2));
}

TEST(Causes, ComparedGroupsSayWhatTheyShareAndWhatDecides) {
  const Population population = numbers({8, 6, 6});
  const std::vector<Ordinal> failing = inputs_with(population, [](const auto& v) { return v[0] >= 4 && v[1] >= 3; });
  const Explainer explainer(population, failing, {});
  Kinds kinds(failing.size());
  CauseGroup a{.kinds = {0}}, b{.kinds = {1}};
  for (std::size_t i = 0; i < failing.size(); ++i) {
    kinds[i] = failing[i] % 6 < 3 ? 0 : 1;
    (kinds[i] == 0 ? a : b).members.push_back(i);
  }
  const GroupComparison found = compare_groups(explainer, kinds, {}, a, b);
  EXPECT_GT(found.shared, 0.9);
  EXPECT_EQ(found.deciding, 2u);
  EXPECT_FALSE(found.is_lone);
  CauseGroup one{.kinds = {1}, .members = {b.members.front()}};
  EXPECT_TRUE(compare_groups(explainer, kinds, {}, a, one).is_lone);
}

}  // namespace
}  // namespace smallscope::clustering
