// SPDX-License-Identifier: Apache-2.0
// What the commands print, and where: standard output has the results and nothing else.
#include "command_line_programs.hpp"

namespace smallscope::command_line {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

/// The command succeeds and says nothing on standard error.
std::string output_of(Bench& bench, const std::vector<std::string>& command) {
  const Ended ended = bench.run(command);
  EXPECT_EQ(ended.status, 0) << ::testing::PrintToString(ended);
  EXPECT_EQ(ended.err, "");
  return ended.out;
}

TEST(CommandLine, ListNamesTheCampaigns) {
  Bench bench;
  EXPECT_EQ(output_of(bench, {relative_path, "list"}),
            "campaign       description\nrelative-path  a relative path leads to its target\n");
  const Json list = parsed(output_of(bench, {campaigns, "list", "--json"}));
  ASSERT_EQ(list.size(), 19u);
  EXPECT_EQ(list[0], Json({{"name", "empty"}, {"description", "a space without inputs"}}));
}

TEST(CommandLine, ListDescribesSpecifications) {
  Bench bench;
  bench.specification("mixed.toml");
  EXPECT_EQ(output_of(bench, {smallscope_program, "list", "mixed.toml"}),
            "campaign     file        description\ncheck/mixed  mixed.toml  passes, fails, crashes, is rejected\n");
  EXPECT_EQ(
      parsed(output_of(bench, {smallscope_program, "list", "mixed.toml", "--json"})),
      Json::array(
          {{{"name", "check/mixed"}, {"description", "passes, fails, crashes, is rejected"}, {"file", "mixed.toml"}}}));
  const Ended nothing = bench.run({smallscope_program, "list"});
  EXPECT_EQ(nothing.status, 0);
  EXPECT_EQ(nothing.out, "");
  EXPECT_THAT(nothing.err, HasSubstr("run FILE.toml"));
}

TEST(CommandLine, ListNamesInvalidSpecificationsBesideTheValid) {
  Bench bench;
  bench.specification("mixed.toml");
  bench.write("wrong.toml", "name = \"wrong\"\ndescription = \"its inputs are wrong\"\n[inputs]\nwrong = 1\n");
  const Ended listed = bench.run({smallscope_program, "list", "wrong.toml", "mixed.toml", "none.toml"});
  EXPECT_EQ(listed.status, 2);
  EXPECT_EQ(listed.out,
            "campaign     file        description\ncheck/mixed  mixed.toml  passes, fails, crashes, is rejected\n");
  const auto errors = lines_of(listed.err);
  ASSERT_EQ(errors.size(), 2u) << listed.err;
  EXPECT_THAT(errors[0], StartsWith("error: wrong.toml:"));
  EXPECT_THAT(errors[1], AllOf(StartsWith("error: none.toml: "), HasSubstr("No such file")));
  const Ended json = bench.run({smallscope_program, "list", "wrong.toml", "mixed.toml", "--json"});
  EXPECT_EQ(json.status, 2);
  const Json rows = parsed(json.out);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_TRUE(rows[0]["name"].is_null());
  EXPECT_THAT(rows[0]["error"].get<std::string>(), StartsWith("wrong.toml:"));
  EXPECT_EQ(rows[1]["name"], "check/mixed");
}

TEST(CommandLine, CountPrintsABareNumber) {
  Bench bench;
  bench.specification("mixed.toml");
  EXPECT_EQ(output_of(bench, {relative_path, "count", "relative-path"}), "115600\n");
  EXPECT_EQ(output_of(bench, {smallscope_program, "count", "mixed.toml"}), "120\n");
  EXPECT_EQ(output_of(bench, {campaigns, "count", "empty"}), "0\n");
  EXPECT_THAT(lines_of(output_of(bench, {smallscope_program, "count", "mixed.toml", "--structure"})),
              AllOf(Contains("120"), Contains(HasSubstr("deed"))));
}

TEST(CommandLine, CountPrintsALongStructureAsATree) {
  Bench bench;
  bench.write("tree.toml",
              "name = \"tree\"\n[inputs]\nfile = \"a\"\ntemplate = \"{{statement}} {{rest}}\"\n[inputs.choices]\n"
              "statement = [\"return {{value}};\", \"while ({{value}}) {{value2}};\", \";\"]\n"
              "value = [\"1\", \"2\", \"3\"]\nvalue2 = [\"4\", \"5\"]\nrest = [\"\", \"}\"]\n[subject]\n"
              "run = [\"true\"]\n[[oracles]]\nexit_status = 0\n");
  EXPECT_THAT(lines_of(output_of(bench, {smallscope_program, "count", "tree.toml", "--structure"})),
              ElementsAre("20", "product 20", "  statement: alternatives 10", "    product 3", "      elements 1",
                          "      value: elements 3", "    product 6", "      elements 1", "      value: elements 3",
                          "      value2: elements 2", "    elements 1", "  rest: elements 2"));
}

TEST(CommandLine, HelpIsAlsoACommand) {
  Bench bench;
  EXPECT_EQ(output_of(bench, {smallscope_program, "help"}), output_of(bench, {smallscope_program, "--help"}));
  EXPECT_EQ(output_of(bench, {smallscope_program, "help", "run"}),
            output_of(bench, {smallscope_program, "run", "--help"}));
  EXPECT_EQ(bench.run({smallscope_program, "help", "me"}).status, 2);
}

TEST(CommandLine, ReplayTriesAnInputOfACampaignBeforeARun) {
  Bench bench;
  bench.specification("mixed.toml");
  const auto tried = [&](const std::string& ordinal) {
    return bench.run({smallscope_program, "replay", "mixed.toml", ordinal});
  };
  EXPECT_THAT(output_of(bench, {smallscope_program, "replay", "mixed.toml", "6"}),
              AllOf(StartsWith("number = 1, deed = pass\n--- input.sh\n"),
                    HasSubstr("\n--- standard output\n| 1 pass\nverdict: pass\n")))
      << "also what a passing input prints";
  EXPECT_THAT(bench.run({relative_path, "replay", "relative-path", "0"}).out,
              HasSubstr("value: a -> a\nverdict: fail\nleads back (fail): "));
  const Ended failing = tried("7");
  EXPECT_EQ(failing.status, 1);
  EXPECT_THAT(failing.out, HasSubstr("--- standard output\n| 1 fail\nverdict: fail\ndeed (fail): number 1 is bad\n"));
  EXPECT_THAT(tried("9").out, HasSubstr("verdict: discarded\n"));
  expect_error(tried("120"), 2, HasSubstr("0 to 119"));
  const Json json = parsed(bench.run({smallscope_program, "replay", "mixed.toml", "7", "--json"}).out);
  EXPECT_EQ(json["verdict"], "fail");
  EXPECT_TRUE(json["recorded"].is_null());
  expect_error(bench.run({smallscope_program, "replay", "mixed.toml", "7", "--from", "mixed.toml"}), 2,
               HasSubstr("--from says which campaign made a store"));
  EXPECT_FALSE(std::filesystem::exists(bench / "runs")) << "nothing is kept";
}

TEST(CommandLine, ShowPrintsAnInputAndItsChoices) {
  Bench bench;
  bench.specification("mixed.toml");
  EXPECT_EQ(output_of(bench, {relative_path, "show", "relative-path", "77"}), "from = a\nto = /.b\nvalue: a -> /.b\n");
  EXPECT_EQ(output_of(bench, {relative_path, "show", "relative-path", "0077"}),
            output_of(bench, {relative_path, "show", "relative-path", "77"}));
  EXPECT_THAT(output_of(bench, {smallscope_program, "show", "mixed.toml", "7"}),
              AllOf(StartsWith("number = 1\ndeed = fail\n--- input.sh\ngate="), HasSubstr("\necho \"1 fail\"\n")));
  EXPECT_THAT(output_of(bench, {smallscope_program, "show", "mixed.toml", "12"}),
              EndsWith("discarded by the generator\n"));
  const Json input = parsed(output_of(bench, {smallscope_program, "show", "mixed.toml", "7", "--json"}));
  EXPECT_EQ(input["ordinal"], 7);
  EXPECT_EQ(input["discarded"], false);
  EXPECT_EQ(input["choices"][1], Json({{"name", "deed"}, {"index", 1}, {"label", "fail"}}));
  EXPECT_EQ(input["input"]["files"][0]["name"], "input.sh");
}

TEST(CommandLine, ShowPrintsSeveralInputs) {
  Bench bench;
  EXPECT_EQ(output_of(bench, {relative_path, "show", "relative-path", "77", "0-340/340"}),
            "#77\nfrom = a\nto = /.b\nvalue: a -> /.b\n\n#0\nfrom = a\nto = a\nvalue: a -> a\n\n#340\n" +
                output_of(bench, {relative_path, "show", "relative-path", "340"}));
  const std::vector<std::string> lines =
      lines_of(output_of(bench, {relative_path, "show", "relative-path", "3-9/3", "--json"}));
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(parsed(lines.back())["ordinal"], 9);
}

TEST(CommandLine, ShowPrintsWhatAStoreHas) {
  Bench bench;
  bench.specification("mixed.toml");
  ASSERT_EQ(bench.run({smallscope_program, "run", "mixed.toml", "--store", "m.sqlite"}).status, 1);
  const std::string shown = output_of(bench, {smallscope_program, "show", "m.sqlite", "7"});
  EXPECT_THAT(shown, AllOf(StartsWith(output_of(bench, {smallscope_program, "show", "mixed.toml", "7"})),
                           EndsWith("verdict: fail\ndeed (fail): number 1 is bad\n")));
  bench.write("mixed.toml", "name = \"another\"\n");
  EXPECT_EQ(output_of(bench, {smallscope_program, "show", "m.sqlite", "7"}), shown) << "as it was executed";
  const Json json = parsed(output_of(bench, {smallscope_program, "show", "m.sqlite", "7", "--json"}));
  EXPECT_EQ(json["verdict"], "fail");
  EXPECT_EQ(json["judgements"][0]["oracle"], "deed");
  const Ended passing = bench.run({smallscope_program, "show", "m.sqlite", "0"});
  EXPECT_EQ(passing.status, 2);
  EXPECT_THAT(passing.err,
              AllOf(HasSubstr("#0 has the verdict pass"), HasSubstr("give its campaign or specification")));
  EXPECT_THAT(bench.run({smallscope_program, "show", "m.sqlite", "999"}).err, HasSubstr("#999 was not executed"));
  const Ended range = bench.run({smallscope_program, "show", "m.sqlite", "7", "0"});
  EXPECT_EQ(range.status, 2);
  EXPECT_EQ(range.out, "") << "not half of it";
  EXPECT_EQ(bench.run({smallscope_program, "show", "m.sqlite", ""}).status, 2);
}

TEST(CommandLine, VersionAndHelpAreResults) {
  Bench bench;
  EXPECT_THAT(output_of(bench, {smallscope_program, "--version"}), StartsWith("smallscope "));
  EXPECT_THAT(output_of(bench, {smallscope_program, "--help"}),
              AllOf(HasSubstr("run"), HasSubstr("130 interrupted, 2 wrong use or")));
  for (const std::string command : {"list", "count", "show", "run", "clusters", "replay", "export"})
    EXPECT_THAT(output_of(bench, {smallscope_program, command, "--help"}), HasSubstr("Usage")) << command;
}

TEST(CommandLine, RunAndClustersOfTheQuickstart) {
  Bench bench;
  const Ended ran = bench.run({relative_path, "run", "relative-path", "--jobs", "2", "--progress", "none"});
  EXPECT_EQ(ran.status, 1);
  EXPECT_EQ(ran.err, "");
  expect_golden("run-relative-path.txt", normalised(ran.out));
  const std::string store = "runs/relative-path.sqlite";
  expect_golden("clusters-relative-path.txt",
                normalised(output_of(bench, {relative_path, "clusters", store, "--representatives", "1"})));
}

TEST(CommandLine, RunOfASpecification) {
  Bench bench;
  bench.specification("mixed.toml");
  const Ended ran = bench.run({smallscope_program, "run", "mixed.toml", "--jobs", "2", "--order", "dense"});
  EXPECT_EQ(ran.status, 1);
  expect_golden("run-mixed.txt", normalised(ran.out));
  EXPECT_TRUE(std::filesystem::exists(bench / "runs/mixed.sqlite"));
  // Whatever the time it took: what is found first, where it is kept and how it is seen again.
  const auto lines = lines_of(ran.err);
  EXPECT_THAT(lines, Contains(StartsWith("space      check/mixed   number 20 x deed 6 = 120 inputs")));
  EXPECT_THAT(lines, Contains("store      runs/mixed.sqlite"));
  EXPECT_THAT(lines, Contains("pass       120 inputs in dense order"));
  EXPECT_THAT(lines, Contains(StartsWith("failure    after 2 tests, ")));
  EXPECT_THAT(lines,
              Contains("           again: " + smallscope_program + " replay runs/mixed.sqlite --from mixed.toml 1"));
}

TEST(CommandLine, ClustersByEveryAbstraction) {
  Bench bench;
  bench.specification("mixed.toml");
  bench.run({smallscope_program, "run", "mixed.toml", "--store", "m.sqlite"});
  const auto clusters = [&](std::vector<std::string> more) {
    std::vector<std::string> command{smallscope_program, "clusters", "m.sqlite", "--json"};
    command.insert(command.end(), more.begin(), more.end());
    return parsed(output_of(bench, command));
  };
  const Json abstract = clusters({});
  EXPECT_EQ(abstract["clusters"].size(), 3u);
  EXPECT_EQ(abstract["failed"], 57);
  std::size_t members = 0;
  for (const Json& cluster : abstract["clusters"]) {
    members += cluster["members"].size();
    EXPECT_EQ(cluster["failing"], cluster["members"].size());
    EXPECT_EQ(cluster["representative"]["ordinal"], cluster["members"][0]["ordinal"]);
  }
  EXPECT_EQ(members, 57u);
  EXPECT_EQ(clusters({"--by", "concrete"})["clusters"].size(), 23u);  // 20 numbers, two statuses, one signal
  EXPECT_EQ(clusters({"--by", "oracle"})["clusters"].size(), 3u);
  EXPECT_EQ(clusters({"--by", "random", "--groups", "4", "--seed", "9"})["clusters"].size(), 4u);
  EXPECT_EQ(clusters({"--by", "random", "--groups", "4", "--seed", "9"}),
            clusters({"--by", "random", "--groups", "4", "--seed", "9"}));
  EXPECT_EQ(clusters({"--rule", "^(number|exit).*=>trouble"})["clusters"].size(), 3u);
}

TEST(CommandLine, ReplayJudgesAnInputAgain) {
  Bench bench;
  bench.specification("mixed.toml");
  bench.run({smallscope_program, "run", "mixed.toml", "--store", "m.sqlite"});
  const auto replay = [&](const std::string& ordinal) {
    return bench.run({smallscope_program, "replay", "m.sqlite", ordinal, "--from", "mixed.toml", "--json"});
  };
  const std::vector<std::pair<std::string, int>> verdicts{{"pass", 0},      {"fail", 1}, {"crashed", 1},
                                                          {"discarded", 0}, {"fail", 1}, {"pass", 0}};
  for (std::size_t deed = 0; deed < verdicts.size(); ++deed) {
    const Ended ended = replay(std::to_string(6 + deed));
    EXPECT_EQ(ended.status, verdicts[deed].second) << deed;
    const Json json = parsed(ended.out);
    EXPECT_EQ(json["verdict"], verdicts[deed].first) << deed;
    EXPECT_EQ(json["recorded"], verdicts[deed].first) << deed;
  }
  EXPECT_EQ(parsed(replay("12").out)["verdict"], "discarded");  // by the generator
  EXPECT_THAT(bench.run({smallscope_program, "replay", "m.sqlite", "7", "--from", "mixed.toml"}).out,
              AllOf(StartsWith("number = 1, deed = fail\n"), HasSubstr("verdict: fail, as recorded\n"),
                    EndsWith("deed (fail): number 1 is bad\nexit status (pass)\n")));
}

TEST(CommandLine, ReplayTakesSeveralInputs) {
  Bench bench;
  bench.specification("mixed.toml");
  const auto replay = [&](const std::vector<std::string>& more) {
    std::vector<std::string> command{smallscope_program, "replay", "mixed.toml"};
    command.insert(command.end(), more.begin(), more.end());
    return bench.run(command);
  };
  const Ended ended = replay({"7", "0", "6-9"});
  EXPECT_EQ(ended.status, 1) << ended.err;
  std::vector<std::string> headings;
  for (const std::string& line : lines_of(ended.out))
    if (line.starts_with("#")) headings.push_back(line);
  EXPECT_THAT(headings, ElementsAre("#7", "#0", "#6", "#7", "#8", "#9")) << "in the sequence that was given";
  EXPECT_THAT(ended.out, HasSubstr("verdict: fail\ndeed (fail): number 1 is bad\nexit status (pass)\n\n#0\n"));
  EXPECT_THAT(ended.out, HasSubstr("verdict: pass\ndeed (pass)\nexit status (pass)\n"));
  EXPECT_THAT(ended.out, HasSubstr("deed (pass)\nexit status (not applicable): the subject crashed\n"));
  EXPECT_THAT(ended.out, EndsWith("\n6 inputs: 2 pass, 2 fail, 1 crashed, 1 discarded\n"));
  EXPECT_EQ(replay({"7", "0", "6-9", "--jobs", "1"}).out, ended.out);
  EXPECT_EQ(replay({"0", "6"}).status, 0);
  const std::vector<std::string> lines = lines_of(replay({"6", "7", "--json"}).out);
  ASSERT_EQ(lines.size(), 2u) << "an object on each line";
  EXPECT_EQ(parsed(lines[0])["without_objection"][0]["verdict"], "pass");
  EXPECT_EQ(parsed(lines[1])["without_objection"][0]["oracle"], "exit status");
  EXPECT_EQ(parsed(lines[1])["judgements"][0]["messages"][0], "number 1 is bad");
  expect_error(replay({"0-10000"}), 2,
               HasSubstr("more than 10000 ordinals, which is the most; replay fewer at a time"));
  const Ended none = replay({"6", "120"});
  expect_error(none, 2, HasSubstr("0 to 119"));
  EXPECT_EQ(none.out, "") << "nothing is executed";
}

TEST(CommandLine, ReplayNotesThatTheCampaignHasChanged) {
  Bench bench;
  bench.specification("mixed.toml");
  bench.run({smallscope_program, "run", "mixed.toml", "--store", "m.sqlite"});
  std::string text = text_of(bench / "mixed.toml");
  text.replace(text.find("exit_status = 0"), 15, "exit_status = 3");
  bench.write("mixed.toml", text);
  const Ended ended = bench.run({smallscope_program, "replay", "m.sqlite", "0", "--from", "mixed.toml"});
  EXPECT_EQ(ended.status, 1);
  EXPECT_THAT(ended.out, HasSubstr("verdict: fail, but recorded as pass\n"));
  EXPECT_THAT(ended.err, StartsWith("note: the campaign or its subject has changed"));
}

/// Every input fails with a message of a compiler in a file of its own; two say the same.
constexpr const char* positions = R"(
name = "positions"
description = "messages with positions"

[inputs]
file = "input.txt"
template = '<<file>>'
holes = ["<<", ">>"]

[inputs.choices.file]
elements = ["a.c:1:2: error: x", "b.c:3:4: error: x", "c.c:5:6: error: y", "d.c:7:8: error: y"]

[subject]
run = ["true"]

[[oracles]]
name = "right"
command = ["sh", "-c", 'printf "$1"; exit 1', "-", "{file}"]
)";

