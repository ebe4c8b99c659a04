// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <smallscope/clustering/faults.hpp>

#include "files.hpp"

namespace smallscope::clustering {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::ThrowsMessage;

class FaultFile : public testing::Test {
 protected:
  Faults read(const std::string& text) const { return Faults::read(directory_.write("faults.toml", text)); }
  void expect_refused(const std::string& text, const std::string& why) const {
    EXPECT_THAT([&] { read(text); }, ThrowsMessage<FaultsError>(HasSubstr(why))) << text;
  }
  const TemporaryDirectory directory_;
};

results::Case failing_with(std::vector<std::string> messages) {
  results::Case failing;
  failing.judgements = {{"right", oracles::Verdict::fail, std::move(messages)}};
  return failing;
}

constexpr std::string_view three = R"(
[[fault]]
campaign = "small"
name = "first"
messages = 'wrong \d'
why = "one line of code"
program = '''
int x;
'''

[[fault]]
campaign = ["other", "small"]
name = "second"
messages = "^right: late$"
input = 'while'
observed.after = 'for'

[[fault]]
campaign = "other"
name = "third"
messages = 'never'
)";

TEST_F(FaultFile, HasNamesProgramsAndReasons) {
  const Faults faults = read(std::string(three));
  ASSERT_THAT(faults.all(), SizeIs(3));
  EXPECT_EQ(faults.all()[0].name, "first");
  EXPECT_EQ(faults.all()[0].program, "int x;\n");
  EXPECT_EQ(faults.all()[0].why, "one line of code");
  EXPECT_THAT(faults.of_campaign("small"), ElementsAre(0, 1));
  EXPECT_THAT(faults.of_campaign("other"), ElementsAre(1, 2));
  EXPECT_THAT(faults.of_campaign("smal"), IsEmpty());
  EXPECT_THAT(Faults().all(), IsEmpty());
}

TEST_F(FaultFile, SeveralFilesAreOneList) {
  read("[[fault]]\ncampaign = 'small'\nname = 'a'\nmessages = 'a'\n");
  const std::filesystem::path file = directory_ / "faults.toml";
  const Faults twice = Faults::read(std::vector{file, file});
  EXPECT_THAT(twice.all(), SizeIs(2));
  EXPECT_THAT(twice.of_campaign("small"), ElementsAre(0, 1));
}

TEST_F(FaultFile, AFaultShowsWhereAllItsRulesHold) {
  const Faults faults = read(std::string(three));
  results::Case found = failing_with({"wrong 5", "late"});
  EXPECT_TRUE(faults.shows(0, found, {}));
  EXPECT_FALSE(faults.shows(1, found, {})) << "neither input nor what was observed";
  found.input.files = {{"a.c", "while (x) f();"}};
  EXPECT_FALSE(faults.shows(1, found, {}));
  found.observed = {{"before", "for"}};
  EXPECT_FALSE(faults.shows(1, found, {}));
  found.observed = {{"after", "for (;;)"}};
  EXPECT_TRUE(faults.shows(1, found, {}));
  EXPECT_FALSE(faults.shows(2, found, {}));
}

TEST_F(FaultFile, ChoicesAreComparedByTheirLabels) {
  const Faults faults = read(
      "[[fault]]\ncampaign = 'small'\nname = 'one'\nchoices.reference = 'X.f *= 2'\n"
      "[[fault]]\ncampaign = 'small'\nname = 'list'\nchoices.reference = ['X.f', 'X.g']\nchoices.\"a/b\" = 'c'\n");
  results::Case found = failing_with({"wrong"});
  EXPECT_FALSE(faults.shows(0, found, {})) << "it has no such choice";
  found.choices = {{"reference", 3, "X.f *= 2"}};
  EXPECT_TRUE(faults.shows(0, found, {}));
  found.choices = {{"reference", 0, "X.f"}, {"a/b", 1, "c"}};
  EXPECT_FALSE(faults.shows(0, found, {})) << "the label is compared as a whole, not searched";
  EXPECT_TRUE(faults.shows(1, found, {}));
  found.choices[1].label = "d";
  EXPECT_FALSE(faults.shows(1, found, {}));
}

TEST_F(FaultFile, AGroupOfChoicesHasALabelIfOneOfThemHasIt) {
  const Faults faults = read(
      "[[fault]]\ncampaign = 'small'\nname = 'list'\nchoices.\"arguments[]\" = ['int', 'char']\n"
      "[[fault]]\ncampaign = 'small'\nname = 'tree'\nchoices.\"expr//*\" = '-'\n");
  results::Case found = failing_with({"wrong"});
  found.choices = {{"arguments[0]", 0, "long"}, {"arguments[1]", 2, "char"}, {"expr", 0, "x"}, {"other/y[0]", 0, "-"}};
  EXPECT_TRUE(faults.shows(0, found, {}));
  EXPECT_FALSE(faults.shows(1, found, {})) << "it is in another choice";
  found.choices = {{"arguments[0]", 0, "long"}, {"expr", 0, "x"}, {"expr/a + b[1]", 0, "-"}};
  EXPECT_FALSE(faults.shows(0, found, {}));
  EXPECT_TRUE(faults.shows(1, found, {}));
  found.choices = {{"arguments[]", 0, "int"}};
  EXPECT_TRUE(faults.shows(0, found, {})) << "a choice may be called so";
}

