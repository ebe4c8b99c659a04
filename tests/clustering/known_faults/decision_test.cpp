// SPDX-License-Identifier: Apache-2.0
// What files of faults say about decisions, and which mistakes in them are refused.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <smallscope/clustering/faults.hpp>

namespace smallscope::clustering {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;
using testing::ThrowsMessage;

constexpr std::string_view named = "[[fault]]\ncampaign = 'c'\nname = 'n'\nkeys = 'v1-0'\n";

Decision decision_of(const std::string& fields) {
  return Faults::parse(std::string(named) + fields, "f.toml").all().at(0).decision;
}

void expect_refused(const std::string& fields, const std::string& why) {
  EXPECT_THAT([&] { decision_of(fields); }, ThrowsMessage<FaultsError>(HasSubstr(why))) << fields;
}

TEST(Days, AreNamedByYearMonthAndDay) {
  const Day day = *day_named("2026-02-28");
  EXPECT_EQ(to_string(day), "2026-02-28");
  EXPECT_LT(day, *day_named("2026-03-01"));
  EXPECT_EQ(to_string(day_at(std::chrono::sys_days(day) + std::chrono::hours(23))), "2026-02-28");
  for (const char* none : {"2026-02-29", "2026-2-28", "26-02-28", "2026-02-28 ", "2026/02/28", "today", "2026-+2-28"})
    EXPECT_EQ(day_named(none), std::nullopt) << none;
}

TEST(Decisions, AreReadWithAllTheyHave) {
  const Decision decision = decision_of(
      "decision = 'ignore'\nreason = 'by design'\nticket = '#12'\nexpires = 2026-12-31\nfirst_seen = 2026-11-22\n"
      "fails_when = [\n  { kind = ['a', 'b'], size = { from = 3, to = 9 } },  # a comment\n"
      "  { low = { less_than = 'high', differs_from = ['x', 'y'] }, 'arguments[]/type' = { some = 'int', no = ['x'] } "
      "},\n"
      "  { place = { not = 'self' }, colour = 'red' },\n]\n"
      "failing = [\n  '7 3-5',\n  '4-10/3',\n]\nspace = '20 inputs 0123'\n");
  EXPECT_EQ(decision.kind, Decision::Kind::ignore);
  EXPECT_THAT(decision.keys, ElementsAre("v1-0"));
  EXPECT_EQ(decision.reason, "by design");
  EXPECT_EQ(decision.ticket, "#12");
  EXPECT_EQ(to_string(*decision.expires), "2026-12-31");
  EXPECT_EQ(to_string(*decision.first_seen), "2026-11-22");
  ASSERT_TRUE(decision.explanation.has_value());
  ASSERT_THAT(decision.explanation->fails_when, testing::Optional(SizeIs(3)));
  EXPECT_FALSE(decision.explanation->passes_when.has_value());
  EXPECT_THAT((*decision.explanation->fails_when)[0],
              testing::UnorderedElementsAre(ChoiceCondition{.choice = "kind", .one_of = {{"a", "b"}}},
                                            ChoiceCondition{.choice = "size", .from = 3, .to = 9}));
  EXPECT_THAT((*decision.explanation->fails_when)[2],
              testing::UnorderedElementsAre(ChoiceCondition{.choice = "place", .none_of = {"self"}},
                                            ChoiceCondition{.choice = "colour", .one_of = {{"red"}}}));
  EXPECT_EQ(decision.evidence, (Evidence{{3, 4, 5, 7, 10}, "20 inputs 0123"})) << "ascending, each once";
}

TEST(Decisions, OldFilesHaveNone) {
  const Faults faults = Faults::parse("[[fault]]\ncampaign = 'c'\nname = 'n'\nmessages = 'm'\n", "f.toml");
  EXPECT_EQ(faults.all()[0].decision, Decision());
}

TEST(Decisions, MistakesAreRefusedWithLineValueAndRemedy) {
  expect_refused("decision = 'fixd'\n", "f.toml:5: 'decision' is 'fixd'; write known, ignore or note");
  expect_refused("\nexpires = '2026-12-31'\n", "f.toml:6: 'expires' is not a day; write it without quotes");
  expect_refused("expires = 2026-12-31T10:00:00\n", "'expires' is not a day");
  expect_refused("ticket = 12\n", "'ticket' is not a text");
  expect_refused("expire = 2026-12-31\n", "unknown key 'expire'; did you mean 'expires'?");
  expect_refused("failing = ['1-3']\n", "'failing' has ordinals without their space");
  expect_refused("space = '3 inputs'\n", "'space' says what the ordinals in 'failing' mean");
  expect_refused("failing = [\n '1-3',\n '9-3',\n]\nspace = 's'\n", ":7: 'failing': `9-3` is not an ordinal");
  expect_refused("failing = [[3]]\nspace = 's'\n", ":5: 'failing' is not a text");
  expect_refused("failing = '0-18446744073709551615'\nspace = 's'\n", "makes more than 10000000 ordinals");
  expect_refused("fails_when = 3\n", "'fails_when' is not a list of terms");
  expect_refused("fails_when = [3]\n", "'fails_when' has a term that is not a table");
  expect_refused("passes_when = [3]\n", "'passes_when' has a term that is not a table");
  expect_refused("fails_when = [{ a = 3 }]\n", "'a' is not a condition; write a label, a list of labels, or a table");
  expect_refused("fails_when = [{ a = { from = '3' } }]\n", "'a.from' is not a whole number");
  expect_refused("fails_when = [{ a = { form = 3 } }]\n", "unknown key 'form' in the condition on 'a'");
  expect_refused("fails_when = [{ expr = { some = 'x' } }]\n", "'some' is asked of a list or a tree, and 'expr' is");
  expect_refused("fails_when = [{ 'a[0]' = { no = 'x' } }]\n", "'no' is asked of a list or a tree, and 'a[0]' is");
  for (const std::string condition : {"['x']", "'x'", "{ one_of = 'x' }", "{ not = 'x' }", "{ from = 3 }"})
    expect_refused(fmt::format("fails_when = [{{ 'expr//*' = {} }}]\n", condition),
                   "'expr//*' is a list or a tree, which has no label of its own; write { some = [\"label\"] }");
  EXPECT_THAT([] { Faults::parse("[[fault]]\ncampaign = 'c'\nname = 'n'\nkeys = []\n", "f"); },
              ThrowsMessage<FaultsError>(HasSubstr("f:4: 'keys' is empty; leave it out")));
  EXPECT_THAT(
      [] {
        Faults::parse("[[fault]]\ncampaign = ['c', 'd']\nname = 'n'\nkeys = 'k'\nfailing = '1'\nspace = 's'\n", "f");
      },
      ThrowsMessage<FaultsError>(HasSubstr("give each campaign a fault of its own")));
}

TEST(Decisions, FieldsOfOthersAreLeftAlone) {
  EXPECT_EQ(decision_of("owner = 'Ann'\nlast_seen = 2026-11-22\nseverity = 3\nstate = 'open'\n"), decision_of(""));
}

TEST(Decisions, ALargeFileIsReadAndAHostileOneRefused) {
  std::string text;
  for (int i = 0; i < 50'000; ++i) text += std::string(named) + "failing = '0-150'\nspace = 's'\n";
  EXPECT_THAT(Faults::parse(text, "f.toml").of_campaign("c"), SizeIs(50'000));
  text += std::string(named) + "failing = '0-3000000'\nspace = 's'\n";
  EXPECT_THAT([&] { Faults::parse(text, "f.toml"); }, ThrowsMessage<FaultsError>(HasSubstr("`0-3000000` makes more")));
  EXPECT_THROW(Faults::parse(std::string(100'000, '['), "f.toml"), FaultsError);
  EXPECT_THROW(Faults::parse("fault = [1, 2]", "f.toml"), FaultsError);
  EXPECT_THROW(Faults::parse("[[fault]]\nname = '\xff'", "f.toml"), FaultsError);
}

}  // namespace
}  // namespace smallscope::clustering
