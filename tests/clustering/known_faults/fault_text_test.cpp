// SPDX-License-Identifier: Apache-2.0
// Changes of a file of faults: what a person wrote stays, and what is written is read back.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <smallscope/clustering/known_faults/fault_text.hpp>

namespace smallscope::clustering {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;
using testing::ThrowsMessage;

Fault full_fault() {
  Fault fault{.campaigns = {"digits"}, .name = "the \"first\"", .note = "two\nlines"};
  fault.decision = {
      .kind = Decision::Kind::ignore,
      .keys = {"v1-0", "v1-1"},
      .reason = "C:\\temp\t\x01",
      .ticket = "#12 ä",
      .expires = day_named("2026-12-31"),
      .first_seen = day_named("2026-11-22"),
      .explanation = {{.fails_when = {{{{.choice = "place", .one_of = {{"self", ""}}},
                                        {.choice = "size", .from = -3, .to = 9},
                                        {.choice = "arguments[]/type", .some = {"int"}, .no = {"x", "y"}}},
                                       {{.choice = "low",
                                         .one_of = {{"7"}},
                                         .none_of = {"8"},
                                         .compared = {{Comparison::differs_from, "a b"},
                                                      {Comparison::differs_from, "c"},
                                                      {Comparison::less_than, "high"}}}},
                                       {}}}}},
      .evidence = {{{1, 2, 3, 10, 20, 30}, "60 inputs 1"}}};
  return fault;
}

TEST(FaultText, WhatIsWrittenIsReadBack) {
  const Fault fault = full_fault();
  const std::string text = with_fault("", fault);
  const Faults faults = Faults::parse(text, "f.toml");
  ASSERT_THAT(faults.all(), SizeIs(1)) << text;
  EXPECT_EQ(faults.all()[0].name, fault.name);
  EXPECT_EQ(faults.all()[0].note, fault.note);
  Decision read = faults.all()[0].decision;
  for (WrittenTerm& term : *read.explanation->fails_when) std::ranges::sort(term, {}, &ChoiceCondition::choice);
  Decision expected = fault.decision;
  for (WrittenTerm& term : *expected.explanation->fails_when) std::ranges::sort(term, {}, &ChoiceCondition::choice);
  EXPECT_EQ(read, expected) << text;
  const std::vector<WrittenTerm> some{{{.choice = "place", .one_of = {{"self"}}}}};
  for (const WrittenExplanation& words :
       {WrittenExplanation{some, std::nullopt}, {std::nullopt, some}, {some, some}, {std::nullopt, {{}}}}) {
    Fault other = fault;
    other.decision.explanation = words;
    EXPECT_EQ(Faults::parse(with_fault("", other), "f").all()[0].decision.explanation, words);
  }
}

TEST(FaultText, ABlockHasALineForEachThing) {
  EXPECT_EQ(
      with_fault("# ours\n", full_fault()),
      "# ours\n\n[[fault]]\ncampaign = \"digits\"\nname = \"the \\\"first\\\"\"\nnote = \"two\\nlines\"\n"
      "decision = \"ignore\"\nkeys = [\"v1-0\", \"v1-1\"]\nreason = \"C:\\\\temp\\t\\u0001\"\nticket = \"#12 ä\"\n"
      "expires = 2026-12-31\nfirst_seen = 2026-11-22\nfails_when = [\n"
      "  { place = [\"self\", \"\"], size = { from = -3, to = 9 }, \"arguments[]/type\" = { some = [\"int\"], "
      "no = [\"x\", \"y\"] } },\n"
      "  { low = { one_of = [\"7\"], not = [\"8\"], less_than = \"high\", differs_from = [\"a b\", \"c\"] } },\n"
      "  {},\n]\nfailing = [\n  \"1-3 10-30/10\",\n]\nspace = \"60 inputs 1\"\n");
}

constexpr std::string_view by_hand = R"(# The faults of our engine.
title_of_nothing = 'not ours'   # refused by the reader, kept by the editor

[[fault]]  # the oldest
  name     = "ä first"   # a name
  campaign = ['digits']
keys = [
  'v1-0',  # found by Ann
]
owner = "Ann"            # a field of hers
ticket = "#1"  # open
[fault.extra]
weight = 3

# Between two faults.
[[fault]]
campaign = 'digits'
messages = '''
wrong'''
name = 'second'
# the end)";

TEST(FaultText, CommentsOrderAndUnknownFieldsSurviveAChange) {
  const std::string changed =
      with_fields(by_hand, 0, {{"keys", "['v1-0', 'v1-1']"}, {"ticket", ""}, {"reason", "'slow'"}, {"expires", ""}});
  EXPECT_EQ(changed, R"(# The faults of our engine.
title_of_nothing = 'not ours'   # refused by the reader, kept by the editor

[[fault]]  # the oldest
  name     = "ä first"   # a name
reason = 'slow'
  campaign = ['digits']
keys = ['v1-0', 'v1-1']
owner = "Ann"            # a field of hers
[fault.extra]
weight = 3

# Between two faults.
[[fault]]
campaign = 'digits'
messages = '''
wrong'''
name = 'second'
# the end)");
  const std::string second = with_fields(by_hand, 1, {{"reason", "'a'"}, {"ticket", "'b'"}, {"messages", "'late'"}});
  EXPECT_THAT(second, HasSubstr("messages = 'late'\nname = 'second'\nreason = 'a'\nticket = 'b'\n# the end"));
  EXPECT_EQ(second.substr(0, 300), by_hand.substr(0, 300));
}

TEST(FaultText, NoFieldsLeaveTheTextAsItIs) {
  EXPECT_EQ(with_fields(by_hand, 1, {}), by_hand);
  EXPECT_EQ(with_fields(by_hand, 1, {{"ticket", ""}}), by_hand) << "there is none to remove";
  EXPECT_EQ(with_fields(by_hand, 0, {{"ticket", "\"#1\""}}), by_hand);
}

TEST(FaultText, ATextWithoutANewlineAtItsEnd) {
  constexpr std::string_view text = "[[fault]]\nmessages = 'm'\ncampaign = 'c'\nname = 'n'";
  EXPECT_EQ(with_fields(text, 0, {{"reason", "'r'"}, {"ticket", "'t'"}}),
            std::string(text) + "\nreason = 'r'\nticket = 't'\n");
  EXPECT_THAT(with_fault(text, full_fault()), HasSubstr("name = 'n'\n\n[[fault]]\ncampaign"));
  EXPECT_THAT(Faults::parse(with_fault(text, full_fault()), "f").all(), SizeIs(2));
}

TEST(FaultText, LineEndsStayThoseOfTheFile) {
  constexpr std::string_view text = "[[fault]]\r\ncampaign = 'c'\r\nname = 'n'\r\nmessages = 'm'\r\nticket = 't'\r\n";
  const std::string changed = with_fields(text, 0, {{"reason", "'r'"}, {"ticket", "[\n  'u',\n]"}});
  EXPECT_EQ(
      changed,
      "[[fault]]\r\ncampaign = 'c'\r\nname = 'n'\r\nreason = 'r'\r\nmessages = 'm'\r\nticket = [\r\n  'u',\r\n]\r\n");
  EXPECT_THAT(with_fault(text, full_fault()), HasSubstr("'t'\r\n\r\n[[fault]]\r\ncampaign = \"digits\"\r\n"));
}

TEST(FaultText, WhatCannotBeChangedIsRefused) {
  EXPECT_THAT(
      [] {
        with_fields(by_hand, 2, {{"ticket", "'t'"}});
      },
      ThrowsMessage<FaultsError>(HasSubstr("the file has no fault 3 any more")));
  EXPECT_THAT(
      [] {
        with_fields("fault = [{ name = 'n' }]\n", 0, {{"ticket", "'t'"}});
      },
      ThrowsMessage<FaultsError>(HasSubstr("line 1: the fault is written in one line")));
  EXPECT_THROW(with_fields("[[fault", 0, {}), FaultsError);
  EXPECT_THAT([] { toml_text("\xff"); }, ThrowsMessage<FaultsError>(HasSubstr("is not UTF-8")));
}

TEST(FaultText, AnExplanationThatNoFileCanHoldIsLeftOut) {
  Fault fault = full_fault();
  fault.decision.explanation = {{.fails_when = {{{{.choice = "a", .one_of = {{"\xff"}}}}}}}};
  const std::string text = with_fault("", fault);
  EXPECT_THAT(text, Not(HasSubstr("fails_when")));
  EXPECT_THAT(text, HasSubstr("failing = ["));
}

}  // namespace
}  // namespace smallscope::clustering
