// SPDX-License-Identifier: Apache-2.0
// run --failed-first on the command line: what failed before comes first, and the run is as exhaustive as any other.
#include <set>

#include "command_line_programs.hpp"

namespace smallscope::command_line {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

std::map<results::Ordinal, results::Ordinal> tests_of_failures(const std::filesystem::path& file) {
  std::map<results::Ordinal, results::Ordinal> tests;
  results::Store::inspect(file).for_each_failure([&](const results::Case& failing) {
    tests[failing.test] = failing.ordinal;
    return true;
  });
  return tests;
}

TEST(CommandLineFailedFirst, OneInputOfEachClusterThenTheOthersThenTheRest) {
  Bench bench;
  ASSERT_EQ(bench.run({campaigns, "run", "planted", "--store", "s.sqlite"}).status, 1);
  const Ended ended = bench.run({campaigns, "run", "planted", "--store", "t.sqlite", "--failed-first", "s.sqlite"});
  EXPECT_EQ(ended.status, 1);
  EXPECT_THAT(ended.err, AllOf(HasSubstr("first      22 inputs that failed in s.sqlite, in 3 clusters\n"),
                               HasSubstr("pass       22 inputs in listed order"),
                               HasSubstr("pass       58 other inputs in pairwise-dense order")));
  const auto tests = tests_of_failures(bench / "t.sqlite");
  ASSERT_EQ(tests.size(), 22u);
  EXPECT_EQ(tests.rbegin()->first, 22u) << "the first 22 tests are those that failed";
  const Json json = parsed(bench.run({campaigns, "clusters", "s.sqlite", "--json"}).out);
  std::vector<results::Ordinal> representatives;
  for (const Json& cluster : json["clusters"]) representatives.push_back(cluster["representative"]["ordinal"]);
  EXPECT_EQ(representatives, (std::vector{tests.at(1), tests.at(2), tests.at(3)}));
  const results::Store store = results::Store::inspect(bench / "t.sqlite");
  EXPECT_TRUE(store.account().complete);
  EXPECT_EQ(store.account().executed, 80u);
}

TEST(CommandLineFailedFirst, GoesOnWhereItWasStopped) {
  Bench bench;
  bench.run({campaigns, "run", "planted", "--store", "s.sqlite"});
  bench.run({campaigns, "run", "planted", "--store", "whole.sqlite", "--failed-first", "s.sqlite"});
  bench.run({campaigns, "run", "planted", "--store", "t.sqlite", "--failed-first", "s.sqlite", "--max-tests", "7"});
  EXPECT_EQ(tests_of_failures(bench / "t.sqlite").size(), 7u);
  std::filesystem::remove(bench / "s.sqlite");
  bench.run({campaigns, "run", "planted", "--store", "t.sqlite", "--resume", "--max-tests", "30", "--jobs", "3"});
  bench.run({campaigns, "run", "planted", "--store", "t.sqlite", "--resume", "--jobs", "2"});
  EXPECT_EQ(dump_of(bench / "t.sqlite"), dump_of(bench / "whole.sqlite")) << "the list is in the store";
}

TEST(CommandLineFailedFirst, AListOfAnotherCommandIsNotTheRunsOwn) {
  Bench bench;
  bench.specification("mixed.toml");
  const auto run = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {smallscope_program, "run", "mixed.toml", "--store", "s.sqlite", "--progress", "plain"});
    return bench.run(more);
  };
  ASSERT_EQ(run({"--max-tests", "30"}).status, 1);
  ASSERT_EQ(bench.run({smallscope_program, "explain", "s.sqlite", "--from", "mixed.toml", "--confirm"}).status, 0);
  const auto passes = [&] { return results::Store::inspect(bench / "s.sqlite").passes(); };
  ASSERT_EQ(passes().size(), 2u);
  ASSERT_EQ(passes().back().order.name, "listed");
  EXPECT_THAT(run({"--resume"}).err, HasSubstr("pass       120 inputs in pairwise order, 30 done before"));
  EXPECT_EQ(passes().size(), 2u) << "what was begun goes on";
  EXPECT_TRUE(results::Store::inspect(bench / "s.sqlite").account().complete);
}

TEST(CommandLineFailedFirst, OfTheStoreThatIsReplaced) {
  Bench bench;
  bench.run({campaigns, "run", "planted"});
  const std::string own = "runs/planted.sqlite";
  const Ended ended = bench.run({campaigns, "run", "planted", "--failed-first", own, "--max-tests", "22"});
  EXPECT_THAT(ended.err, HasSubstr("22 inputs that failed in runs/planted.sqlite"));
  EXPECT_EQ(tests_of_failures(bench / own).size(), 22u);
}

TEST(CommandLineFailedFirst, WithALadderAndMergedFailures) {
  Bench bench;
  bench.run({campaigns, "run", "merged", "--merge-level", "1", "--store", "m.sqlite"});
  const Ended ended =
      bench.run({campaigns, "run", "merged", "--ladder", "--failed-first", "m.sqlite", "--store", "t.sqlite"});
  EXPECT_THAT(ended.err, HasSubstr("first      3 inputs that failed in m.sqlite, in 4 clusters"));
  EXPECT_EQ(tests_of_failures(bench / "t.sqlite").begin()->first, 1u);
  EXPECT_TRUE(results::Store::inspect(bench / "t.sqlite").account().complete);
}

TEST(CommandLineFailedFirst, SaysWhatIsDifferent) {
  Bench bench;
  const std::string mixed = bench.specification("mixed.toml");
  bench.run({smallscope_program, "run", mixed, "--store", "s.sqlite", "--max-tests", "40"});
  std::string text = text_of(bench / mixed);
  text.replace(text.find("exit_status = 0"), 15, "exit_status = 3");
  bench.write("other.toml", text);
  const Ended ended = bench.run({smallscope_program, "run", "other.toml", "--store", "t.sqlite", "--failed-first",
                                 "s.sqlite", "--max-tests", "3"});
  EXPECT_THAT(ended.err, HasSubstr("; different since: oracles (stored: "));
}

TEST(CommandLineFailedFirst, WhatCannotHoldIsRefused) {
  Bench bench;
  bench.run({campaigns, "run", "planted", "--store", "s.sqlite"});
  const auto run = [&](const std::string& campaign, const std::vector<std::string>& options) {
    std::vector<std::string> command{campaigns, "run", campaign, "--no-store", "--failed-first", "s.sqlite"};
    command.insert(command.end(), options.begin(), options.end());
    return bench.run(command);
  };
  expect_error(run("in-process", {}), 2,
               AllOf(HasSubstr("--failed-first s.sqlite: it is of planted, whose space has 80 inputs, that of "),
                     HasSubstr("in-process has 2000; name a store of the same space")));
  expect_error(run("planted", {"--order", "jump", "--repeat"}), 2, HasSubstr("--failed-first and --repeat contradict"));
  expect_error(run("merged", {"--merge-level", "1"}), 2, HasSubstr("runs no input of level 0"));
  expect_error(run("search", {}), 2, HasSubstr("--failed-first: search is a search without an index"));
  expect_error(bench.run({campaigns, "run", "planted", "--no-store", "--failed-first", "none.sqlite"}), 2,
               HasSubstr("there is no store none.sqlite"));
  expect_error(run("planted", {"--order", "listed"}), 2, HasSubstr("--order"));
}

}  // namespace
}  // namespace smallscope::command_line
