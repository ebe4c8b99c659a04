// SPDX-License-Identifier: Apache-2.0
// run --shard and gather: the store of the whole, for any number of shards, killed and started again, run twice, left
// out. With real processes.
#include <csignal>

#include "command_line_programs.hpp"

namespace smallscope::command_line {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class Shards : public ::testing::Test {
 protected:
  void SetUp() override {
    bench_.specification("mixed.toml");
    ASSERT_EQ(run({"--store", "whole.sqlite"}).status, 1);
  }
  Ended run(std::vector<std::string> more, const std::string& campaign = "mixed.toml") {
    std::vector<std::string> command{smallscope_program, "run", campaign, "--progress", "none"};
    command.insert(command.end(), more.begin(), more.end());
    return bench_.run(command);
  }
  Ended gather(std::vector<std::string> more) {
    std::vector<std::string> command{smallscope_program, "gather"};
    command.insert(command.end(), more.begin(), more.end());
    return bench_.run(command);
  }
  std::string certificate(const std::string& store) { return results::Store::inspect(bench_ / store).certificate(); }

  Bench bench_;
};

TEST_F(Shards, TogetherAreTheWholeRun) {
  for (const int shard : {5, 2, 4, 1, 3}) {
    const Ended ended = run({"--shard", std::to_string(shard) + "/5"});
    EXPECT_EQ(ended.status, 1);
    EXPECT_THAT(ended.out, AllOf(HasSubstr("finished   24 of 120"),
                                 HasSubstr("shard      " + std::to_string(shard) + " of 5: what the others execute"),
                                 HasSubstr("gather runs/mixed.*-of-5.sqlite --output runs/mixed.sqlite")));
  }
  std::vector<std::string> command{"--output", "runs/mixed.sqlite"};
  for (const int shard : {3, 1, 5, 2, 4}) command.push_back("runs/mixed." + std::to_string(shard) + "-of-5.sqlite");
  const Ended ended = gather(command);
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.out, AllOf(HasSubstr("gathered   5 stores: 120 of 120"), HasSubstr("57 failing"),
                               HasSubstr("next: "), Not(HasSubstr("missing"))));
  EXPECT_EQ(certificate("runs/mixed.sqlite"), certificate("whole.sqlite"));
  // Its cases are executed again from the joined store.
  results::Store::inspect(bench_ / "runs/mixed.sqlite").for_each_case([&](const results::Case& failing) {
    EXPECT_THAT(failing.reproduction, HasSubstr((bench_ / "runs/mixed.sqlite").string()));
    return true;
  });
  EXPECT_EQ(run({"--resume", "--store", "runs/mixed.sqlite"}).status, 1);
  EXPECT_EQ(certificate("runs/mixed.sqlite"), certificate("whole.sqlite"));
}

TEST_F(Shards, ThatAreMissingAreNamedAndCanBeExecuted) {
  EXPECT_EQ(run({"--shard", "1/3", "--store", "1"}).status, 1);
  EXPECT_EQ(run({"--shard", "3/3", "--store", "3"}).status, 1);
  const Ended ended = gather({"1", "3", "--output", "all"});
  EXPECT_EQ(ended.status, 3);
  EXPECT_THAT(ended.out, AllOf(HasSubstr("missing    order pairwise: positions 40 to 79 (40 tests)"),
                               HasSubstr("--resume --store all --shard 1/1")));
  const Json json = parsed(gather({"1", "3", "--output", "all", "--overwrite", "--json"}).out);
  EXPECT_EQ(json["gaps"], Json::parse(R"([{"level":0,"order":"pairwise","repeat":false,"begin":40,"end":80}])"));
  const Ended resumed = run({"--resume", "--store", "all"});
  EXPECT_THAT(resumed.out, AllOf(HasSubstr("finished   80 of 120"), HasSubstr("what other shards execute is not in"),
                                 HasSubstr("--resume --shard 1/1")));
  EXPECT_EQ(run({"--resume", "--store", "all", "--shard", "1/1"}).status, 1);
  EXPECT_EQ(certificate("all"), certificate("whole.sqlite"));
}

TEST_F(Shards, ThatWereKilledGoOn) {
  const std::string gate = (bench_ / "gates").string();
  fs::create_directories(gate);
  bench_.write("gates/2-fail", "");
  Child killed = bench_.start(
      {smallscope_program, "run", "mixed.toml", "--order", "dense", "--shard", "1/2", "--store", "1", "--jobs", "1"},
      {.environment = {{"SMALLSCOPE_TEST_GATES", gate}}});
  ASSERT_TRUE(killed.wait_until([&] { return fs::exists(gate + "/2-fail.reached"); }));
  killed.send(SIGKILL);
  EXPECT_EQ(killed.wait().signal, SIGKILL);
  bench_.forgive_scratch_files();
  EXPECT_EQ(run({"--order", "dense", "--shard", "2/2", "--store", "2"}).status, 1);
  EXPECT_EQ(gather({"1", "2", "--output", "partial"}).status, 3) << "what was committed is taken";
  EXPECT_EQ(run({"--resume", "--shard", "1/2", "--store", "1"}).status, 1);
  EXPECT_EQ(gather({"partial", "2", "1", "--output", "all"}).status, 0);
  EXPECT_EQ(run({"--order", "dense", "--store", "dense"}).status, 1);
  EXPECT_EQ(certificate("all"), certificate("dense"));
}

