// SPDX-License-Identifier: Apache-2.0
// What a test may take, as `run` is told: limits for one run, learned limits, time-outs that get more time, and what
// the summary says of inputs whose verdict depends on more than the input.
#include "command_line_programs.hpp"

namespace smallscope::command_line {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

class Limits : public testing::Test {
 protected:
  /// A command that sleeps as long as its text says, and fails for texts that sleep() refuses.
  std::string sleeping(const std::string& texts, const std::string& more = "time_limit = \"5min\"") {
    return bench.write("sleep.toml", "name = \"check/sleep\"\n[inputs.choices]\ntime = [" + texts +
                                         "]\n[subject]\nrun = [\"sleep\", \"{time}\"]\n" + more +
                                         "\n[[oracles]]\nexit_status = 0\n[[oracles]]\nno_time_out = true\n");
  }
  Ended run(const std::string& campaign, const std::vector<std::string>& options = {}) {
    std::vector<std::string> command{smallscope_program, "run", campaign, "--store", "s.sqlite"};
    command.insert(command.end(), options.begin(), options.end());
    return bench.run(command);
  }
  Bench bench;
};

TEST_F(Limits, WhatWaitingCostsIsSaid) {
  const std::string texts = R"("0", "1000", "1001", "1002", "1003", "1004", "1005")";
  const Ended ended = run(sleeping(texts), {"--timeout", "1s", "--patience", "1", "--confirm", "none", "--jobs", "7"});
  EXPECT_THAT(ended.out, testing::ContainsRegex("note +6 inputs that did not end took [67]\\.[0-9]+ s of execution: "
                                                "--timeout ends them sooner"));
  const Ended few =
      run(sleeping(R"("0", "1000")"), {"--timeout", "1s", "--patience", "1", "--confirm", "none", "--overwrite"});
  EXPECT_THAT(few.out, testing::Not(HasSubstr("that did not end took")));
}

TEST_F(Limits, OfOneRunAreNoPartOfTheCampaign) {
  const std::string campaign = sleeping(R"("0", "1000", "0.001")");
  const Ended limited = run(campaign, {"--timeout", "300ms", "--patience", "1", "--order", "dense"});
  EXPECT_EQ(limited.status, 1);
  EXPECT_THAT(limited.err, HasSubstr(", at most 0.3 s a test"));
  EXPECT_THAT(limited.out, AllOf(HasSubstr("no answer within 0.3 s"), Not(HasSubstr("time-outs"))));
  EXPECT_EQ(run(campaign, {"--resume", "--timeout", "400ms"}).status, 1) << "the store is that of this campaign";
}

TEST_F(Limits, WhatOnlyNeedsMoreTimePasses) {
  const Ended ended = run(sleeping(R"("0", "4", "0.001")"), {"--timeout", "2s"});
  EXPECT_EQ(ended.status, 0);
  EXPECT_THAT(ended.err, HasSubstr("waiting for #1, which did not end in time and has 10 times as long now\n"));
  EXPECT_THAT(
      ended.out,
      HasSubstr("time-outs  1 input did not end in time, and had 10 times as long, alone: 1 ended, 0 did not\n"));
}

TEST_F(Limits, AreLearned) {
  std::string texts = "\"1000\"";
  for (int i = 25; i > 0; --i) texts = "\"0." + std::string(static_cast<std::size_t>(i), '0') + "\", " + texts;
  const Ended ended = run(sleeping(texts), {"--timeout", "learned", "--order", "dense", "--jobs", "1", "--json"});
  EXPECT_EQ(ended.status, 1);
  const Json json = parsed(ended.out);
  EXPECT_EQ(json["hung"], 1);
  EXPECT_THAT(bench.run({smallscope_program, "clusters", "s.sqlite"}).out,
              HasSubstr("no answer within the learned time limit"));
  EXPECT_EQ(run(sleeping(texts, "time_limit = \"learned\""), {"--overwrite", "--order", "dense", "--jobs", "1"}).status,
            1);
}

TEST_F(Limits, OfMemory) {
  const std::string campaign =
      bench.write("fill.toml",
                  "name = \"check/fill\"\n[inputs.choices]\nsize = [\"1000\", \"300000000\"]\n[subject]\n"
                  "run = [\"sh\", \"-c\", \"x=$(head -c {size} /dev/zero | tr '\\\\0' x)\"]\ntime_limit = \"5min\"\n"
                  "[[oracles]]\nexit_status = 0\n");
  EXPECT_EQ(run(campaign).status, 0);
  const Ended limited = run(campaign, {"--overwrite", "--memory-limit", "100MiB"});
  EXPECT_EQ(limited.status, 1);
  EXPECT_THAT(limited.err, HasSubstr("at most 100 MiB of memory a test"));
}

TEST_F(Limits, ThatHaveNoMeaningAreRefused) {
  const auto refused = [&](const std::vector<std::string>& options) {
    std::vector<std::string> command{campaigns, "run", "fatal", "--no-store"};
    command.insert(command.end(), options.begin(), options.end());
    const Ended ended = bench.run(command);
    EXPECT_EQ(ended.status, 2) << ended.out;
    return ended.err;
  };
  EXPECT_THAT(refused({"--timeout", "learned"}), HasSubstr("in process give a time, such as 10s"));
  EXPECT_THAT(refused({"--memory-limit", "1GiB"}), HasSubstr("--memory-limit needs --isolate"));
  EXPECT_THAT(refused({"--patience", "0"}), HasSubstr("--patience"));
  EXPECT_EQ(run(sleeping("\"0\""), {"--timeout", "soon"}).status, 2);
  const std::string oracle = "[[oracles]]\ntime_limit = \"learned\"\ncommand = { run = [\"true\"] }\n";
  EXPECT_THAT(run(sleeping("\"0\"", oracle)).err, HasSubstr("time_limit")) << "only a subject learns";
}

/// A worker that crashes for the first number that it gets, or for the number 5 in every third process.
constexpr std::string_view worker = R"py(
import json, os
requests = os.fdopen(int(os.environ["SMALLSCOPE_REQUESTS"]))
replies = os.fdopen(int(os.environ["SMALLSCOPE_REPLIES"]), "w")
requests.readline()
print(json.dumps({"protocol": "smallscope-worker", "version": 1, "subject": "s", "subject_version": "1"}),
      file=replies, flush=True)
mode, starts = os.environ["MODE"], os.environ["STARTS"]
with open(starts, "a") as file: file.write("x")
start = os.path.getsize(starts)
where = {"numbers": start, "words": "x" * start}
first = True
for line in requests:
    request = json.loads(line)
    bad = first if mode == "first" else request["parameters"]["number"] == "5" and (mode in where or start % 3 == 1)
    said = f"a text that is long enough to be cut here: at {where[mode]}\n" if mode in where else "bad"
    reply = {"id": request["id"], "outcome": "crashed" if bad else "done", "messages": [said] if bad else []}
    print(json.dumps(reply), file=replies, flush=True)
    first = False
)py";