TEST(Clusters, SayWhichPresetWouldFoldThem) {
  Bench bench;
  bench.write("positions.toml", positions);
  ASSERT_EQ(bench.run({smallscope_program, "run", "positions.toml", "--store", "p.sqlite"}).status, 1);
  const std::vector<std::string> command{smallscope_program, "clusters", "p.sqlite", "--by", "message"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), command.begin(), command.end());
    return bench.run(more).out;
  };
  EXPECT_THAT(with({}), ::testing::HasSubstr("`--preset gcc` would make 2 of these 4 clusters by messages\n"));
  EXPECT_EQ(parsed(with({"--json"}))["preset_hint"], (Json{{"preset", "gcc"}, {"clusters", 2}, {"of", 4}}));
  EXPECT_THAT(with({"--preset", "gcc"}), ::testing::Not(::testing::HasSubstr("would make")));
  const Json json = parsed(with({"--preset", "gcc", "--json"}));
  EXPECT_EQ(json["preset_hint"], nullptr);
  EXPECT_EQ(json["clusters"].size(), 2u);
  EXPECT_EQ(json["rules_given_up"], 0);
}

TEST(Clusters, CountRulesThatTakeTooLong) {
  Bench bench;
  std::string specification = positions;
  const std::string said = "a.c:1:2: error: x";
  specification.replace(specification.find(said), said.size(), std::string(40, 'a') + "b");
  bench.write("positions.toml", specification);
  ASSERT_EQ(bench.run({smallscope_program, "run", "positions.toml", "--store", "p.sqlite"}).status, 1);
  const std::vector<std::string> command{smallscope_program, "clusters", "p.sqlite",   "--by",
                                         "message",          "--rule",   "^(a+)+$=>as"};
  EXPECT_THAT(bench.run(command).out,
              ::testing::HasSubstr("left messages unchanged (1 time): `^(a+)+$`; change them, or cut the messages"));
  std::vector<std::string> as_json = command;
  as_json.emplace_back("--json");
  EXPECT_EQ(parsed(bench.run(as_json).out)["rules_given_up"], 1);
}

TEST(Clusters, OfEveryCommandSayThatRulesTookTooLong) {
  Bench bench;
  std::string specification = positions;
  const std::string said = "a.c:1:2: error: x";
  specification.replace(specification.find(said), said.size(), std::string(40, 'a') + "b");
  bench.write("positions.toml",
              specification + "\n[messages]\nrules = [{ pattern = '^(a+)+$', replacement = 'as' }]\n");
  const std::string file = "positions.toml", store = "p.sqlite";
  for (const std::vector<std::string>& command :
       std::vector<std::vector<std::string>>{{"run", file, "--store", store},
                                             {"explain", store, "--from", file},
                                             {"export", store},
                                             {"export", store, "--format", "junit", "--from", file},
                                             {"report", store, "-o", "page.html"},
                                             {"compare", store, store},
                                             {"review", store},
                                             {"recheck", store, "--from", file}}) {
    std::vector<std::string> whole{smallscope_program};
    whole.insert(whole.end(), command.begin(), command.end());
    EXPECT_THAT(bench.run(whole).err, ::testing::HasSubstr("left messages unchanged (1 time)")) << command.front();
  }
}

}  // namespace
}  // namespace smallscope::command_line
