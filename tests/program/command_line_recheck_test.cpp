// SPDX-License-Identifier: Apache-2.0
// recheck on the command line: what is said of failures that are fixed, fail as before, have changed, cannot be judged.
#include "command_line_programs.hpp"

namespace smallscope::command_line {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// A worker that does with each input what the file plan.json says of its parameters, or of its number: "done" unless
/// it says something else; a text is the message of a crash. After a number that is "sticky", every crash of the
/// process has another message.
constexpr std::string_view worker = R"py(
import json, os
plan = json.load(open(os.environ["PLAN"]))
requests = os.fdopen(int(os.environ["SMALLSCOPE_REQUESTS"]))
replies = os.fdopen(int(os.environ["SMALLSCOPE_REPLIES"]), "w")
requests.readline()
greeting = {"protocol": "smallscope-worker", "version": 1, "subject": "numbers", "subject_version": plan["version"]}
print(json.dumps(greeting), file=replies, flush=True)
stuck = False
for line in requests:
    request = json.loads(line)
    parameters = request["parameters"]
    deed = plan.get(" ".join(parameters.values()), plan.get(parameters["number"], "done"))
    reply = {"id": request["id"], "outcome": "done"}
    if deed == "refused":
        reply.update(outcome="refused", messages=["no, thanks"])
    elif deed == "lost":
        reply.update(outcome="lost", messages=["no disk"])
    elif deed != "done":
        reply.update(outcome="crashed", messages=["all is lost"] if stuck else [deed])
        stuck = stuck or deed.endswith("sticky")
    print(json.dumps(reply), file=replies, flush=True)
)py";

std::string specification(const std::string& numbers, const std::string& other_choices = "") {
  return "name = \"check/plan\"\n[inputs.choices]\nnumber = { range = " + numbers + " }\n" + other_choices +
         "[subject]\nworker = [\"" + python +
         "\", \"{here}/worker.py\"]\ntime_limit = \"5min\"\nstart_limit = \"5min\"\n"
         "environment = { PLAN = \"{here}/plan.json\" }\n[[oracles]]\nno_crash = true\n";
}

class Recheck : public testing::Test {
 protected:
  /// A store in which 0 to 3 crash one way and 4 to 6 another way.
  void SetUp() override {
    bench.write("worker.py", worker);
    bench.write("plan.toml", specification("[0, 11]"));
    plan({{"version", "1"},
          {"0", "bad"},
          {"1", "bad"},
          {"2", "bad"},
          {"3", "bad"},
          {"4", "worse"},
          {"5", "worse"},
          {"6", "worse"}});
    // Not complete, so each message is a cluster.
    ASSERT_EQ(bench
                  .run({smallscope_program, "run", "plan.toml", "--store", "s.sqlite", "--order", "dense",
                        "--max-tests", "11"})
                  .status,
              1);
  }
  void plan(const Json& json) { bench.write("plan.json", json.dump()); }
  Ended recheck(const std::vector<std::string>& options = {}) {
    std::vector<std::string> command{smallscope_program, "recheck", "s.sqlite", "--from", "plan.toml"};
    command.insert(command.end(), options.begin(), options.end());
    return bench.run(command);
  }
  Bench bench;
};

TEST_F(Recheck, SaysThatEverythingIsFixed) {
  const std::string before = text_of(bench / "s.sqlite");
  plan({{"version", "2"}, {"8", "a new one"}});
  const Ended ended = recheck();
  EXPECT_EQ(ended.status, 0) << ended.out;
  EXPECT_THAT(ended.out, AllOf(HasSubstr("check/plan: 7 of 7 failures of s.sqlite executed again"),
                               HasSubstr("result     nothing of it fails any more: 7 fixed"), Not(HasSubstr("next"))));
  EXPECT_THAT(ended.err, AllOf(HasSubstr("note: the campaign or its subject has changed since s.sqlite was made"),
                               HasSubstr("different: subject (stored: numbers 1 ")));
  EXPECT_EQ(text_of(bench / "s.sqlite"), before) << "a store is only read";
}

TEST_F(Recheck, TellsWhatBecameOfEachFailure) {
  plan({{"version", "1"}, {"0", "bad"}, {"1", "other"}, {"2", "refused"}, {"3", "lost"}});
  const Ended ended = recheck();
  EXPECT_EQ(ended.status, 1);
  EXPECT_THAT(ended.err, Not(HasSubstr("note:")));
  EXPECT_THAT(
      ended.out,
      AllOf(HasSubstr("C1   still failing: 1, first #0\n"), HasSubstr("C1   changed: 1, first #1, now v1-"),
            HasSubstr("no crash (crashed): other"), HasSubstr("C1   refused: 1, first #2   refused: no, thanks"),
            HasSubstr("C1   not judged: 1, first #3   observed: no disk"), Not(HasSubstr("C2   fixed")),
            HasSubstr("it still fails: 3 fixed, 1 still failing, 1 changed, 1 refused, 1 not judged"),
            HasSubstr("next: "), HasSubstr("replay s.sqlite --from plan.toml 0")));
  const Json json = parsed(recheck({"--json"}).out);
  EXPECT_EQ(json["different"], "");
  EXPECT_EQ(json["counts"]["fixed"], 3);
  const Json& members = json["clusters"][0]["members"];
  EXPECT_EQ(members[0]["change"], "still_failing");
  EXPECT_EQ(members[0]["key"], json["clusters"][0]["key"]);
  EXPECT_EQ(members[1]["change"], "changed");
  EXPECT_NE(members[1]["key"], json["clusters"][0]["key"]);
  EXPECT_EQ(members[2]["change"], "refused");
  EXPECT_EQ(members[3]["change"], "not_judged");
  EXPECT_EQ(json["clusters"][1]["members"][0]["change"], "fixed");
  EXPECT_EQ(parsed(recheck({"--json", "--jobs", "3"}).out)["clusters"], json["clusters"]);
}

