// SPDX-License-Identifier: Apache-2.0
// Learned message rules: printed by `rules`, tried by `clusters --learn`, kept in a specification.
#include "command_line_programs.hpp"

namespace smallscope::command_line {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// A program whose check says this about each name, in a campaign called `fields`.
std::string specification(const std::string& message) {
  return R"(name = "fields"
description = "messages with names"

[inputs.choices.name]
elements = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "it"]

[inputs.choices.kind]
elements = ["int", "char"]

[subject]
run = ["true"]

[[oracles]]
name = "right"
command = ["sh", "-c", 'printf "%s\n" "$1"; exit 1', "-", ")" +
         message + "\"]\n";
}
const std::string visible_fields = specification("error: the field {name} of type {kind} is not visible");

class Rules : public ::testing::Test {
 protected:
  Ended run(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), smallscope_program);
    return bench.run(arguments);
  }
  /// Runs the specification into the store.
  void explore(const std::string& text, const std::string& store) {
    bench.write(store + ".toml", text);
    const Ended ended = run({"run", store + ".toml", "--store", store});
    ASSERT_EQ(ended.status, 1) << ended.err;
  }
  std::vector<std::string> keys(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "clusters");
    arguments.insert(arguments.end(), {"--by", "message", "--json"});
    const Json json = parsed(run(arguments).out);
    std::vector<std::string> keys;
    for (const Json& cluster : json["clusters"]) keys.push_back(cluster["key"]);
    return keys;
  }
  Bench bench;
};

TEST_F(Rules, AreHintedAtWhereTheyWouldFoldClusters) {
  explore(visible_fields, "s");
  EXPECT_THAT(run({"clusters", "s"}).out,
              HasSubstr("\n`--learn` would make 2 of these 16 clusters by messages; `rules s` says what it folds\n"));
  EXPECT_EQ(parsed(run({"clusters", "s", "--json"}).out)["learning_hint"], (Json{{"clusters", 2}, {"of", 16}}));
  const Ended learned = run({"clusters", "s", "--learn"});
  EXPECT_THAT(learned.out, Not(HasSubstr("would make")));
  EXPECT_EQ(parsed(run({"clusters", "s", "--learn", "--json"}).out)["learning_hint"], nullptr);
  explore(specification("{kind} {name}"), "u");
  EXPECT_THAT(run({"clusters", "u"}).out, Not(HasSubstr("would make")));
}

TEST_F(Rules, ArePrintedAsAPartOfASpecification) {
  explore(visible_fields, "s");
  const Ended ended = run({"rules", "s"});
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.err, "");
  expect_golden("rules-fields.txt", ended.out);

  const Json json = parsed(run({"rules", "s", "--json"}).out);
  EXPECT_EQ(json["campaign"], "fields");
  EXPECT_EQ(json["messages"], 16);
  EXPECT_EQ(json["clusters"], 16);
  EXPECT_EQ(json["clusters_with_rules"], 2);
  ASSERT_EQ(json["rules"].size(), 2u);
  EXPECT_EQ(
      json["rules"][0],
      (Json{{"pattern", R"(\Aerror: the field \w+ of type char is not visible\z)"},
            {"replacement", "error: the field <any word> of type char is not visible"},
            {"messages", 8},
            {"clusters", 8},
            {"before",
             {"error: the field alpha of type char is not visible", "error: the field beta of type char is not visible",
              "error: the field delta of type char is not visible"}},
            {"after", "error: the field <any word> of type char is not visible"}}));
}

TEST_F(Rules, MakeTheSameKeysForOneLookAndForGood) {
  explore(visible_fields, "s");
  const std::vector<std::string> at_once = keys({"s", "--learn"});
  EXPECT_EQ(at_once.size(), 2u);
  EXPECT_EQ(keys({"s"}).size(), 16u) << "nothing was written";
  const std::string said = run({"clusters", "s", "--learn"}).out;
  EXPECT_THAT(said, HasSubstr("2 learned message rules are in use for this look only; `rules s` prints them"));
  EXPECT_EQ(parsed(run({"clusters", "s", "--learn", "--json"}).out)["learned_rules"], 2);
  EXPECT_EQ(parsed(run({"clusters", "s", "--json"}).out)["learned_rules"], nullptr);

  explore(visible_fields + "\n" + run({"rules", "s"}).out, "kept");
  EXPECT_EQ(keys({"kept"}), at_once);
  const std::string again = run({"rules", "kept"}).out;
  EXPECT_THAT(again, HasSubstr("# 2 learned rules in use already\n"));
  EXPECT_THAT(again, Not(HasSubstr("[messages]")));
  EXPECT_THAT(run({"clusters", "kept", "--learn"}).out, HasSubstr("no message rules were learned"));
}

TEST_F(Rules, OfTheSpecificationThatCameLaterAreSaidNotToBeInUse) {
  explore(visible_fields, "s");
  EXPECT_EQ(run({"clusters", "s", "--from", "s.toml"}).err, "");
  bench.write("s.toml", visible_fields + "\n[messages]\npresets = [\"gcc\"]\n");
  for (const std::string command : {"clusters", "explain", "report"}) {
    std::vector<std::string> arguments{command, "s", "--from", "s.toml"};
    if (command == "report") arguments.insert(arguments.end(), {"-o", "page.html"});
    const std::string said = run(arguments).err;
    const std::string note = "note: the message rules of fields are others than when s was made";
    EXPECT_THAT(said, HasSubstr(note)) << command;
    EXPECT_EQ(said.find(note), said.rfind(note)) << command << " says it once";
  }
}

TEST_F(Rules, AreLearnedFromWhatOtherRulesLeave) {
  explore(visible_fields, "s");
  EXPECT_EQ(parsed(run({"rules", "s", "--rule", "int|char=>TYPE", "--json"}).out)["rules"][0]["after"],
            "error: the field <any word> of type TYPE is not visible");
  const Json nothing = parsed(run({"rules", "s", "--rule", "field .*=>field", "--json"}).out);
  EXPECT_EQ(nothing["rules"], Json::array());
  EXPECT_EQ(nothing["clusters"], 1);
}

TEST_F(Rules, OfHostileMessagesCanBePasted) {
  const std::string hostile =
      specification(R"(it's \\1 $& (a+)+$ \u001b[31m 'é' \u202e ''' \"{kind}\": the field {name} is not visible)");
  explore(hostile, "s");
  const std::string rules = run({"rules", "s"}).out;
  EXPECT_THAT(rules, HasSubstr(R"(\\x1b\\[31m)")) << "as a pattern, in a TOML string";
  EXPECT_THAT(rules, Not(HasSubstr("\x1b")));
  explore(hostile + rules, "kept");
  EXPECT_EQ(keys({"kept"}).size(), 2u);
  EXPECT_EQ(keys({"kept"}), keys({"s", "--learn"}));
}

TEST_F(Rules, AreCheckedInASpecification) {
  bench.write("wrong.toml", visible_fields + "[messages]\nlearned = [{ pattern = '(', replacement = \"\" }]\n");
  expect_error(run({"count", "wrong.toml"}), 2, HasSubstr("is not a regular expression"));
  expect_error(run({"rules", "none.sqlite"}), 2, HasSubstr("none.sqlite"));
}

}  // namespace
}  // namespace smallscope::command_line