TEST_F(Shards, ThatRanTwiceCountOnce) {
  for (const std::string store : {"1", "again"}) EXPECT_EQ(run({"--shard", "1/2", "--store", store}).status, 1);
  EXPECT_EQ(run({"--shard", "2/2", "--store", "2"}).status, 1);
  const Ended ended = gather({"1", "again", "2", "--output", "all"});
  EXPECT_EQ(ended.status, 0);
  EXPECT_THAT(ended.out, HasSubstr("60 tests were executed in several stores: all with the same result"));
  EXPECT_EQ(certificate("all"), certificate("whole.sqlite"));
}

TEST_F(Shards, ThatSayTheSameInOtherWordsAreNotFlaky) {
  bench_.write("words.toml", R"(name = "words"
[inputs]
file = "input.txt"
template = "{{number}}"
[inputs.choices]
number = ["1", "2", "3"]
[subject]
run = ["sh", "-c", "echo error at $(date +%s%N) >&2; exit 1", "{input}"]
[[oracles]]
exit_status = 0
)");
  for (const char* const store : {"one", "other"}) ASSERT_EQ(run({"--store", store}, "words.toml").status, 1);
  EXPECT_THAT(gather({"one", "other", "--output", "all"}).out, HasSubstr("all with the same result, 3 in other words"));
  const Json json = parsed(gather({"one", "other", "--output", "all", "--overwrite", "--json"}).out);
  EXPECT_EQ(json["alike"], 3);
  EXPECT_EQ(json["different"], 0);
  EXPECT_EQ(results::Store::inspect(bench_ / "all").verdict(0, 1), oracles::Verdict::fail);
}

TEST_F(Shards, WithoutAFailureOrAnInputAreNotJudgedAlone) {
  bench_.write("good.toml", R"(
name = "good"
[inputs]
file = "input.txt"
template = "{{n}}"
[inputs.choices]
n = ["1", "2", "3"]
[subject]
run = ["true"]
[[oracles]]
exit_status = 0
)");
  const Ended ended = run({"--shard", "1/9", "--store", "1"}, "good.toml");
  EXPECT_EQ(ended.status, 0) << ended.err << ended.out;
  EXPECT_THAT(ended.out, HasSubstr("finished   0 of 3"));
}

TEST_F(Shards, BeginWithWhatFailedBefore) {
  const auto tests_in = [&](const std::string& store) {
    std::map<results::Ordinal, results::Ordinal> tests;
    results::Store::inspect(bench_ / store).for_each_case([&](const results::Case& failing) {
      tests[failing.ordinal] = failing.test;
      return true;
    });
    return tests;
  };
  const std::vector<std::string> first{"--failed-first", "whole.sqlite"};
  const auto run_first = [&](std::vector<std::string> more) {
    more.insert(more.end(), first.begin(), first.end());
    return run(more);
  };
  EXPECT_EQ(run_first({"--store", "alone"}).status, 1);
  for (const std::string number : {"1", "2"}) {
    const std::string shard = number + "/2";
    EXPECT_EQ(run_first({"--shard", shard, "--store", number, "--max-tests", "10"}).status, 1);
    EXPECT_EQ(results::Store::inspect(bench_ / number).account().failed(), 10u) << "each begins with what failed";
    EXPECT_EQ(run({"--shard", shard, "--store", number, "--resume"}).status, 1);
  }
  EXPECT_EQ(gather({"1", "2", "--output", "all"}).status, 0);
  EXPECT_EQ(run({"--resume", "--store", "all"}).status, 1);
  EXPECT_TRUE(results::Store::inspect(bench_ / "all").account().complete);
  EXPECT_EQ(tests_in("all"), tests_in("alone"));
  EXPECT_EQ(certificate("all"), certificate("alone"));

  EXPECT_EQ(run_first({"--shard", "1/2", "--store", "1", "--resume"}).status, 1) << "the same list, once more";
  EXPECT_EQ(run({"--store", "part", "--max-tests", "20"}).status, 1);
  expect_error(run({"--shard", "2/2", "--store", "1", "--resume", "--failed-first", "part"}), 2,
               HasSubstr("in the order listed"));
  EXPECT_EQ(run({"--shard", "1/2", "--store", "alone", "--resume"}).status, 1) << "nothing is left";
  EXPECT_EQ(run({"--shard", "2/2", "--store", "plain"}).status, 1);
  expect_error(gather({"1", "plain", "--output", "mixed"}), 3, HasSubstr("order"));
}

TEST_F(Shards, RefusalsSayWhatToDo) {
  for (const std::string wrong : {"0/3", "4/3", "1", "a/b", "1/", "-1/3", "1/3/4", "1/99999999999999999999"})
    expect_error(run({"--shard", wrong}), 2, AllOf(HasSubstr("`" + wrong + "`"), HasSubstr("2/7")));
  expect_error(gather({"none", "--output", "all"}), 2, HasSubstr("there is no store none"));
  expect_error(gather({"whole.sqlite", "--output", "whole.sqlite"}), 2, HasSubstr("--overwrite"));
  bench_.write("text", "text");
  expect_error(gather({"whole.sqlite", "text", "--output", "all"}), 3, HasSubstr("not a store"));
  expect_error(gather({"whole.sqlite", "--output", "text", "--overwrite"}), 3, HasSubstr("not a store"));
  EXPECT_EQ(run({"--order", "dense", "--shard", "1/2", "--store", "dense"}).status, 1);
  expect_error(gather({"whole.sqlite", "dense", "--output", "all"}), 3, HasSubstr("order"));
  expect_error(run({"--order", "golden", "--shard", "2/2", "--store", "dense", "--resume"}), 2,
               HasSubstr("in the order dense"));
  EXPECT_FALSE(fs::exists(bench_ / "all"));
}

}  // namespace
}  // namespace smallscope::command_line
