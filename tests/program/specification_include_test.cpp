// SPDX-License-Identifier: Apache-2.0
// What a specification takes from other files, and what it gives every request.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "specification_bench.hpp"

namespace smallscope::program {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class Include : public testing::Test {
 protected:
  Include() { std::filesystem::create_directory(directory_ / "shared"); }
  runner::Campaign load(const std::string& text) { return load_specification(directory_.write("a.toml", text)); }
  std::string message_of(const std::string& text) {
    try {
      load(text);
    } catch (const SpecificationError& error) {
      const std::string message = error.what(), folder = directory_.path().string() + "/";
      return message.starts_with(folder) ? message.substr(folder.size()) : message;
    }
    return "no error";
  }
  /// Of a worker, whose parameters are the holes that are chosen.
  static std::string with_worker(const std::string& include, const std::string& more = "") {
    return "name = \"test\"\ninclude = [" + include + "]\n[inputs]\nfile = \"i\"\ntemplate = '{{type}} {{mine}}'\n" +
           "[inputs.choices]\nmine = [\"m\", \"n\"]\n[subject]\nworker = [\"w\"]\n" + more + judged;
  }
  TemporaryDirectory directory_;
};

constexpr const char* shared = R"([inputs.choices]
type = ["int", "{{sign}} long"]
sign = ["", "un"]
line = { file = "lines.txt" }
)";

TEST_F(Include, IsAsIfItWereWrittenBeforeTheOwnChoices) {
  directory_.write("shared/types.toml", shared);
  directory_.write("shared/lines.txt", "one\ntwo\n");
  const std::string own = "template = '{{type}} {{line}} {{mine}}'\n[inputs.choices]\n";
  const std::string mine = "mine = [\"m\", \"n\"]\n[subject]\nrun = [\"cat\", \"{input}\"]\n" + judged;
  const runner::Campaign included =
      load("name = \"test\"\ninclude = [\"shared/types.toml\"]\n[inputs]\nfile = \"i\"\n" + own + mine);
  const runner::Campaign written =
      load("name = \"test\"\n[inputs]\nfile = \"i\"\n" + own +
           "type = [\"int\", \"{{sign}} long\"]\nsign = [\"\", \"un\"]\nline = [\"one\", \"two\"]\n" + mine);
  EXPECT_EQ(texts_of(included), texts_of(written));
  EXPECT_EQ(to_string(included.space->choices(5)), to_string(written.space->choices(5)));
  expect_choices_are_inverse(included);
  EXPECT_EQ(included.definition.choices.count("type"), 0u) << "its line is one of another file";
  EXPECT_EQ(included.definition.choices.at("mine").line, 7u);
}

TEST_F(Include, GivesAWorkerOnlyWhatIsUsedOrNamed) {
  directory_.write("shared/types.toml", std::string(shared) + "unused = [\"u\"]\n");
  directory_.write("shared/lines.txt", "one\ntwo\n");
  const auto names = [](const runner::Campaign& campaign) {
    Lines all;
    const auto input = campaign.space->render(0);
    for (const subjects::NamedText& parameter : input->parameters) all.push_back(parameter.name);
    return all;
  };
  EXPECT_THAT(names(load(with_worker("\"shared/types.toml\""))), ElementsAre("type", "mine"));
  EXPECT_THAT(names(load(with_worker("{ file = \"shared/types.toml\", choices = [\"line\"] }"))),
              ElementsAre("type", "line", "mine"));
}

TEST_F(Include, SharesAGrammarToo) {
  directory_.write("g.toml", "[inputs.grammar]\nsum = [\"sum + x\", \"x\"]\n");
  EXPECT_THAT(texts_of(load("name = \"test\"\ninclude = [\"g.toml\"]\n[inputs]\nfile = \"i\"\ntemplate = '{{w}}'\n"
                            "[inputs.choices]\nw = { nonterminal = \"sum\", size = [1, 3] }\n[subject]\n"
                            "run = [\"cat\", \"{input}\"]\n" +
                            judged)),
              ElementsAre("x", "x + x"));
}