Json run_worker(Bench& bench, const std::string& mode, std::string& text) {
  bench.write("worker.py", worker);
  bench.write("plan.toml",
              "name = \"check/plan\"\n[inputs.choices]\nnumber = { range = [0, 99] }\n[subject]\nworker = [\"" +
                  python +
                  "\", \"{here}/worker.py\"]\ntime_limit = \"5min\"\nstart_limit = \"5min\"\n"
                  "environment = { MODE = \"" +
                  mode + "\", STARTS = \"{here}/starts\" }\n[[oracles]]\nno_crash = true\n");
  const std::vector<std::string> command{smallscope_program, "run",     "plan.toml", "--store", "s.sqlite",
                                         "--overwrite",      "--order", "dense",     "--jobs",  "1"};
  text = bench.run(command).out;
  bench.write("starts", "");
  std::vector<std::string> with_json = command;
  with_json.push_back("--json");
  return parsed(bench.run(with_json).out);
}

TEST_F(Limits, StateThatExecutionsLeaveBehindIsSaid) {
  std::string text;
  const Json json = run_worker(bench, "first", text);
  // Input 0 crashes as the first of all, and of its fresh process. Those that are the first of theirs crash there.
  EXPECT_EQ(json["sampled_passes"], 64);
  EXPECT_THAT(json["different_passes"], SizeIs(4));
  ASSERT_THAT(json["flaky_inputs"], SizeIs(4));
  for (const Json& flaky : json["flaky_inputs"]) {
    EXPECT_EQ(flaky["alone_failed"], 10);
    EXPECT_EQ(flaky["depends_on_others"], true);
  }
  EXPECT_THAT(text,
              AllOf(HasSubstr("sampled    64 inputs that passed, drawn from all, executed again in a fresh process"),
                    HasSubstr("fails each of 10 times alone in a fresh process, and passed after other inputs: "
                              "state is left behind")));
}

