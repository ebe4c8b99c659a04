// SPDX-License-Identifier: Apache-2.0
// Inputs that end the runner's process, in campaigns that execute them in it: named, counted, and survived.
#include "command_line_programs.hpp"

namespace smallscope::command_line {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::UnorderedElementsAre;

/// The messages of crashes and time-outs, by ordinal.
std::map<results::Ordinal, std::string> ends_in(const std::filesystem::path& file) {
  std::map<results::Ordinal, std::string> ends;
  results::Store::inspect(file).for_each_case([&](const results::Case& one) {
    if (one.verdict == oracles::Verdict::crashed || one.verdict == oracles::Verdict::timed_out)
      ends[one.ordinal] = one.judgements.front().messages.front();
    return true;
  });
  return ends;
}

const std::map<results::Ordinal, std::string> fatal_ends{{0, "killed by SIGSEGV"},
                                                         {7'000, "killed by SIGSEGV"},
                                                         {7'001, "killed by SIGABRT"},
                                                         {12'000, "ended the process with status 0"},
                                                         {15'000, "ended the process with status 7"},
                                                         {19'999, "killed by SIGSEGV"}};

class Fatal : public testing::Test {
 protected:
#ifdef __SANITIZE_ADDRESS__
  // The sanitizer would end the process itself, with an exit status.
  static void SetUpTestSuite() { setenv("ASAN_OPTIONS", "handle_segv=0", 1); }
#endif
  std::vector<std::string> run(const std::string& store, std::vector<std::string> more = {}) const {
    std::vector<std::string> command{campaigns, "run", "fatal", "--store", store};
    command.insert(command.end(), more.begin(), more.end());
    return command;
  }
  Bench bench_;
};

TEST_F(Fatal, InputsAreNamedAndTheRestIsExecuted) {
  const Ended ended = bench_.run(run("s.sqlite", {"--jobs", "2"}));
  EXPECT_EQ(ended.status, 1) << ::testing::PrintToString(ended);
  EXPECT_THAT(ended.err, AllOf(HasSubstr("note: input #7000 was killed by SIGSEGV; it is a failure"),
                               HasSubstr("note: input #12000 ended the process with status 0")));
  EXPECT_EQ(ends_in(bench_ / "s.sqlite"), fatal_ends);
  const auto account = results::Store::inspect(bench_ / "s.sqlite").account();
  EXPECT_TRUE(account.complete);
  EXPECT_EQ(account.failed(), fatal_ends.size() + 20);
}

TEST_F(Fatal, StoresAreEqualForAnyNumberOfJobs) {
  bench_.run(run("one.sqlite", {"--jobs", "1"}));
  for (const std::string order : {"dense", "shuffle"}) {
    bench_.run(run(order + "1.sqlite", {"--jobs", "1", "--order", order}));
    bench_.run(run(order + "3.sqlite", {"--jobs", "3", "--order", order}));
    EXPECT_EQ(dump_of(bench_ / (order + "1.sqlite")), dump_of(bench_ / (order + "3.sqlite")));
    EXPECT_EQ(ends_in(bench_ / (order + "1.sqlite")), fatal_ends);
  }
}

TEST_F(Fatal, AnIsolatedRunLeavesTheSameStore) {
  for (const std::string order : {"dense", "shuffle", "pairwise-dense"}) {
    bench_.run(run(order + ".sqlite", {"--order", order, "--jobs", "2"}));
    const Ended ended = bench_.run(run(order + "-i.sqlite", {"--order", order, "--jobs", "2", "--isolate"}));
    EXPECT_EQ(ended.status, 1) << ::testing::PrintToString(ended);
    EXPECT_THAT(ended.err, Not(HasSubstr("note: input")));
    EXPECT_EQ(dump_of(bench_ / (order + ".sqlite")), dump_of(bench_ / (order + "-i.sqlite")));
  }
  EXPECT_EQ(bench_.run(run("first.sqlite", {"--order", "dense", "--isolate", "--first-failure"})).status, 1);
  EXPECT_EQ(results::Store::inspect(bench_ / "first.sqlite").first_failure()->tests, 1u);
}

TEST_F(Fatal, CommandsThatExecuteInputsAgainSurviveThem) {
  bench_.run(run("s.sqlite", {"--order", "dense"}));
  for (const auto& [ordinal, end] : fatal_ends) {
    const Ended ended = bench_.run({campaigns, "replay", "s.sqlite", std::to_string(ordinal)});
    EXPECT_EQ(ended.status, 1) << ordinal;
    EXPECT_THAT(ended.out, AllOf(HasSubstr("verdict: crashed, as recorded"), HasSubstr(end)));
  }
  EXPECT_EQ(bench_.run({campaigns, "replay", "s.sqlite", "7000", "--one-process"}).signal, SIGSEGV);
  bench_.forgive_scratch_files();
  const Ended again = bench_.run({campaigns, "recheck", "s.sqlite"});
  EXPECT_THAT(again.out, HasSubstr("26 still fail")) << again.out << again.err;
  EXPECT_THAT(bench_.run({campaigns, "verify", "s.sqlite", "--sample", "2000"}).out,
              HasSubstr("2,000 inputs executed again: 2,000 as recorded, 0 different"));
}

TEST_F(Fatal, IsolatedTestsHaveLimits) {
  const Ended slow =
      bench_.run({campaigns, "run", "never-ending", "--store", "slow", "--isolate", "--timeout", "500ms"});
  EXPECT_EQ(slow.status, 1) << ::testing::PrintToString(slow);
  EXPECT_EQ(ends_in(bench_ / "slow"), (std::map<results::Ordinal, std::string>{{500, "did not end within 0.5 s"}}));
  Child child = bench_.start({campaigns, "run", "never-ending", "--store", "stop", "--order", "dense", "--isolate"});
  EXPECT_TRUE(child.wait_until([&] { return std::filesystem::exists(bench_ / "stop"); }));
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  child.send(SIGTERM);
  EXPECT_EQ(child.wait().status, 130);
}

TEST_F(Fatal, IsolatedTestsHaveAsMuchMemoryAsAllowed) {
  EXPECT_EQ(bench_.run({campaigns, "run", "hungry", "--store", "fed", "--isolate"}).status, 0);
  EXPECT_EQ(
      bench_.run({campaigns, "run", "hungry", "--store", "starved", "--isolate", "--memory-limit", "300MiB"}).status,
      1);
  EXPECT_THAT(ends_in(bench_ / "starved"), testing::ElementsAre(testing::Pair(50u, HasSubstr("bad_alloc"))));
}

TEST_F(Fatal, StateThatLeaksBetweenIsolatedInputsIsSaid) {
  const Ended ended =
      bench_.run({campaigns, "run", "leaking", "--store", "s.sqlite", "--isolate", "--order", "dense", "--jobs", "1"});
  EXPECT_EQ(ended.status, 0) << ended.out;
  EXPECT_THAT(ended.err, HasSubstr("none of them ends one alone: something is left behind"));
}

TEST_F(Fatal, AFatalInputIsAFirstFailure) {
  const Ended ended = bench_.run(run("s.sqlite", {"--order", "dense", "--first-failure", "--json"}));
  EXPECT_EQ(ended.status, 1);
  const Json json = parsed(ended.out);
  EXPECT_EQ(json["first_failure"]["tests"], 1);
  EXPECT_EQ(json["stop"], "first failure");
}

TEST_F(Fatal, ResultsWithoutAStoreEndThere) {
  const Ended ended = bench_.run({campaigns, "run", "fatal", "--no-store", "--order", "dense"});
  EXPECT_EQ(ended.status, 3);
  EXPECT_THAT(ended.err, AllOf(HasSubstr("error: the run was killed by SIGSEGV while"), HasSubstr("--store")));
}

TEST_F(Fatal, InOneProcessTheRunEnds) {
  bench_.forgive_scratch_files();
  const Ended ended = bench_.run(run("s.sqlite", {"--one-process", "--order", "dense"}));
  EXPECT_EQ(ended.signal, SIGSEGV);
  EXPECT_EQ(bench_.run(run("s.sqlite", {"--resume"})).status, 1);
  EXPECT_EQ(ends_in(bench_ / "s.sqlite"), fatal_ends);
}

TEST_F(Fatal, ATestThatDoesNotEndIsAFailureBeyondTheTimeout) {
  const Ended ended = bench_.run({campaigns, "run", "never-ending", "--store", "s.sqlite", "--timeout", "500ms"});
  EXPECT_EQ(ended.status, 1) << ::testing::PrintToString(ended);
  EXPECT_EQ(ends_in(bench_ / "s.sqlite"), (std::map<results::Ordinal, std::string>{{500, "did not end within 0.5 s"}}));
  EXPECT_TRUE(results::Store::inspect(bench_ / "s.sqlite").account().complete);
}

TEST_F(Fatal, ATestThatDoesNotEndCannotHoldUpAStop) {
  Child child = bench_.start({campaigns, "run", "never-ending", "--store", "s.sqlite", "--order", "dense"});
  EXPECT_TRUE(child.wait_until([&] { return std::filesystem::exists(bench_ / "s.sqlite"); }));
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  child.send(SIGTERM);
  const Ended ended = child.wait();
  EXPECT_EQ(ended.status, 130) << ::testing::PrintToString(ended);
  EXPECT_THAT(ended.err, HasSubstr("did not end within 5 s of the request to stop, and was killed"));
}

TEST_F(Fatal, ATestThatOnlyNeedsMoreTimePasses) {
  for (const std::vector<std::string>& how : {std::vector<std::string>{}, {"--isolate"}}) {
    std::vector<std::string> command{campaigns, "run",    "slow", "--store",   "s.sqlite", "--overwrite", "--order",
                                     "dense",   "--jobs", "2",    "--timeout", "500ms",    "--json"};
    command.insert(command.end(), how.begin(), how.end());
    const Ended ended = bench_.run(command);
    EXPECT_EQ(ended.status, 0) << ::testing::PrintToString(ended);
    EXPECT_EQ(parsed(ended.out)["failed"], 0);
  }
}

TEST_F(Fatal, MistakesAreNoEndsOfTests) {
  expect_error(bench_.run({campaigns, "run", "fatal", "--timeout", "soon"}), 2, HasSubstr("--timeout: `soon`"));
  expect_error(bench_.run({campaigns, "run", "fatal", "--timeout", "1s", "--one-process"}), 2,
               HasSubstr("contradict each other"));
  expect_error(bench_.run({campaigns, "run", "fatal", "--isolate", "--one-process"}), 2,
               HasSubstr("contradict each other"));
  expect_error(bench_.run({campaigns, "run", "fatal", "--memory-limit", "1GiB"}), 2, HasSubstr("--isolate"));
  expect_error(bench_.run({smallscope_program, "run", bench_.specification("mixed.toml"), "--isolate"}), 2,
               HasSubstr("processes of their own"));
  expect_error(bench_.run({campaigns, "run", "overflowing", "--no-store"}), 2, HasSubstr("64 bits"));
}

}  // namespace
}  // namespace smallscope::command_line
