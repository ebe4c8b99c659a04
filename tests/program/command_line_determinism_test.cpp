// SPDX-License-Identifier: Apache-2.0
// The same campaign gives the same store: for any number of jobs, interrupted, killed, resumed. With real
// processes.
#include <array>
#include <csignal>
#include <set>

#include "command_line_programs.hpp"

namespace smallscope::command_line {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

struct Subject {
  std::string name;
  std::string program;
  std::string campaign;  // or a file of golden/
  generators::OrderSpecification order;
};

void PrintTo(const Subject& subject, std::ostream* stream) { *stream << subject.name; }

class SameStore : public ::testing::TestWithParam<Subject> {
 protected:
  std::string campaign() const {
    return GetParam().campaign.ends_with(".toml") ? bench_.specification(GetParam().campaign) : GetParam().campaign;
  }
  std::vector<std::string> run(const std::string& store, const std::string& jobs,
                               std::vector<std::string> more = {}) const {
    std::vector<std::string> command{GetParam().program, "run", campaign(), "--store", store, "--jobs", jobs, "--json"};
    const generators::OrderSpecification& order = GetParam().order;
    command.insert(command.end(), {"--order", order.name, "--jump-limit", std::to_string(order.jump_limit), "--seed",
                                   std::to_string(order.seed)});
    if (!fs::exists(bench_ / store)) std::erase(more, "--resume");  // the first of several
    command.insert(command.end(), more.begin(), more.end());
    return command;
  }
  /// What is compared of a store: its dump, the first failure, and the clusters with their names and members.
  std::string contents(const std::string& store) {
    const results::Store opened = results::Store::inspect(bench_ / store);
    const auto first = opened.first_failure();
    std::string text = opened.canonical_dump();
    text += "first " + (first ? std::to_string(first->ordinal) + " " + std::to_string(first->tests) : "none");
    const Json clusters = parsed(bench_.run({GetParam().program, "clusters", store, "--json"}).out)["clusters"];
    for (const Json& cluster : clusters)
      text += "\n" + cluster["id"].dump() + cluster["signature"].dump() + cluster["members"].dump();
    return text;
  }
  void expect_equal(const std::string& store) {
    EXPECT_EQ(results::Store::inspect(bench_ / store).certificate(), certificate_) << store;
    EXPECT_EQ(contents(store), through_) << store;
  }
  void SetUp() override {
    const Ended ended = bench_.run(run("through.sqlite", "1"));
    ASSERT_EQ(ended.status, 1) << ::testing::PrintToString(ended);
    through_ = contents("through.sqlite");
    certificate_ = results::Store::inspect(bench_ / "through.sqlite").certificate();
    EXPECT_NE(certificate_, "");
  }