TEST_F(Limits, FlakyInputsHaveARate) {
  std::string text;
  bench.write("starts", "");
  const Json json = run_worker(bench, "rate", text);
  ASSERT_THAT(json["flaky_inputs"], SizeIs(1));
  const Json& flaky = json["flaky_inputs"][0];
  EXPECT_EQ(flaky["ordinal"], 5);
  EXPECT_EQ(flaky["alone"], 10);
  EXPECT_GT(flaky["failed"], 2);
  EXPECT_LT(flaky["failed"], flaky["executions"]);
  EXPECT_EQ(flaky["depends_on_others"], false);
  EXPECT_THAT(text, HasSubstr("flaky      #5 failed in "));
  EXPECT_FALSE(flaky.contains("said"));
}

TEST_F(Limits, InputsThatFailEachTimeWithOtherWordsAreTold) {
  std::string text;
  bench.write("starts", "");
  const Json json = run_worker(bench, "words", text);
  ASSERT_THAT(json["flaky_inputs"], SizeIs(1));
  const Json& flaky = json["flaky_inputs"][0];
  EXPECT_EQ(flaky["failed"], flaky["executions"]);
  EXPECT_THAT(flaky["said"], ElementsAre(HasSubstr("cut here: at x"), HasSubstr("cut here: at xx")));
  EXPECT_THAT(text, HasSubstr("flaky      #5 failed each of 12 times, and said now \"..."));
}

TEST_F(Limits, WhatFailsAgainWithOtherNumbersIsConfirmed) {
  std::string text;
  bench.write("starts", "");
  const Json json = run_worker(bench, "numbers", text);
  EXPECT_THAT(json["flaky_inputs"], SizeIs(0));
  EXPECT_EQ(json["flaky"], 0);
  EXPECT_EQ(json["alike"], Json::parse("[5]"));
  EXPECT_THAT(text,
              HasSubstr("confirmed  1 failure executed again in a fresh process: all fail again; 1 in other words, "
                        "such as #5, which said now \"...ough to be cut here: at 1"));
  EXPECT_THAT(text, Not(HasSubstr("flaky")));
}

/// A program that the subject gets with several options is judged with one execution of its own. What fails is executed
/// again with all that judges it.
TEST_F(Limits, WhatOraclesExecutedBeforeIsNotExecutedAgain) {
  const auto specification = [&](const std::string& key) {
    return bench.write("options.toml",
                       "name = \"check/options\"\n[inputs]\nfile = \"p.sh\"\ntemplate = \"echo {{a}}\\n\"\n"
                       "[inputs.choices]\na = [1, 2]\noption = [\"x\", \"y\", \"z\"]\n[subject]\n"
                       "run = [\"sh\", \"-c\", \"sed 's/2$/2{option}/; s/2[xy]/2/' p.sh; echo '# {option}'\"]\n"
                       "[[oracles]]\n" +
                           key +
                           "behaviour_preserved = [\"sh\", \"-c\", "
                           "\"echo . >>{here}/log; sh p.sh\"]\n");
  };
  const auto executed = [&] {
    const std::string text = text_of(bench / "log");
    std::filesystem::remove(bench / "log");
    return std::ranges::count(text, '.');
  };
  const auto certificate = [&] {
    const std::string said = bench.run({smallscope_program, "verify", "s.sqlite"}).out;
    const std::size_t at = said.find("certificate  ");
    EXPECT_NE(at, said.npos) << said;
    return said.substr(at, 45);
  };
  EXPECT_THAT(run(specification(""), {"--jobs", "1"}).out, HasSubstr("complete   6 of 6"));
  EXPECT_EQ(executed(), 2 + 6 + 2) << "two programs before, six after, the failing one again";
  const std::string reused = certificate();
  const std::vector<std::string> specified{"s.sqlite", "--from", "options.toml"};
  const auto again = [&](std::vector<std::string> command, const std::vector<std::string>& more = {}) {
    command.insert(command.begin(), smallscope_program);
    command.insert(command.end(), specified.begin(), specified.end());
    command.insert(command.end(), more.begin(), more.end());
    bench.run(command);
    return executed();
  };
  EXPECT_EQ(again({"recheck"}), 2);
  EXPECT_EQ(again({"replay"}, {"0"}), 2);
  EXPECT_EQ(again({"verify"}, {"--sample", "6"}), 12);
  EXPECT_THAT(run(specification("reuse = false\n"), {"--jobs", "1", "--overwrite"}).out,
              HasSubstr("complete   6 of 6"));
  EXPECT_EQ(executed(), 6 + 6 + 2);
  EXPECT_EQ(certificate(), reused);
}

}  // namespace
}  // namespace smallscope::command_line