TEST_F(Recheck, TellsKindsOfOneClusterApart) {
  // Number 1 always fails, in three ways, so it is one cluster with three messages.
  const auto of = [](const std::vector<std::string>& deeds) {
    Json plan{{"version", "1"}};
    for (std::size_t again = 0; again < deeds.size(); ++again) plan["1 " + std::to_string(again)] = deeds[again];
    return plan;
  };
  bench.write("plan.toml", specification("[0, 3]", "again = { range = [0, 5] }\n"));
  plan(of({"bad", "worse", "awful", "bad", "worse", "awful"}));
  ASSERT_EQ(bench.run({smallscope_program, "run", "plan.toml", "--store", "s.sqlite", "--overwrite"}).status, 1);
  plan(of({"bad", "worse", "awful", "bad", "worse", "done"}));
  EXPECT_THAT(recheck().out, AllOf(HasSubstr("C1   still failing: 2, first #6   no crash (crashed): bad\n"),
                                   HasSubstr("C1   still failing: 2, first #7   no crash (crashed): worse\n"),
                                   HasSubstr("C1   still failing: 1, first #8   no crash (crashed): awful\n"),
                                   HasSubstr("it still fails: 1 fixed, 5 still failing")));
}

TEST_F(Recheck, TakesOneCluster) {
  plan({{"version", "1"}, {"0", "bad"}});
  EXPECT_EQ(recheck({"--cluster", "C2"}).status, 0);
  EXPECT_THAT(recheck({"--cluster", "C2"}).out, HasSubstr("3 of 3 failures"));
  EXPECT_EQ(recheck({"--cluster", "C1"}).status, 1);
  expect_error(recheck({"--cluster", "C3"}), 2, HasSubstr("--cluster C3: the store has no such cluster"));
}

TEST_F(Recheck, WhatCannotBeJudgedIsNotFixed) {
  plan({{"version", "1"}, {"3", "lost"}});
  EXPECT_EQ(recheck().status, 3);
  plan({{"version", "1"}, {"4", "refused"}});
  EXPECT_EQ(recheck().status, 0) << "a refusal is an answer, next to inputs that pass";
  Json all{{"version", "1"}};
  for (int number = 0; number < 12; ++number) all[std::to_string(number)] = "refused";
  plan(all);
  EXPECT_EQ(recheck().status, 3) << "a subject that refuses everything shows nothing";
  plan({{"version", "1"}});
  const Ended late = recheck({"--budget", "0"});
  EXPECT_EQ(late.status, 3);
  EXPECT_THAT(late.out, AllOf(HasSubstr("0 of 7 failures"), HasSubstr("stopped at the end of --budget"),
                              HasSubstr("7 not executed")));
}

TEST_F(Recheck, AnotherInputUnderTheOrdinalIsNotExecuted) {
  bench.write("plan.toml", specification("[1, 12]"));
  plan({{"version", "1"}});
  const Ended ended = recheck();
  EXPECT_EQ(ended.status, 3);
  EXPECT_THAT(ended.out, AllOf(HasSubstr("7 not judged"), HasSubstr("C1   not judged: 4, first #0   the campaign has "
                                                                    "another input under this ordinal now")));
}

TEST_F(Recheck, AFailureThatAnEarlierOneDisturbsIsExecutedAlone) {
  plan({{"version", "1"}, {"0", "sticky"}, {"1", "bad"}, {"4", "worse"}});
  const Json json = parsed(recheck({"--json"}).out);
  EXPECT_EQ(json["clusters"][0]["counts"]["changed"], 1);
  EXPECT_EQ(json["clusters"][0]["counts"]["still_failing"], 1);
  EXPECT_EQ(json["clusters"][1]["counts"]["still_failing"], 1);
}

TEST(CommandLineRecheck, PartsOfMergedInputs) {
  Bench bench;
  ASSERT_EQ(bench.run({campaigns, "run", "merged", "--merge-level", "1", "--store", "m.sqlite"}).status, 1);
  const Json json = parsed(bench.run({campaigns, "recheck", "m.sqlite", "--json"}).out);
  EXPECT_EQ(json["failed"], 4) << "5, 77, 50, and 30 with 31";
  EXPECT_EQ(json["counts"]["still_failing"], 4);
}

TEST(CommandLineRecheck, AnInterruptLeavesTheRestNotExecuted) {
  Bench bench;
  ASSERT_EQ(bench.run({campaigns, "run", "in-process", "--store", "s.sqlite"}).status, 1);
  const Ended ended = bench.run({campaigns, "recheck", "s.sqlite", "--jobs", "1"},
                                {.environment = {{"SMALLSCOPE_TEST_INTERRUPT", "517"}}});
  EXPECT_EQ(ended.status, 130);
  EXPECT_THAT(ended.out, AllOf(HasSubstr("result     interrupted; it still fails: "), HasSubstr(" not executed\n")));
}

TEST(CommandLineRecheck, NothingFailed) {
  Bench bench;
  bench.run({campaigns, "run", "in-process", "--max-tests", "3", "--order", "dense", "--store", "s.sqlite"});
  const Ended ended = bench.run({campaigns, "recheck", "s.sqlite"});
  EXPECT_EQ(ended.status, 0);
  EXPECT_THAT(ended.out, HasSubstr("result     nothing failed in the store"));
}

}  // namespace
}  // namespace smallscope::command_line