TEST_F(FaultFile, InputsAreNamedByTheirOrdinals) {
  const Faults faults = read("[[fault]]\ncampaign = 'small'\nname = 'one'\nordinals = '40 3-9/3'\n");
  results::Case found = failing_with({"wrong"});
  for (const generators::Ordinal ordinal : {3, 6, 9, 40}) {
    found.ordinal = ordinal;
    EXPECT_TRUE(faults.shows(0, found, {})) << ordinal;
  }
  for (const generators::Ordinal ordinal : {0, 4, 12, 41}) {
    found.ordinal = ordinal;
    EXPECT_FALSE(faults.shows(0, found, {})) << ordinal;
  }
  found.ordinal = 3;
  found.level = 1;
  EXPECT_FALSE(faults.shows(0, found, {})) << "ordinals are those of level 0";
  const Faults listed = read("[[fault]]\ncampaign = 'small'\nname = 'one'\nordinals = [\n  '40 6',\n  '3-9/3',\n]\n");
  found = {};
  for (const auto ordinal : {3, 6, 9, 40, 41}) {
    found.ordinal = static_cast<results::Ordinal>(ordinal);
    EXPECT_EQ(listed.shows(0, found, {}), ordinal != 41) << ordinal;
  }
}

TEST_F(FaultFile, OneOfAnyAndNoneOfUnlessMustHold) {
  const Faults faults = read(
      "[[fault]]\ncampaign = 'small'\nname = 'n'\nmessages = 'wrong'\n"
      "any = [{ input = 'while', choices.kind = 'loop' }, { observed.after = 'for' }]\n"
      "unless = { choices.place = ['inside', 'behind'] }\n");
  results::Case found = failing_with({"wrong"});
  EXPECT_FALSE(faults.shows(0, found, {}));
  found.observed = {{"after", "for (;;)"}};
  EXPECT_TRUE(faults.shows(0, found, {}));
  found.choices = {{"place", 0, "behind"}};
  EXPECT_FALSE(faults.shows(0, found, {}));
  found.choices = {{"place", 0, "before"}, {"kind", 0, "loop"}};
  found.observed.clear();
  EXPECT_FALSE(faults.shows(0, found, {})) << "only half of the first alternative";
  found.input.files = {{"a.c", "while"}};
  EXPECT_TRUE(faults.shows(0, found, {}));
  found.judgements[0].messages = {"late"};
  EXPECT_FALSE(faults.shows(0, found, {}));
}

TEST_F(FaultFile, MessagesAreThoseThatClustersAreMadeOf) {
  const Faults faults = read("[[fault]]\ncampaign = 'small'\nname = 'n'\nmessages = '^right: wrong N$'\n");
  const results::Case found = failing_with({"wrong 5"});
  EXPECT_FALSE(faults.shows(0, found, {}));
  const Options abstract{.rules = RuleSet({}, {{R"(\d+)", "N"}})};
  EXPECT_TRUE(faults.shows(0, found, abstract));
}

TEST_F(FaultFile, MistakesAreRefusedWithLineAndRemedy) {
  expect_refused("[[fault]]\nname = 'n'\nmessages = 'm'\n", ":1: the fault 'n' has no campaign");
  expect_refused("[[fault]]\ncampaign = 'c'\nmessages = 'm'\n", "has no name");
  expect_refused("[[fault]]\ncampaign = 'c'\nname = 'n'\n", "'n' has no rule; give it messages");
  expect_refused("[[fault]]\ncampaign = 'c'\nname = 'n'\n\nmessages = '('\n",
                 ":5: 'messages' is not a regular expression");
  expect_refused("[[fault]]\ncampaign = 'c'\nname = 'n'\nmesages = 'm'\n", ":4: unknown key 'mesages'");
  expect_refused("[[fault]]\ncampaign = 7\n", ":2: 'campaign' is not a text");
  expect_refused("[[fault]]\ncampaign = 'c'\nname = 'n'\nobserved = 'm'\n", "'observed' is not a table");
  const std::string named = "[[fault]]\ncampaign = 'c'\nname = 'n'\n";
  expect_refused(named + "choices.a = 3\n", ":4: 'choices.a' is not a text");
  expect_refused(named + "choices = 'a'\n", "'choices' is not a table; write choices.NAME = 'label' or a list");
  expect_refused(named + "any = 'a'\n", ":4: 'any' is not a table of rules or a list of them");
  expect_refused(named + "any = []\n", "'any' is empty; leave it out");
  expect_refused(named + "any = [{ input = 'a' }, {}]\n", "'any' has a table without rules");
  expect_refused(named + "messages = 'm'\nunless = { why = 'a' }\n", ":5: unknown key 'why' in 'unless'");
  expect_refused(named + "unless = { input = 'a' }\n", "'n' has no rule");
  expect_refused(named + "ordinals = '3-'\n", ":4: 'ordinals': ");
  expect_refused(named + "ordinals = [3]\n", ":4: 'ordinals' is not a text");
  expect_refused("fault = 3\n", "'fault' is not an array of tables");
  expect_refused("[[fault]\n", ":1: ");
  EXPECT_THROW(Faults::read("no such file"), FaultsError);
}

}  // namespace
}  // namespace smallscope::clustering