TEST_F(Include, SharesOraclesAndRulesForMessages) {
  directory_.write("judges.toml", "[[oracles]]\nexit_status = 0\n[messages]\npresets = [\"gcc\"]\n");
  const std::string choices = "[inputs.choices]\na = [1]\n[subject]\nrun = [\"cat\", \"{input}\"]\n";
  const std::string start =
      "name = \"test\"\ninclude = [\"judges.toml\"]\n[inputs]\nfile = \"i\"\ntemplate = '{{a}}'\n";
  const runner::Campaign judged_by_both = load(start + choices + "[[oracles]]\nexpected_output = \"1\"\n"),
                         judged_by_theirs = load(start + choices);
  EXPECT_THAT(judged_by_theirs.messages.presets, ElementsAre("gcc"));
  EXPECT_THAT(judged_by_theirs.body->oracle_names(), testing::Contains("exit status"));
  EXPECT_THAT(judged_by_both.body->oracle_names(), testing::Contains("exit status"));
  EXPECT_THAT(message_of(start + choices + "[messages]\nmask = []\n"),
              HasSubstr("judges.toml:3: there is another table"));
}

TEST_F(Include, MistakesHaveThePlaceInTheirOwnFile) {
  const std::string include = "\"shared/types.toml\"";
  EXPECT_THAT(message_of(with_worker(include)),
              HasSubstr("a.toml:2: the file \"shared/types.toml\" that is included cannot be read: No such file"));
  const auto with_shared = [&](const std::string& text, const std::string& how) {
    directory_.write("shared/types.toml", text);
    return message_of(with_worker(how));
  };
  EXPECT_THAT(with_shared("\n[inputs.choices\n", include), HasSubstr("shared/types.toml:2: not valid TOML"));
  EXPECT_THAT(with_shared("[inputs.choices]\ntype = 5\n", include), HasSubstr("shared/types.toml:2: `type` is the "));
  EXPECT_THAT(with_shared("[inputs.choices]\ntype = [\"{{none}}\", 1]\nmine = [1]\n", include),
              HasSubstr("shared/types.toml:3: the hole `mine` is in another file of this specification, too"));
  EXPECT_THAT(with_shared("[subject]\n", include),
              HasSubstr("shared/types.toml:1: unknown key `subject`; known are `inputs`, `oracles`, `messages`"));
  EXPECT_THAT(with_shared("[inputs]\ntemplate = ''\n", include), HasSubstr("shared/types.toml:2: "));
  EXPECT_THAT(with_shared("", include), HasSubstr("shared/types.toml:1: nothing is included"));
  EXPECT_THAT(with_shared("[[oracles]]\nno_clash = true\n[inputs.choices]\ntype = [1]\n", include),
              HasSubstr("shared/types.toml:2: "));
  EXPECT_THAT(with_shared("[inputs.choices]\ntype = [1]\n", "{ file = \"shared/types.toml\", choices = [\"tipe\"] }"),
              HasSubstr("a.toml:2: `include.choices[0]` names the unknown hole `tipe`; did you mean `type`?"));
  EXPECT_THAT(with_shared("[inputs.choices]\ntype = [1]\n", include + ", 7"), HasSubstr("a.toml:2: "));
  EXPECT_THAT(with_shared("[inputs.choices]\ntype = [1]\n", include + ", " + include),
              HasSubstr("the hole `type` is in another file"));
}

TEST_F(Include, EveryRequestHasTheConstantParameters) {
  directory_.write("shared/types.toml", "[inputs.choices]\ntype = [1]\n");
  const std::string include = "\"shared/types.toml\"";
  const auto input = load(with_worker(include, "parameters = { kind = \"rename\", depth = 0x10 }\n")).space->render(0);
  EXPECT_THAT(input->parameters,
              ElementsAre(subjects::NamedText{"type", "1"}, subjects::NamedText{"mine", "m"},
                          subjects::NamedText{"kind", "rename"}, subjects::NamedText{"depth", "0x10"}));
  EXPECT_THAT(message_of(with_worker(include, "parameters = { mine = 1 }\n")),
              HasSubstr("a.toml:10: `subject.parameters.mine` has the name of a hole"));
  EXPECT_THAT(message_of(with_worker(include, "parameters = { a = [1] }\n")), HasSubstr("what varies is a hole"));
  EXPECT_THAT(message_of(with_worker(include, "parameters = 1\n")), HasSubstr("a.toml:10: "));
}

}  // namespace
}  // namespace smallscope::program