  Bench bench_;
  std::string through_, certificate_;
};

TEST_P(SameStore, OnSeveralJobs) {
  for (const std::string jobs : {"2", "4"}) {
    EXPECT_EQ(bench_.run(run("jobs" + jobs, jobs)).status, 1);
    expect_equal("jobs" + jobs);
  }
}

TEST_P(SameStore, StoppedAndResumedOnOtherJobs) {
  const std::vector<std::pair<std::string, std::string>> parts{{"1", "2"}, {"20", "1"}, {"21", "4"}, {"90", "2"}};
  for (const auto& [tests, jobs] : parts) {
    const Ended ended = bench_.run(run("parts", jobs, {"--max-tests", tests, "--resume"}));
    EXPECT_EQ(std::to_string(parsed(ended.out)["executed"].get<int>()), tests);
  }
  for (int failures = 0; failures < 3; ++failures) {
    const Ended ended = bench_.run(run("parts", "2", {"--first-failure", "--resume"}));
    EXPECT_EQ(parsed(ended.out)["stop"], "first failure");
  }
  EXPECT_EQ(bench_.run(run("parts", "4", {"--resume"})).status, 1);
  expect_equal("parts");
}

const Subject scripts{"scripts", smallscope_program, "mixed.toml", {.name = "golden"}};
const Subject dense_scripts{"dense_scripts", smallscope_program, "mixed.toml", {.name = "dense"}};
const Subject jumping_scripts{"jumping_scripts", smallscope_program, "mixed.toml", {.name = "jump", .jump_limit = 4}};
const Subject combining_scripts{"combining_scripts", smallscope_program, "mixed.toml", {.name = "pairwise"}};
const Subject values{"values", campaigns, "in-process", {.name = "golden"}};
const Subject dense_values{"dense_values", campaigns, "in-process", {.name = "dense"}};
const Subject shuffled_values{"shuffled_values", campaigns, "in-process", {.name = "shuffle", .seed = 3}};
const auto name_of = [](const auto& info) { return info.param.name; };

INSTANTIATE_TEST_SUITE_P(Campaigns, SameStore,
                         ::testing::Values(scripts, dense_scripts, jumping_scripts, combining_scripts, values,
                                           dense_values, shuffled_values),
                         name_of);

/// Tests that wait: a file named like the choices of a test keeps it from ending, so that it is known where a
/// run is.
class SameStoreOfScripts : public SameStore {
 protected:
  SameStoreOfScripts() { fs::create_directory(bench_ / "gates"); }
  /// The test at this position of the order, or the next one that is run at all, as its gate is called.
  static std::string test_at(results::Ordinal position) {
    const auto order = generators::make_order(GetParam().order, 120);
    for (;; ++position) {
      const results::Ordinal ordinal = order->at(position), number = ordinal / 6;
      const std::string deed = std::array{"pass", "fail", "crash", "reject", "status", "skip"}[ordinal % 6];
      const bool filtered = (deed == "pass" || deed == "crash") && (number == 2 || number == 3 || number == 11);
      if (!filtered) return std::to_string(number) + "-" + deed;
    }
  }
  /// Resumes the run, sends the signal once the test is under way, to the subjects too if asked, and waits for the end.
  Ended signalled_at(results::Ordinal position, const std::string& jobs, int signal, bool subjects_first = false) {
    const fs::path gate = bench_ / "gates" / test_at(position);
    bench_.write("gates/" + gate.filename().string(), "");
    const Setting gates{.environment = {{"SMALLSCOPE_TEST_GATES", (bench_ / "gates").string()}}};
    Child child = bench_.start(run("stopped", jobs, {"--resume"}), gates);
    EXPECT_TRUE(child.wait_until([&] { return fs::exists(gate.string() + ".reached"); })) << gate;
    if (subjects_first) {
      child.send_to_subjects(signal);
      usleep(50'000);  // what is made of that could be in the store
    }
    child.send(signal);
    const Ended ended = child.wait();
    fs::remove(gate);
    fs::remove(gate.string() + ".reached");
    return ended;
  }
  const std::vector<results::Ordinal> positions_{0, 1, 17, 60, 61, 100, 117};
};

TEST_P(SameStoreOfScripts, InterruptedAndResumed) {
  for (std::size_t i = 0; i < positions_.size(); ++i) {
    const Ended ended = signalled_at(positions_[i], i % 3 == 0 ? "1" : "2", std::array{SIGINT, SIGTERM, SIGHUP}[i % 3]);
    EXPECT_EQ(ended.status, 130) << ::testing::PrintToString(ended);
    const Json json = parsed(ended.out);
    EXPECT_EQ(json["stop"], "interrupted");
    EXPECT_EQ(json["complete"], false);
    // Up to the gate, which stands a little later where the tests of that position are filtered out.
    EXPECT_LE(json["executed"].get<results::Ordinal>(), positions_[i] + 3);
  }
  EXPECT_EQ(bench_.run(run("stopped", "2", {"--resume"})).status, 1);
  expect_equal("stopped");
}

TEST_P(SameStoreOfScripts, KilledAndResumed) {
  bench_.forgive_scratch_files();
  for (std::size_t i = 0; i < positions_.size(); ++i)
    EXPECT_EQ(signalled_at(positions_[i], i % 3 == 0 ? "1" : "2", SIGKILL).signal, SIGKILL);
  EXPECT_EQ(bench_.run(run("stopped", "2", {"--resume"})).status, 1);
  expect_equal("stopped");
}

/// As by a scheduler that signals all processes of a job, of which the test that is under way is the first to end.
TEST_P(SameStoreOfScripts, StoppedWithItsSubjects) {
  bench_.forgive_scratch_files();
  for (std::size_t i = 0; i < positions_.size(); ++i) {
    const int signal = i % 2 == 0 ? SIGTERM : SIGKILL;
    const Ended ended = signalled_at(positions_[i], "2", signal, true);
    EXPECT_TRUE(ended.status == 130 || ended.signal == SIGKILL) << ::testing::PrintToString(ended);
  }
  EXPECT_EQ(bench_.run(run("stopped", "2", {"--resume"})).status, 1);
  expect_equal("stopped");
}

/// As above without knowing where the run is: as soon as it has shown a failure, so that the failure is in
/// the store.
TEST_P(SameStoreOfScripts, KilledAsSoonAsAFailureIsShown) {
  bench_.forgive_scratch_files();
  std::size_t known = 0;
  for (int round = 0; round < 5; ++round) {
    Child child = bench_.start(run("stopped", "2", {"--resume", "--progress", "json"}));
    child.wait_until([&] { return text_of(child.standard_error()).find("\"event\":\"case\"") != std::string::npos; });
    child.send(SIGKILL);
    std::size_t shown = 0;
    for (const std::string& line : lines_of(child.wait().err))
      shown += line.find("\"event\":\"case\"") != std::string::npos;
    const auto account = results::Store::inspect(bench_ / "stopped").account();
    EXPECT_GE(account.failed(), known + shown) << "a failure that was shown is lost";
    known = account.failed();
  }
  EXPECT_EQ(bench_.run(run("stopped", "2", {"--resume"})).status, 1);
  expect_equal("stopped");
}

INSTANTIATE_TEST_SUITE_P(Campaigns, SameStoreOfScripts, ::testing::Values(scripts, dense_scripts, jumping_scripts),
                         name_of);

class SameStoreOfValues : public SameStore {};

TEST_P(SameStoreOfValues, InterruptedAndResumed) {
  int interrupted = 0;
  for (const std::string number : {"0", "200", "1000", "1500", "1998"}) {
    const Ended ended = bench_.run(run("stopped", interrupted % 2 == 0 ? "2" : "1", {"--resume"}),
                                   {.environment = {{"SMALLSCOPE_TEST_INTERRUPT", number}}});
    interrupted += ended.status == 130;
    EXPECT_TRUE(ended.status == 130 || ended.status == 1) << ::testing::PrintToString(ended);
  }
  EXPECT_GE(interrupted, 1);
  EXPECT_EQ(bench_.run(run("stopped", "2", {"--resume"})).status, 1);
  expect_equal("stopped");
}

INSTANTIATE_TEST_SUITE_P(Campaigns, SameStoreOfValues, ::testing::Values(values, dense_values, shuffled_values),
                         name_of);

TEST(WhereATestRuns, IsInNoStore) {
  Bench bench;
  bench.write("where.toml",
              "name = \"check/where\"\n[inputs]\nfile = \"input.sh\"\ntemplate = \"exit {{status}}\"\n"
              "[inputs.choices]\nstatus = { range = [1, 40] }\n[subject]\n"
              "run = [\"sh\", \"-c\", \"echo {input}:1 failed in $PWD >&2; sh {input}\"]\ntime_limit = \"5min\"\n"
              "[[oracles]]\ntime_limit = \"5min\"\n"
              "command = { run = [\"sh\", \"-c\", \"echo {scratch}/input.sh is wrong, says $PWD; exit 1\"] }\n");
  std::set<std::string> dumps;
  for (const std::string jobs : {"1", "4"}) {
    EXPECT_EQ(bench.run({smallscope_program, "run", "where.toml", "--store", jobs, "--jobs", jobs}).status, 1);
    dumps.insert(results::Store::inspect(bench / jobs).canonical_dump());
  }
  ASSERT_EQ(dumps.size(), 1u);
  EXPECT_THAT(*dumps.begin(), AllOf(HasSubstr("input.sh:1 failed in ."), HasSubstr("input.sh is wrong, says ."),
                                    Not(HasSubstr("lane-"))));
}

TEST(Interrupted, SaysThatNothingIsLostAndHowToGoOn) {
  Bench bench;
  bench.specification("mixed.toml");
  std::filesystem::create_directory(bench / "gates");
  bench.write("gates/10-pass", "");
  const std::vector<std::string> command{smallscope_program, "run", "mixed.toml", "--order", "dense", "--jobs", "1"};
  const Setting gates{.environment = {{"SMALLSCOPE_TEST_GATES", (bench / "gates").string()}}};
  Child child = bench.start(command, gates);
  ASSERT_TRUE(child.wait_until([&] { return fs::exists(bench / "gates/10-pass.reached"); }));
  child.send(SIGINT);
  const Ended ended = child.wait();
  EXPECT_EQ(ended.status, 130);
  EXPECT_THAT(ended.out, AllOf(HasSubstr("interrupted at 60 of 120, nothing lost"), HasSubstr("28 failing"),
                               HasSubstr("\nnext: " + smallscope_program +
                                         " run mixed.toml --store runs/mixed.sqlite --resume\n")));
  EXPECT_EQ(results::Store::inspect(bench / "runs/mixed.sqlite").account().executed, 60u);
}

TEST(Interrupted, ASecondTimeEndsAtOnce) {
  Bench bench;
  bench.specification("mixed.toml");
  bench.forgive_scratch_files();
  std::filesystem::create_directory(bench / "gates");
  bench.write("gates/0-pass", "");
  const Setting gates{.environment = {{"SMALLSCOPE_TEST_GATES", (bench / "gates").string()}}};
  Child child = bench.start({smallscope_program, "run", "mixed.toml", "--order", "dense"}, gates);
  ASSERT_TRUE(child.wait_until([&] { return fs::exists(bench / "gates/0-pass.reached"); }));
  child.send(SIGINT);
  child.send(SIGINT);
  EXPECT_EQ(child.wait().status, 130);
}

TEST(Killed, WhatIsLeftIsRemovedByTheNextRun) {
  Bench bench;  // looks in the end whether scratch files are left
  bench.specification("mixed.toml");
  std::filesystem::create_directory(bench / "gates");
  bench.write("gates/10-pass", "");
  std::vector<std::string> command{smallscope_program, "run", "mixed.toml", "--order", "dense"};
  Child child = bench.start(command, {.environment = {{"SMALLSCOPE_TEST_GATES", (bench / "gates").string()}}});
  ASSERT_TRUE(child.wait_until([&] { return fs::exists(bench / "gates/10-pass.reached"); }));
  child.send(SIGKILL);
  child.wait();
  ASSERT_TRUE(no_process_is_left());
  command.emplace_back("--resume");
  EXPECT_EQ(bench.run(command).status, 1);
}

/// A terminal that is closed says so several times; `nohup` asks not to be told.
TEST(Interrupted, AHangUpStopsARunOnceUnlessItIsIgnored) {
  for (const bool ignored : {false, true}) {
    Bench bench;
    bench.specification("mixed.toml");
    std::filesystem::create_directory(bench / "gates");
    bench.write("gates/10-pass", "");
    std::vector<std::string> command{smallscope_program, "run", "mixed.toml", "--order", "dense", "--jobs", "1"};
    if (ignored) command.insert(command.begin(), {"/bin/sh", "-c", "trap '' HUP; exec \"$@\"", "-"});
    const Setting gates{.environment = {{"SMALLSCOPE_TEST_GATES", (bench / "gates").string()}}};
    Child child = bench.start(command, gates);
    ASSERT_TRUE(child.wait_until([&] { return fs::exists(bench / "gates/10-pass.reached"); }));
    child.send(SIGHUP);
    child.send(SIGHUP);
    if (ignored) fs::remove(bench / "gates/10-pass");
    const Ended ended = child.wait();
    EXPECT_EQ(ended.status, ignored ? 1 : 130) << ::testing::PrintToString(ended);
    EXPECT_THAT(ended.out,
                HasSubstr(ignored ? "every input has one verdict" : "interrupted at 60 of 120, nothing lost"));
  }
}

}  // namespace
}  // namespace smallscope::command_line
