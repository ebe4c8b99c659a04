// SPDX-License-Identifier: Apache-2.0
// run and clusters with --faults: what is new, what has become of each known fault, and the exit status.
#include <fstream>

#include "command_line_programs.hpp"

namespace smallscope::command_line {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

using Words = std::vector<std::string>;

Ended run_planted(Bench& bench, const Words& more, const std::string& plant = "") {
  Words command{campaigns, "run", "planted", "--store", "now.sqlite", "--overwrite", "--representatives", "3"};
  command.insert(command.end(), more.begin(), more.end());
  return bench.run(command, {.environment = {{"SMALLSCOPE_TEST_PLANT", plant}}});
}

/// faults.toml has the three faults of `planted`: "big", "place" and "four".
void record(Bench& bench) {
  ASSERT_EQ(run_planted(bench, {}).status, 1);
  bench.write("answers", "n big\nn place\nn four\n");
  const Ended ended = bench.run({"/bin/sh", "-c", campaigns + " review now.sqlite --today 2026-11-22 < answers"});
  ASSERT_EQ(ended.status, 0) << ended.err;
}

TEST(CommandLineKnownFaults, WhatIsKnownDoesNotFailARun) {
  Bench bench;
  record(bench);
  const Ended same = run_planted(bench, {"--faults", "faults.toml"});
  EXPECT_EQ(same.status, 0) << same.err;
  EXPECT_THAT(same.out, AllOf(HasSubstr("\n0 new failing inputs; known faults: 3 known\n"),
                              HasSubstr("\nknown       12  big\n"), Not(HasSubstr("the smallest is"))));
  EXPECT_EQ(run_planted(bench, {"--faults", "faults.toml", "--fail-on", "any"}).status, 1);
  EXPECT_EQ(run_planted(bench, {"--faults", "faults.toml", "--jobs", "3", "--order", "shuffle"}).status, 0);
}

TEST(CommandLineKnownFaults, APlantedSecondFaultWithTheSameMessageFailsIt) {
  Bench bench;
  record(bench);
  const Ended grown = run_planted(bench, {"--faults", "faults.toml"}, "second");
  EXPECT_EQ(grown.status, 1);
  EXPECT_THAT(grown.out, AllOf(HasSubstr("0 new failing inputs; known faults: 1 grown, 2 known"),
                               HasSubstr("\ngrown   12 + 2  big    2 fail outside of what was recorded: #0, #1\n"),
                               HasSubstr("\nC1 (grown: big), 2 failing; the smallest is #0 ")));
  EXPECT_LT(grown.out.find("C1 (grown"), grown.out.find("next: ")) << "what needs a decision is shown";
  EXPECT_EQ(run_planted(bench, {"--faults", "faults.toml", "--fail-on", "new,expired"}, "second").status, 0);
  EXPECT_EQ(run_planted(bench, {"--faults", "faults.toml", "--fail-on", "none"}, "second").status, 0);
}

TEST(CommandLineKnownFaults, NewClustersComeFirst) {
  Bench bench;
  ASSERT_EQ(run_planted(bench, {}).status, 1);
  bench.write("answers", "n big\n");
  bench.run({"/bin/sh", "-c", campaigns + " review now.sqlite < answers"});
  const Ended ended = run_planted(bench, {"--faults", "faults.toml"});
  EXPECT_EQ(ended.status, 1);
  EXPECT_THAT(ended.out, AllOf(HasSubstr("10 new failing inputs; known faults: 1 known"),
                               HasSubstr("C2 (new), 9 failing; the smallest is"),
                               HasSubstr("    fails exactly when kind is `c` and place is `outside`")));
  EXPECT_LT(ended.out.find("\nC3 "), ended.out.find("\nC1 "));
  EXPECT_THAT(ended.out, AllOf(Not(HasSubstr("C1 (")), HasSubstr("next: " + campaigns +
                                                                 " review now.sqlite --faults "
                                                                 "faults.toml\n")));
}

TEST(CommandLineKnownFaults, OnlyAFaultOfWhichEveryInputPassesIsFixed) {
  Bench bench;
  record(bench);
  const Ended fixed = run_planted(bench, {"--faults", "faults.toml"}, "mended");
  EXPECT_EQ(fixed.status, 0);
  EXPECT_THAT(fixed.out, HasSubstr("\nfixed        0  big    all 12 recorded inputs pass\n"));
  EXPECT_EQ(run_planted(bench, {"--faults", "faults.toml", "--fail-on", "fixed"}, "mended").status, 1);
  for (const char* tests : {"0", "10", "40", "70"}) {
    const Ended part = run_planted(bench, {"--faults", "faults.toml", "--max-tests", tests, "--allow-empty"}, "mended");
    EXPECT_THAT(part.out, AllOf(Not(HasSubstr("\nfixed ")), HasSubstr("\nnot executed "))) << tests;
  }
}

TEST(CommandLineKnownFaults, ExpiredDecisionsFailARun) {
  Bench bench;
  record(bench);
  std::string text = text_of(bench / "faults.toml");
  text.insert(text.find("keys"), "expires = 2026-12-31\nticket = \"#7\"\nreason = \"until the release\"\n");
  bench.write("faults.toml", text);
  EXPECT_EQ(run_planted(bench, {"--faults", "faults.toml", "--today", "2026-12-31"}).status, 0);
  const Ended expired = run_planted(bench, {"--faults", "faults.toml", "--today", "2027-01-01"});
  EXPECT_EQ(expired.status, 1);
  EXPECT_THAT(expired.out, AllOf(HasSubstr("known faults: 3 known; 1 expired"),
                                 HasSubstr("known, expired       12  big    expired after 2026-12-31; #7; until the "
                                           "release\n"),
                                 HasSubstr("C1 (expired: big), 12 failing")));
  EXPECT_EQ(run_planted(bench, {"--faults", "faults.toml", "--today", "2027-01-01", "--fail-on", "new"}).status, 0);
}

TEST(CommandLineKnownFaults, ClustersSaysTheSameOfAStore) {
  Bench bench;
  record(bench);
  run_planted(bench, {}, "second");
  const Ended ended = bench.run({campaigns, "clusters", "now.sqlite", "--faults", "faults.toml"});
  EXPECT_EQ(ended.status, 0);
  EXPECT_THAT(ended.out, AllOf(HasSubstr("1 grown, 2 known"), HasSubstr("  big + 2  ")));
  EXPECT_EQ(bench.run({campaigns, "clusters", "now.sqlite", "--faults", "faults.toml", "--fail-on", "grown"}).status,
            1);
  EXPECT_EQ(bench.run({campaigns, "clusters", "now.sqlite", "--faults", "faults.toml", "--fail-on", "new"}).status, 0);
}

TEST(CommandLineKnownFaults, JsonHasEveryState) {
  Bench bench;
  record(bench);
  const Json run =
      parsed(run_planted(bench, {"--faults", "faults.toml", "--json", "--progress", "none"}, "second").out);
  const Json& faults = run["known_faults"]["faults"];
  ASSERT_EQ(faults.size(), 3u);
  EXPECT_EQ(faults[0]["name"], "big");
  EXPECT_EQ(faults[0]["state"], "grown");
  EXPECT_EQ(faults[0]["failing"], 12);
  EXPECT_EQ(faults[0]["recorded"], 12);
  EXPECT_EQ(faults[0]["grown"].size(), 2u);
  EXPECT_EQ(faults[0]["first_seen"], "2026-11-22");
  EXPECT_EQ(run["known_faults"]["new"], Json::array());
  EXPECT_EQ(run["clusters"], 3) << "as without faults";
  const Json clusters =
      parsed(bench.run({campaigns, "clusters", "now.sqlite", "--faults", "faults.toml", "--json"}).out);
  EXPECT_EQ(clusters["clusters"][0]["known"]["faults"], Json({"big"}));
  EXPECT_EQ(clusters["clusters"][0]["known"]["grown"], 2);
  EXPECT_EQ(clusters["known_faults"], run["known_faults"]);
}

TEST(CommandLineKnownFaults, RulesOfAPersonAndSeveralFilesAreAccepted) {
  Bench bench;
  ASSERT_EQ(run_planted(bench, {}).status, 1);
  bench.write("a.toml", "[[fault]]\ncampaign = 'planted'\nname = 'big by rule'\nmessages = 'too big'\n");
  bench.write("b.toml",
              "[[fault]]\ncampaign = ['planted', 'other']\nname = 'c by rule'\nchoices.kind = 'c'\nowner = 'Ann'\n");
  EXPECT_EQ(run_planted(bench, {"--faults", "a.toml", "--faults", "b.toml"}).status, 0);
  EXPECT_THAT(run_planted(bench, {"--faults", "b.toml"}).out,
              HasSubstr("12 new failing inputs; known faults: 1 known"));
}

TEST(CommandLineKnownFaults, AFileOfDecisionsLabelsFaultsForEvaluate) {
  Bench bench;
  record(bench);
  const Ended ended = bench.run({campaigns, "evaluate", "clustering", "now.sqlite", "--faults", "faults.toml"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.out, AllOf(Not(HasSubstr("show no labelled fault")), Not(HasSubstr("cluster  labelled"))));
  const auto evaluated = [&](const Words& more) {
    Words words{campaigns, "evaluate", "clustering", "now.sqlite", "--faults", "faults.toml"};
    words.insert(words.end(), more.begin(), more.end());
    return bench.run(words);
  };
  EXPECT_THAT(evaluated({"--clusters"}).out,
              AllOf(HasSubstr("by cause\ncluster  labelled  faults, and the failing inputs that show each\nC1 "),
                    ::testing::ContainsRegex(
                        "\n[0-9]+ of [0-9]+ smallest inputs show the first fault of their cluster alone; with "
                        "clearer ones, [0-9]+\n"),
                    HasSubstr(ended.out.substr(0, ended.out.size() - 1))));
  const Ended folded = evaluated({"--rule", ".*=>the same", "--clusters"});
  EXPECT_EQ(folded.status, 0) << folded.err;
  EXPECT_NE(folded.out, evaluated({"--clusters"}).out) << "all messages are one";
  EXPECT_EQ(evaluated({"--learn"}).status, 0);
  expect_error(evaluated({"--rule", "nothing"}), 2, HasSubstr("has no `=>`"));
}

TEST(CommandLineKnownFaults, MistakesAreRefusedBeforeTheRun) {
  Bench bench;
  const auto expect_refused = [&](const Words& more, const auto& line) {
    expect_error(run_planted(bench, more), 2, line);
    EXPECT_FALSE(std::filesystem::exists(bench / "now.sqlite"));
  };
  expect_refused({"--faults", "none.toml"}, HasSubstr("there is no file none.toml; `review STORE --faults none.toml`"));
  expect_refused({"--faults", "."}, HasSubstr("cannot be read"));
  bench.write("bad.toml", "[[fault]]\ncampaign = 'planted'\nname = 'n'\nkeys = ['k']\nexpires = 'soon'\n");
  expect_refused({"--faults", "bad.toml"}, HasSubstr("bad.toml:5: 'expires' is not a day; write it without quotes"));
  bench.write("good.toml", "");
  expect_refused({"--fail-on", "new"}, HasSubstr("name their file with --faults FILE"));
  expect_refused({"--faults", "good.toml", "--fail-on", "old"}, HasSubstr("--fail-on"));
  expect_refused({"--faults", "good.toml", "--fail-on", "new,none"}, HasSubstr("`none` stands alone"));
  expect_refused({"--faults", "good.toml", "--today", "tomorrow"}, HasSubstr("--today: `tomorrow` is not a day"));
  EXPECT_EQ(run_planted(bench, {"--faults", "good.toml"}).status, 1) << "no faults: everything is new";
}

TEST(CommandLineKnownFaults, AHostileFileIsReadOrRefused) {
  Bench bench;
  record(bench);
  const std::string known = text_of(bench / "faults.toml");
  {
    std::ofstream large(bench / "large.toml");
    large << known;
    for (int i = 0; i < 50'000; ++i)
      large << "[[fault]]\ncampaign = 'planted'\nname = '\\u001b[2J " << i
            << "'\nkeys = ['k']\nfailing = ['0-99', '18446744073709551615']\nspace = 's'\nfails_when = [{ a = 'b' }]\n";
  }
  const Ended large = bench.run({campaigns, "clusters", "now.sqlite", "--faults", "large.toml"});
  EXPECT_EQ(large.status, 0) << large.err;
  EXPECT_THAT(large.out, AllOf(HasSubstr("3 known"), HasSubstr("more faults"), Not(HasSubstr("\x1b"))));
  bench.write("huge.toml", "[[fault]]\ncampaign='planted'\nname='n'\nkeys='k'\nfailing='0-9999999999'\nspace='s'\n");
  expect_error(bench.run({campaigns, "clusters", "now.sqlite", "--faults", "huge.toml"}), 2,
               HasSubstr("huge.toml:5: 'failing': `0-9999999999` makes more than"));
}

}  // namespace
}  // namespace smallscope::command_line
