// SPDX-License-Identifier: Apache-2.0
// Campaigns over searches without an index, from the command line: what is said where a size is missing.
#include "command_line_programs.hpp"

namespace smallscope::command_line {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* store = "s.sqlite";

TEST(CommandLineSearch, CountWalksWhatItCanAndEstimatesTheRest) {
  Bench bench;
  for (const std::vector<std::string>& options : {std::vector<std::string>{}, {"--walk"}}) {
    std::vector<std::string> command{campaigns, "count", "search"};
    command.insert(command.end(), options.begin(), options.end());
    const Ended counted = bench.run(command);
    EXPECT_EQ(counted.status, 0);
    EXPECT_EQ(counted.out, "55\n");
    EXPECT_THAT(counted.err, HasSubstr("search explores 55 candidates"));
  }
  const Ended guessed = bench.run({campaigns, "count", "long-search"});
  EXPECT_EQ(guessed.status, 3);
  EXPECT_EQ(guessed.out, "");
  // Of the 10^12 pairs, nearly half are in order.
  EXPECT_THAT(guessed.err, AllOf(HasSubstr("long-search is a search without an index and has about "),
                                 ContainsRegex("about [45]\\.?[0-9]*e\\+11 inputs \\(95% interval "),
                                 ContainsRegex("among about [0-9.]+e\\+1[12] candidates"), HasSubstr("--walk")));
}

TEST(CommandLineSearch, TheRunSaysWhatItGaveUp) {
  Bench bench;
  const Ended ran = bench.run({campaigns, "run", "search", "--store", store, "--progress", "plain"});
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.err, AllOf(HasSubstr("chosen uncounted: 55 inputs among 55 candidates"),
                             HasSubstr("without an index: no exact progress"), HasSubstr("all inputs in dense order")));
  EXPECT_THAT(ran.out, AllOf(HasSubstr("complete   55 of 55 in"), HasSubstr("7 failing"),
                             HasSubstr("explored   55 candidates of the search")));
  EXPECT_THAT(bench.run({campaigns, "clusters", store}).out, HasSubstr("55 of 55 inputs executed (all)"));
}

TEST(CommandLineSearch, StopsAndGoesOn) {
  Bench bench;
  const auto run = [&](std::vector<std::string> options) {
    std::vector<std::string> command{campaigns, "run", "search", "--store", store, "--json", "--progress", "none"};
    command.insert(command.end(), options.begin(), options.end());
    return parsed(bench.run(command).out);
  };
  const Json some = run({"--max-tests", "20"});
  EXPECT_EQ(some["inputs"], nullptr);
  EXPECT_EQ(some["executed"], 20);
  EXPECT_EQ(some["complete"], false);
  EXPECT_EQ(some["covered"], nullptr);
  EXPECT_EQ(some["candidates"], nullptr) << "the end has not been seen";
  EXPECT_THAT(bench.run({campaigns, "clusters", store}).out,
              HasSubstr("20 inputs of an uncounted search executed   0 failing"));
  EXPECT_THAT(bench.run({campaigns, "export", store, "--format", "junit"}).out,
              HasSubstr("20 of uncounted inputs executed"));
  EXPECT_THAT(bench.run({campaigns, "evaluate", "orders", store}).err, HasSubstr("20 of uncounted inputs have"));
  const Json all = run({"--resume"});
  EXPECT_EQ(all["candidates"], 55);
  EXPECT_EQ(all["inputs"], 55);
  EXPECT_EQ(all["executed"], 55);
  EXPECT_EQ(all["failed"], 7);
  EXPECT_EQ(all["complete"], true);
  // Complete, it is a store like the others.
  EXPECT_EQ(run({"--resume"})["executed"], 55);
  EXPECT_EQ(bench.run({campaigns, "evaluate", "orders", store}).status, 0);
  EXPECT_EQ(bench.run({campaigns, "replay", store, "30"}).status, 1);
}

TEST(CommandLineSearch, ShowKnowsTheEnd) {
  Bench bench;
  EXPECT_EQ(bench.run({campaigns, "show", "search", "54"}).out, "low = 9\nvalue: 99\n");
  const Ended behind = bench.run({campaigns, "show", "search", "55"});
  EXPECT_EQ(behind.status, 2);
  EXPECT_THAT(behind.err, HasSubstr("search has the ordinals 0 to 54; 55 is none of them"));
  EXPECT_EQ(bench.run({campaigns, "show", "search", "18446744073709551615"}).status, 2);
}

TEST(CommandLineSearch, WhatNeedsAnIndexIsRefused) {
  Bench bench;
  for (const std::vector<std::string>& options :
       {std::vector<std::string>{"--order", "golden"}, {"--order", "pairwise"}, {"--order", "jump", "--repeat"}}) {
    std::vector<std::string> command{campaigns, "run", "search", "--store", store};
    command.insert(command.end(), options.begin(), options.end());
    const Ended ended = bench.run(command);
    EXPECT_EQ(ended.status, 2);
    EXPECT_THAT(ended.err, AllOf(HasSubstr(options.size() == 2 ? "--order" : "--repeat"),
                                 HasSubstr("make it one with generators::indexed()")));
  }
  EXPECT_FALSE(std::filesystem::exists(bench / store));
}

TEST(CommandLineSearch, JsonProgressHasNoDenominatorBeforeTheEnd) {
  Bench bench;
  const Ended ran =
      bench.run({campaigns, "run", "search", "--no-store", "--progress", "json", "--max-tests", "10", "--jobs", "1"});
  EXPECT_THAT(ran.err, AllOf(HasSubstr("\"event\":\"pass\""), HasSubstr("\"inputs\":null"),
                             Not(HasSubstr("18446744073709551615"))));
}

}  // namespace
}  // namespace smallscope::command_line
