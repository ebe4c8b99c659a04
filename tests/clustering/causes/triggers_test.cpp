// SPDX-License-Identifier: Apache-2.0
// Values that trigger failures of one kind, where other choices decide whether that shows.
#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "planted.hpp"

namespace smallscope::clustering {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::Field;
using testing::IsEmpty;
using testing::SizeIs;

using Named = std::set<std::pair<std::size_t, Value>>;

const std::vector<std::string> literals{"1e21", "-5", "'\\0'", "/x/", "/[/]/", "7", "`$`", "null", "x", "y", "z", "w"};
const auto same = [](const auto&) { return 0U; };

/// Three of the literals fail in half of their contexts, each with messages of its own.
bool is_trigger(Value literal) { return literal == 1 || literal == 2 || literal == 6; }
bool shows(const std::vector<Value>& v) { return v[2] >= 3; }
std::uint32_t own_message(const std::vector<Value>& v) { return 100 * v[0] + v[2]; }

TEST(Triggers, OfOneKindAreACauseEach) {
  const Causes causes = causes_of(
      labelled(literals), [](const auto& v) { return is_trigger(v[0]) && shows(v); }, same, {}, same, own_message);
  EXPECT_THAT(names_of(causes), ElementsAre(Named{{0, 1}}, Named{{0, 2}}, Named{{0, 6}}));
  for (const CauseGroup& group : causes.groups) {
    EXPECT_THAT(group.members, SizeIs(15));
    EXPECT_THAT(group.causes, Each(Field(&Cause::reason, Cause::Reason::contexts)));
    EXPECT_EQ(group.causes.front().failing, 15u);
    EXPECT_EQ(group.causes.front().valid, 30u);
  }
}

TEST(Triggers, MayDifferInSomeContexts) {
  const auto fails = [](const auto& v) { return is_trigger(v[0]) && shows(v) && (v[0] != 2 || v[1] > 0 || v[2] > 3); };
  EXPECT_THAT(causes_of(labelled(literals), fails, same, {}, same, own_message).groups, SizeIs(3));
}

TEST(Triggers, WhoseLabelsAreAlikeBelongTogether) {
  const auto fails = [](const auto& v) { return v[0] >= 2 && v[0] <= 4 && shows(v); };  // '\0', /x/, and /[/]/
  EXPECT_THAT(names_of(causes_of(labelled(literals), fails, same, {}, same, own_message)),
              ElementsAre(Named{{0, 2}}, Named{{0, 3}, {0, 4}}));
}

TEST(Triggers, ThatSayTheSameBelongTogether) {
  const auto fails = [](const auto& v) { return is_trigger(v[0]) && shows(v); };
  const auto says = [](const auto& v) { return v[0] == 6 ? 7U : v[2]; };
  EXPECT_THAT(names_of(causes_of(labelled(literals), fails, same, {}, same, says)),
              ElementsAre(Named{{0, 1}, {0, 2}}, Named{{0, 6}}));
  EXPECT_THAT(causes_of(labelled(literals), fails, same, {}, same, same).groups, SizeIs(1)) << "all say the same";
  EXPECT_THAT(causes_of(labelled(literals), fails, same).groups, SizeIs(1)) << "it is not known what they say";
}

TEST(Triggers, AreOnlyValuesOfTheRarestChoice) {
  // The context is a third of its values, the literals are a quarter of theirs.
  const auto fails = [](const auto& v) { return is_trigger(v[0]) && v[2] >= 4; };
  const Causes causes = causes_of(labelled(literals), fails, same, {}, same, own_message);
  EXPECT_THAT(causes.groups, SizeIs(1));
  EXPECT_THAT(causes.groups.front().causes, IsEmpty());
}

TEST(Triggers, FailInMostlyTheSameContexts) {
  const auto fails = [](const auto& v) { return is_trigger(v[0]) && (v[1] + v[2] + v[0]) % 3 == 0; };
  for (const CauseGroup& group : causes_of(labelled(literals), fails, same, {}, same, own_message).groups)
    EXPECT_THAT(group.causes, IsEmpty());
}

TEST(Triggers, FailInSeveralContexts) {
  const auto fails = [](const auto& v) { return is_trigger(v[0]); };
  const Population alone({literals.size()}, [](Ordinal ordinal) {
    return generators::Choices{{"text", ordinal, literals[ordinal]}};
  });
  const auto message = [](const auto& v) { return v[0]; };
  EXPECT_THAT(causes_of(alone, fails, same, {}, same, message).groups, SizeIs(1)) << "there is nothing else to choose";
  const auto in_one = [](const auto& v) { return is_trigger(v[0]) && v[1] == 1 && v[2] == 1; };
  EXPECT_THAT(causes_of(labelled(literals), in_one, same, {}, same, own_message).groups, SizeIs(1));
}

TEST(Triggers, TellNothingIfThereAreTooMany) {
  const auto fails = [](const auto& v) { return is_trigger(v[0]) && shows(v); };
  const auto groups = [&](std::size_t most) {
    return causes_of(labelled(literals), fails, same, {.most_groups = most}, same, own_message).groups.size();
  };
  EXPECT_EQ(groups(3), 3u);
  EXPECT_EQ(groups(2), 1u);
}

TEST(Triggers, AreTheSameForEachOrderOfChoices) {
  const auto fails = [](const auto& v) { return is_trigger(v[2]) && v[0] >= 3; };
  const Population population({6, 5, literals.size()}, [](Ordinal ordinal) {
    const Ordinal literal = ordinal % literals.size(), rest = ordinal / literals.size();
    return generators::Choices{{"b", rest / 5, std::to_string(rest / 5)},
                               {"a", rest % 5, std::to_string(rest % 5)},
                               {"text", literal, literals[literal]}};
  });
  const auto message = [](const auto& v) { return 100 * v[2] + v[0]; };
  EXPECT_THAT(names_of(causes_of(population, fails, same, {}, same, message)),
              ElementsAre(Named{{2, 1}}, Named{{2, 2}}, Named{{2, 6}}));
}

TEST(Parts, AreToldApartByChoicesThatAreNarrowedDown) {
  // Two faults, each of two values of their own, that show with the same half of a third choice.
  const auto is_first = [](const auto& v) { return v[0] == 1 && v[1] == 2; };
  const auto is_second = [](const auto& v) { return v[0] == 5 && v[1] == 7; };
  const auto fails = [&](const auto& v) { return (is_first(v) || is_second(v)) && v[2] >= 4; };
  const auto message = [&](const auto& v) { return (is_first(v) ? 10U : 20U) + v[3]; };
  EXPECT_THAT(causes_of(numbers({9, 9, 8, 4}), fails, same, {}, same, message).groups, SizeIs(2));
  // A value of a narrow choice in common makes them one.
  const auto is_third = [](const auto& v) { return v[0] == 1 && v[1] == 7; };
  const auto other = [&](const auto& v) { return (is_first(v) || is_third(v)) && v[2] >= 4; };
  EXPECT_THAT(causes_of(numbers({9, 9, 8, 4}), other, same, {}, same, message).groups, SizeIs(1));
}

}  // namespace
}  // namespace smallscope::clustering
