// SPDX-License-Identifier: Apache-2.0
// evaluate on the command line: the tables, JSON, and what cannot be evaluated.
#include <fmt/format.h>

#include <fstream>

#include "command_line_programs.hpp"

namespace smallscope::command_line {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

std::vector<std::string> orders_of(const Json& study) {
  std::vector<std::string> names;
  for (const Json& row : study["orders"]) names.push_back(row["order"]);
  return names;
}

TEST(CommandLineEvaluate, ASpecificationIsNoStore) {
  Bench bench;
  bench.write("f.toml", "");
  const Ended ended = bench.run(
      {smallscope_program, "evaluate", "clustering", "s.sqlite", "--faults", "f.toml", "--from", "a.toml", "b.toml"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_THAT(ended.err, HasSubstr("b.toml is a specification and no store; write --from before each: --from b.toml"));
}

TEST(CommandLineEvaluate, OrdersAreReplayedFromAStore) {
  Bench bench;
  ASSERT_EQ(bench.run({campaigns, "run", "in-process", "--order", "dense", "--store", "s.sqlite"}).status, 1);
  const Ended ended = bench.run({campaigns, "evaluate", "orders", "s.sqlite", "--seeds", "5"});
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.err, "");
  EXPECT_THAT(ended.out, AllOf(HasSubstr("in-process: 2000 inputs"), HasSubstr("APFD %"), HasSubstr("jump --repeat"),
                               HasSubstr("random, expected"), HasSubstr("campaigns: geometric means")));
  const Json json = parsed(bench.run({campaigns, "evaluate", "orders", "s.sqlite", "--seeds", "5", "--json"}).out);
  const Json& study = json["studies"][0];
  EXPECT_THAT(orders_of(study),
              ElementsAre("dense", "jump --repeat", "jump", "golden", "shuffle", "pairwise", "pairwise 3"));
  EXPECT_EQ(study["orders"][2]["replays"], 5);
  EXPECT_EQ(study["orders"][0]["total"]["mean"], 2'000);
  EXPECT_EQ(json["summaries"]["campaigns"]["dense"]["first_failure_gain"], 1.0);
}

TEST(CommandLineEvaluate, ReplaysSayWhatRunsSay) {
  Bench bench;
  std::map<std::string, Json> runs;
  for (const std::string order : {"dense", "golden", "pairwise"})
    runs[order] = parsed(
        bench.run({campaigns, "run", "in-process", "--order", order, "--store", order + ".sqlite", "--json"}).out);
  const Json json = parsed(bench.run({campaigns, "evaluate", "orders", "dense.sqlite", "--json"}).out);
  for (const Json& row : json["studies"][0]["orders"])
    if (const auto run = runs.find(row["order"]); run != runs.end()) {
      EXPECT_EQ(row["first_failure"]["mean"], run->second["first_failure"]["tests"]) << run->first;
      EXPECT_EQ(row["total"]["mean"], run->second["executed"]) << run->first;
    }
}

TEST(CommandLineEvaluate, AnotherProgramKnowsTheFactorsOfPairwiseStoresOnly) {
  Bench bench;
  bench.run({campaigns, "run", "in-process", "--order", "dense", "--store", "dense.sqlite"});
  bench.run({campaigns, "run", "in-process", "--order", "pairwise", "--store", "pairwise.sqlite"});
  const Ended without = bench.run({smallscope_program, "evaluate", "orders", "dense.sqlite", "--json"});
  EXPECT_EQ(without.status, 0);
  EXPECT_THAT(without.err, HasSubstr("note: dense.sqlite does not say what its space is made of"));
  EXPECT_EQ(orders_of(parsed(without.out)["studies"][0]).size(), 5u);
  const Ended with = bench.run({smallscope_program, "evaluate", "orders", "pairwise.sqlite", "--json"});
  EXPECT_EQ(with.err, "");
  EXPECT_EQ(orders_of(parsed(with.out)["studies"][0]).size(), 7u);
}

TEST(CommandLineEvaluate, SyntheticSpacesNeedNoStore) {
  Bench bench;
  const Ended ended = bench.run({smallscope_program, "evaluate", "orders", "--synthetic", "--seeds", "3"});
  EXPECT_EQ(ended.status, 0);
  EXPECT_THAT(ended.out, AllOf(HasSubstr("mean of 3 such failures"), HasSubstr("2x3x2x6x4x4, k=1"),
                               HasSubstr("k=1 or 2: geometric means"), HasSubstr("k=3: geometric means")));
  const Json json =
      parsed(bench.run({smallscope_program, "evaluate", "orders", "--synthetic", "--seeds", "3", "--json"}).out);
  EXPECT_EQ(json["summaries"].size(), 4u);
  EXPECT_EQ(json["studies"][0]["orders"][0]["replays"], 3);
}

TEST(CommandLineEvaluate, MergingIsReadFromALadder) {
  Bench bench;
  ASSERT_EQ(bench.run({campaigns, "run", "merged", "--ladder", "--jobs", "1", "--store", "s.sqlite"}).status, 1);
  const Ended ended = bench.run({smallscope_program, "evaluate", "merging", "s.sqlite", "s.sqlite"});
  EXPECT_EQ(ended.status, 0);
  EXPECT_THAT(ended.out,
              AllOf(HasSubstr("merged: 3 of 3 clusters found before M0"), HasSubstr("found so far"),
                    HasSubstr("all 2: 6 of 6 clusters found before M0"), HasSubstr("executions against 200")));
  const Json json = parsed(bench.run({smallscope_program, "evaluate", "merging", "s.sqlite", "--json"}).out);
  const Json& level = json["campaigns"][0]["levels"][0];
  EXPECT_EQ(level["inputs"], 13);
  EXPECT_EQ(level["found"], 3);
  EXPECT_EQ(level["combinations"], 1);
  EXPECT_EQ(json["campaigns"][0]["missed"], Json::array());
}

/// Two of the faults of `merged`, and one that is not there.
void write_faults(const Bench& bench) {
  std::ofstream(bench / "faults.toml") << R"([[fault]]
campaign = "merged"
name = "particular numbers"
messages = 'five|seventy-seven|fifty'

[[fault]]
campaign = ["merged", "in-process"]
name = "nowhere"
messages = 'no message says this'
)";
}

TEST(CommandLineEvaluate, LabelledFaultsAreCountedToo) {
  Bench bench;
  write_faults(bench);
  bench.run({campaigns, "run", "merged", "--ladder", "--jobs", "1", "--store", "s.sqlite"});
  const Ended orders =
      bench.run({campaigns, "evaluate", "orders", "s.sqlite", "--seeds", "5", "--faults", "faults.toml"});
  EXPECT_EQ(orders.status, 0) << orders.err;
  EXPECT_THAT(orders.out,
              AllOf(HasSubstr("fault first seen"), HasSubstr("1 labelled fault"), HasSubstr("not seen: nowhere")));
  const Json json = parsed(
      bench.run({campaigns, "evaluate", "orders", "s.sqlite", "--seeds", "5", "--faults", "faults.toml", "--json"})
          .out);
  EXPECT_EQ(json["studies"][0]["faults"]["seen"][0]["name"], "particular numbers");
  EXPECT_EQ(json["studies"][0]["orders"][0]["faults"]["first_seen"]["mean"],
            json["studies"][0]["orders"][0]["first_failure"]["mean"]);
  const Ended merging = bench.run({campaigns, "evaluate", "merging", "s.sqlite", "--faults", "faults.toml"});
  EXPECT_THAT(merging.out, HasSubstr("M1: masks 0 of 1 labelled faults after un-merging; 1 found so far"));
}

TEST(CommandLineEvaluate, ClustersAreComparedWithLabelledFaults) {
  Bench bench;
  std::ofstream(bench / "faults.toml") << R"(
[[fault]]
campaign = "planted"
name = "outside"
choices.kind = "c"

[[fault]]
campaign = "planted"
name = "large"
choices.kind = ["b", "d <e>"]
)";
  bench.run({campaigns, "run", "planted", "--store", "planted.sqlite"});
  bench.run({campaigns, "run", "empty", "--store", "empty.sqlite"});
  const Ended ended =
      bench.run({campaigns, "evaluate", "clustering", "empty.sqlite", "planted.sqlite", "--faults", "faults.toml"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.out, AllOf(HasSubstr("empty: no input fails"),
                               HasSubstr("planted: 22 failing inputs show 2 labelled faults\n"),
                               HasSubstr("message             3     1.50  1.00"), HasSubstr("2.0 of 2")));
  EXPECT_THAT(ended.out, Not(HasSubstr("Rand index is their mean"))) << "one campaign has failures";
  const Ended twice = bench.run({campaigns, "evaluate", "clustering", "empty.sqlite", "planted.sqlite",
                                 "planted.sqlite", "--faults", "faults.toml"});
  EXPECT_THAT(twice.out, HasSubstr("all 2 campaigns with failures; the Rand index is their mean"));
  const Json json = parsed(bench
                               .run({campaigns, "evaluate", "clustering", "empty.sqlite", "planted.sqlite", "--faults",
                                     "faults.toml", "--json"})
                               .out);
  EXPECT_EQ(json["campaigns"].size(), 2u);
  EXPECT_EQ(json["campaigns"][0]["by"], Json::object());
  EXPECT_EQ(json["total"]["message"]["clusters"], 3);
  EXPECT_EQ(json["total"]["message"]["faults"], 2);
  EXPECT_EQ(json["total"]["message"]["expected_faults"], 2.0);
}

TEST(CommandLineEvaluate, EachStoreHasItsSpecificationAmongSeveral) {
  Bench bench;
  std::string faults;
  for (const std::string name : {"one", "two", "three"}) {
    bench.write(name + ".toml", fmt::format(R"(
name = "{}"
[inputs]
standard_input = "{{{{first}}}} {{{{second}}}}"
[inputs.choices]
first = ["a", "b", "c"]
second = ["d", "e"]
[subject]
run = ["grep", "-v", "a"]
[[oracles]]
exit_status = 0
)",
                                            name));
    bench.run({smallscope_program, "run", name + ".toml", "--store", name + ".sqlite"});
    faults += fmt::format("[[fault]]\ncampaign = '{}'\nname = 'a'\nchoices.first = 'a'\n", name);
  }
  bench.write("faults.toml", faults);
  const auto evaluate = [&](const std::vector<std::string>& from) {
    std::vector<std::string> command{smallscope_program, "evaluate", "clustering", "--faults", "faults.toml"};
    for (const std::string& file : from) command.insert(command.end(), {"--from", file});
    command.insert(command.end(), {"two.sqlite", "one.sqlite"});
    return bench.run(command);
  };
  const Ended ended = evaluate({"three.toml", "one.toml", "two.toml"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(ended.err, "");
  EXPECT_THAT(ended.out, AllOf(HasSubstr("two: 2 failing inputs show 1 labelled fault\n"),
                               HasSubstr("one: 2 failing inputs show 1 labelled fault\n"), HasSubstr("cause ")));
  expect_error(evaluate({"three.toml", "one.toml"}), 2,
               HasSubstr("two.sqlite is of the campaign `two`, which is in none of these 2 specifications"));
  expect_error(evaluate({"one.toml"}), 2, HasSubstr("its campaign is `one`, that of two.sqlite is `two`"));
  expect_error(evaluate({"one", "two.toml"}), 2,
               HasSubstr("--from one: of several files each must be a specification"));
}

TEST(CommandLineEvaluate, AnOrderThatLearnsIsComparedWithPairwise) {
  Bench bench;
  std::ofstream(bench / "faults.toml") << "[[fault]]\ncampaign = 'planted'\nname = 'all'\nmessages = '.'\n";
  bench.run({campaigns, "run", "planted", "--store", "planted.sqlite"});
  const std::vector<std::string> learning{campaigns,  "evaluate",    "learning",  "planted.sqlite",
                                          "--faults", "faults.toml", "--replays", "3"};
  const Ended ended = bench.run(learning);
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.out, AllOf(HasSubstr("planted       80       1"), HasSubstr("geometric mean 1.00 of pairwise")))
      << "a single fault is seen with the first failure";
  std::vector<std::string> as_json = learning;
  as_json.push_back("--json");
  const Json json = parsed(bench.run(as_json).out);
  EXPECT_EQ(json["first_failure"]["worst"], 1.0);
  EXPECT_EQ(json["campaigns"][0]["pairwise"], json["campaigns"][0]["learning"]);
  const Ended other =
      bench.run({smallscope_program, "evaluate", "learning", "planted.sqlite", "--faults", "faults.toml"});
  EXPECT_EQ(other.status, 2);
  EXPECT_THAT(other.err,
              AllOf(HasSubstr("it is left out"), HasSubstr("--from FILE"), HasSubstr("nothing to evaluate")));
}

TEST(CommandLineEvaluate, TheCaseStudyHasTablesJsonAndFigures) {
  Bench bench;
  write_faults(bench);
  bench.run({campaigns, "run", "merged", "--ladder", "--jobs", "1", "--store", "s.sqlite"});
  const Ended ended = bench.run(
      {campaigns, "evaluate", "fase2009", "s.sqlite", "--faults", "faults.toml", "--samples", "50", "--figures", "."});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.out, AllOf(HasSubstr("sparse TTF"), HasSubstr("mean of 20 seeds"), HasSubstr("sparse, predicted"),
                               HasSubstr("concrete clusters"), HasSubstr("M1 takes"), HasSubstr("L=100")));
  for (const char* figure : {"jump-limit.svg", "merge-levels.svg"})
    EXPECT_THAT(text_of(bench / figure), AllOf(HasSubstr("<svg"), HasSubstr("<polyline"), HasSubstr(">merged</text>")));
  const Json json = parsed(
      bench.run({campaigns, "evaluate", "fase2009", "s.sqlite", "--jump-limit", "5", "--seeds", "3", "--json"}).out);
  const Json& levels = json["campaigns"][0]["levels"];
  EXPECT_EQ(levels.size(), 2u);
  EXPECT_EQ(levels[0]["inputs"], 100);
  EXPECT_EQ(levels[1]["inputs"], 13);
  EXPECT_EQ(levels[0]["clusterings"][2]["abstraction"], "abstract");
  EXPECT_EQ(levels[0]["faults"], Json::array()) << "no file of faults was given";
}

TEST(CommandLineEvaluate, MistakesInFaultsAndFiguresAreErrors) {
  Bench bench;
  bench.run({campaigns, "run", "merged", "--ladder", "--store", "s.sqlite"});
  std::ofstream(bench / "faults.toml") << "[[fault]]\ncampaign = 'merged'\nname = 'n'\nmessages = '('\n";
  for (const char* study : {"orders", "merging", "fase2009", "clustering", "learning"}) {
    expect_error(bench.run({campaigns, "evaluate", study, "s.sqlite", "--faults", "faults.toml"}), 2,
                 AllOf(HasSubstr("faults.toml:4"), HasSubstr("not a regular expression")));
    expect_error(bench.run({campaigns, "evaluate", study, "s.sqlite", "--faults", "none.toml"}), 2,
                 HasSubstr("none.toml"));
  }
  expect_error(bench.run({campaigns, "evaluate", "fase2009", "s.sqlite", "--figures", "nowhere"}), 2,
               AllOf(HasSubstr("nowhere/jump-limit.svg"), HasSubstr("there is no directory nowhere")));
}

TEST(CommandLineEvaluate, WhatCannotBeEvaluatedIsAnError) {
  Bench bench;
  bench.run({campaigns, "run", "merged", "--max-tests", "10", "--store", "part.sqlite"});
  bench.run({campaigns, "run", "in-process", "--store", "flat.sqlite"});
  bench.run({campaigns, "run", "empty", "--store", "empty.sqlite"});
  for (const char* study : {"orders", "merging"}) {
    expect_error(bench.run({campaigns, "evaluate", study, "part.sqlite"}), 2,
                 AllOf(HasSubstr("10 of 100 inputs have a verdict"), HasSubstr("--resume")));
    expect_error(bench.run({campaigns, "evaluate", study, "none.sqlite"}), 2, HasSubstr("none.sqlite"));
  }
  expect_error(bench.run({campaigns, "evaluate", "orders", "empty.sqlite"}), 2,
               HasSubstr("give a store with failures"));
  expect_error(bench.run({campaigns, "evaluate", "merging", "flat.sqlite"}), 2,
               AllOf(HasSubstr("no merged levels"), HasSubstr("--ladder")));
  expect_error(bench.run({campaigns, "evaluate", "orders"}), 2, HasSubstr("--synthetic"));
  expect_error(bench.run({campaigns, "evaluate", "orders", "--synthetic", "--seeds", "0"}), 2, HasSubstr("--seeds"));
  EXPECT_EQ(bench.run({campaigns, "evaluate"}).status, 2);
  EXPECT_EQ(bench.run({campaigns, "evaluate", "merging"}).status, 2);
}

}  // namespace
}  // namespace smallscope::command_line
