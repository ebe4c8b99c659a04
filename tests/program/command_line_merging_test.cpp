// SPDX-License-Identifier: Apache-2.0
// Merged levels on the command line: count, show, run, the ladder, unmerge, replay, clusters, export.
#include "command_line_programs.hpp"

namespace smallscope::command_line {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(CommandLineMerging, LevelsCanBeCountedAndShown) {
  Bench bench;
  EXPECT_EQ(bench.run({campaigns, "count", "merged"}).out, "100\n");
  EXPECT_EQ(bench.run({campaigns, "count", "merged", "--merge-level", "1"}).out, "13\n");
  EXPECT_THAT(bench.run({campaigns, "show", "merged", "1", "--merge-level", "1"}).out,
              HasSubstr("[8, 9, 10, 11, 12, 13, 14, 15]"));
  expect_error(bench.run({campaigns, "count", "merged", "--merge-level", "2"}), 2,
               HasSubstr("--merge-level 2: merged has the levels 0 to 1"));
  expect_error(bench.run({campaigns, "show", "merged", "13", "--merge-level", "1"}), 2,
               HasSubstr("0 to 12 at merge level 1; 13"));
  expect_error(bench.run({campaigns, "run", "in-process", "--ladder", "--no-store"}), 2,
               HasSubstr("nothing of in-process is merged"));
}

TEST(CommandLineMerging, AMergedLevelIsRunAndTakenApart) {
  Bench bench;
  const Ended ended = bench.run({campaigns, "run", "merged", "--merge-level", "1", "--store", "s.sqlite"});
  EXPECT_EQ(ended.status, 1);
  EXPECT_THAT(ended.out,
              AllOf(HasSubstr("M1         13 of 13 merged inputs"), HasSubstr("4 taken apart"),
                    HasSubstr("3 failing inputs, 1 combinations"), HasSubstr("proves nothing about its parts"),
                    HasSubstr("finished   0 of 100"), HasSubstr("--resume --ladder")));
  EXPECT_THAT(ended.err, AllOf(HasSubstr("M1: 13 inputs"), HasSubstr("taken apart with")));

  const Json clusters = parsed(bench.run({campaigns, "clusters", "s.sqlite", "--json"}).out);
  EXPECT_EQ(clusters["failed"], 4);
  EXPECT_EQ(clusters["executed"], 0);
  EXPECT_EQ(clusters["merged"][0]["found"], 3);
  EXPECT_EQ(clusters["merged"][0]["unmerged"]["explained"], 4);

  const Json exported = parsed(bench.run({campaigns, "export", "s.sqlite"}).out);
  EXPECT_EQ(exported["unmergings"].size(), 4u);
  EXPECT_EQ(exported["cases"].size(), 4u);

  const Ended rest = bench.run({campaigns, "run", "merged", "--store", "s.sqlite", "--resume", "--ladder"});
  EXPECT_EQ(rest.status, 1);
  EXPECT_THAT(rest.out, AllOf(HasSubstr("complete   100 of 100"), Not(HasSubstr("proves nothing"))));
}

TEST(CommandLineMerging, TheLadderGoesDownToEveryInput) {
  Bench bench;
  const Json json = parsed(bench.run({campaigns, "run", "merged", "--ladder", "--store", "s.sqlite", "--json"}).out);
  EXPECT_EQ(json["complete"], true);
  EXPECT_EQ(json["executed"], 100);
  EXPECT_EQ(json["failed"], 4) << "three inputs, and a combination";
  EXPECT_EQ(json["first_failure"]["level"], 1);
  const Json again = parsed(bench.run({campaigns, "run", "merged", "--store", "s.sqlite", "--resume", "--json"}).out);
  EXPECT_EQ(again["executed"], 100);
}

TEST(CommandLineMerging, WhatIsFoundIsReplayedAndExplained) {
  Bench bench;
  ASSERT_EQ(bench.run({campaigns, "run", "merged", "--merge-level", "1", "--store", "s.sqlite"}).status, 1);
  const Ended apart = bench.run({campaigns, "unmerge", "s.sqlite", "0"});
  EXPECT_EQ(apart.status, 1);
  EXPECT_THAT(apart.out, AllOf(HasSubstr("M1 #0"), HasSubstr("stands for 8 inputs (numbers 8)"),
                               HasSubstr("#5 (fail)   numbers = 5"), HasSubstr("these account for all")));
  const Ended combination = bench.run({campaigns, "unmerge", "s.sqlite", "3", "--again"});
  EXPECT_THAT(combination.out, HasSubstr("only the combination of fragments 6-7 (fail)"));
  EXPECT_THAT(bench.run({campaigns, "unmerge", "s.sqlite", "1"}).out, HasSubstr("M1 #1 passes"));
  const Json json = parsed(bench.run({campaigns, "unmerge", "s.sqlite", "3", "--json"}).out);
  EXPECT_EQ(json["parts"][0]["selection"], Json({{6, 7}}));
  EXPECT_EQ(json["parts"][0]["single"], false);

  EXPECT_THAT(bench.run({campaigns, "replay", "s.sqlite", "5"}).out, HasSubstr("verdict: fail"));
  EXPECT_THAT(bench.run({campaigns, "replay", "s.sqlite", "0", "--merge-level", "1"}).out,
              HasSubstr("verdict: fail, as recorded"));
  expect_error(bench.run({campaigns, "unmerge", "s.sqlite", "0", "--merge-level", "0"}), 2,
               HasSubstr("are not merged"));
  expect_error(bench.run({campaigns, "unmerge", "s.sqlite", "13"}), 2, HasSubstr("none of them"));
  expect_error(bench.run({campaigns, "replay", "s.sqlite", "0", "--merge-level", "4"}), 2, HasSubstr("levels 0 to 1"));
}

TEST(CommandLineMerging, ProgressTellsTheLevels) {
  Bench bench;
  const Ended ended = bench.run({campaigns, "run", "merged", "--ladder", "--no-store", "--progress", "json"});
  std::vector<int> levels;
  int unmerged = 0;
  for (const std::string& line : lines_of(ended.err)) {
    const Json event = parsed(line);
    if (event["event"] == "pass") levels.push_back(event["level"]);
    if (event["event"] == "unmerged") ++unmerged;
  }
  EXPECT_EQ(levels, (std::vector<int>{1, 0}));
  EXPECT_EQ(unmerged, 4);
}

TEST(CommandLineMerging, UnmergingCanBeLeftOutOrBounded) {
  Bench bench;
  const Json none = parsed(
      bench.run({campaigns, "run", "merged", "--merge-level", "1", "--unmerge", "none", "--no-store", "--json"}).out);
  EXPECT_EQ(none["merged"][0]["probes"], 0);
  EXPECT_EQ(none["failed"], 4) << "merged inputs as they are";
  const Json bounded = parsed(
      bench.run({campaigns, "run", "merged", "--merge-level", "1", "--probes", "2", "--no-store", "--json"}).out);
  EXPECT_EQ(bounded["merged"][0]["unmerged"]["bounded"], 4);
}

}  // namespace
}  // namespace smallscope::command_line
