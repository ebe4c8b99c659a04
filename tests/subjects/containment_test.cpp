// SPDX-License-Identifier: Apache-2.0
// Whatever a subject starts is gone when its execution is over, and only that. These tests run twice: with what the
// machine offers, and with SMALLSCOPE_CONTAINMENT=subreaper.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <smallscope/subjects/command.hpp>
#include <thread>

#include "files.hpp"
#include "processes.hpp"

namespace smallscope::subjects {
namespace {

using testing::AnyOf;
using testing::IsEmpty;

Command shell_command(std::string script) { return {{"/bin/sh", "-c", std::move(script)}, {}, {}}; }

class Containment : public testing::Test {
 protected:
  Observation run(Command command, std::chrono::milliseconds time = std::chrono::seconds(20),
                  std::stop_token stop = {}) {
    Limits limits;
    limits.time = time;
    return commands({std::move(command)}, limits)->open(directory_.path())->observe({}, stop);
  }
  /// Runs it, expects that it printed a line for each of `count` processes that it left behind, and that none is left.
  void expect_none_of(std::size_t count, const std::string& script, Ending ending = Ending::completed,
                      std::chrono::milliseconds time = std::chrono::seconds(20)) {
    const Observation observation = run(shell_command(script), time);
    EXPECT_EQ(observation.ending, ending) << testing::PrintToString(observation.messages);
    EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(observation.standard_output, '\n')), count)
        << observation.standard_output << observation.standard_error;
    EXPECT_THAT(processes_with(mark_), IsEmpty());
  }
  TemporaryDirectory directory_;
  const std::string mark_ = fresh_mark();
  const std::string sleep_ = "sleep " + mark_;
  /// In a session of its own, which a shell that has nothing else to do leaves at once; says that it is there.
  const std::string daemon_ = "setsid sh -c 'echo there; exec " + sleep_ + "' & ";
};

TEST_F(Containment, SaysWhatIsInUse) {
  const char* const wanted = std::getenv("SMALLSCOPE_CONTAINMENT");
  if (wanted != nullptr)
    EXPECT_EQ(containment(), wanted);
  else
    EXPECT_THAT(containment(), AnyOf("PID namespace", "subreaper", "process group"));
}

TEST_F(Containment, AChildThatHoldsThePipeDoesNotHoldUs) { expect_none_of(1, sleep_ + " & echo there"); }

TEST_F(Containment, SessionsOfTheirOwnAndDaemonsAreKilled) {
  expect_none_of(2, "setsid sh -c 'echo > a; exec " + sleep_ + "' & (setsid sh -c 'echo > b; exec " + sleep_ +
                        "' &) & while ! [ -s a ] || ! [ -s b ]; do sleep 0.01; done; cat a b");
}

TEST_F(Containment, SessionsOfTheirOwnWithoutEnvironmentAreKilled) {
  for (int i = 0; i < 10; ++i)
    expect_none_of(1, "setsid env -i sh -c 'echo > a; exec " + sleep_ +
                          "' & while ! [ -s a ]; do sleep 0.01; done; "
                          "cat a");
}

TEST_F(Containment, DaemonsWithoutEnvironmentOfASubjectThatHangsAreKilled) {
  expect_none_of(1, "(setsid env -i sh -c 'echo there; exec " + sleep_ + "' &); " + sleep_, Ending::timed_out,
                 std::chrono::seconds(2));
}

TEST_F(Containment, DaemonsThatHoldThePipeAndFloodItAreKilled) {
  run(shell_command("setsid sh -c 'echo > a; yes " + mark_ + "' & while ! [ -s a ]; do sleep 0.01; done"));
  EXPECT_THAT(processes_with(mark_), IsEmpty());
}

TEST_F(Containment, ProcessesThatKeepStartingOthersAreKilled) {
  run(shell_command("echo '#!/bin/sh\nsetsid env -i $0 " + mark_ + " &' > again; chmod +x again; ./again; sleep 0.2"));
  EXPECT_THAT(processes_with(mark_), IsEmpty());
}

TEST_F(Containment, NoDeadChildrenRemain) {
  run(shell_command("for i in 1 2 3; do setsid sh -c 'exit 0' & done; sleep 0.05"));
  run(shell_command("exit 0"));
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

TEST_F(Containment, ASubreaperAdoptsNothing) {
  if (containment() != "PID namespace") GTEST_SKIP() << "the keeper that looks for marks lives as long as the process";
  prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
  for (int i = 0; i < 3; ++i) run(shell_command(daemon_ + "sleep 0.05"));
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
  prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0);
}

TEST_F(Containment, TheEmbeddingProgramsOwnChildrenAreLeftAlone) {
  const pid_t sleeper = vfork();
  if (sleeper == 0) {
    execl("/bin/sleep", "sleep", "1000", nullptr);
    _exit(127);
  }
  const pid_t ended = vfork();
  if (ended == 0) _exit(5);
  run(shell_command("setsid sleep 1000 & exit 0"));
  EXPECT_EQ(kill(sleeper, 0), 0);
  int status = 0;
  EXPECT_EQ(waitpid(ended, &status, 0), ended);
  EXPECT_EQ(WEXITSTATUS(status), 5);
  kill(sleeper, SIGKILL);
  EXPECT_EQ(waitpid(sleeper, &status, 0), sleeper);
}

TEST_F(Containment, LanesDoNotKillOneAnothersOrphans) {
  // The patient lane's daemon must live until its own execution ends, while the other lane runs many tests
  // with daemons.
  std::atomic<bool> done = false;
  const TemporaryDirectory busy, patient;
  std::atomic<int> executions = 0;
  std::thread other([&] {
    const auto session = commands({shell_command("setsid sleep 1000 & exit 0")})->open(busy.path());
    while (!done) {
      EXPECT_EQ(session->observe({}, {}).ending, Ending::completed);
      ++executions;
    }
  });
  const auto session =
      commands({shell_command("(setsid sh -c 'echo $$ > a; exec " + sleep_ +
                              "' &); while ! [ -s a ]; do sleep 0.01; done; sleep 0.3; kill -0 $(cat a) && cat a")})
          ->open(patient.path());
  for (int i = 0; i < 3 || executions <= 3; ++i) {
    const Observation observation = session->observe({}, {});
    EXPECT_EQ(observation.exit_status, 0) << "the daemon was killed by the other lane";
    EXPECT_THAT(processes_with(mark_), IsEmpty());
  }
  done = true;
  other.join();
}

TEST_F(Containment, StoppingLeavesNothing) {
  std::stop_source stop;
  const std::filesystem::path marker = directory_.path() / "started";
  std::thread stopper([&] {
    while (!std::filesystem::exists(marker)) std::this_thread::yield();
    stop.request_stop();
  });
  const Observation observation =
      run(shell_command("setsid sh -c 'echo > x; exec " + sleep_ + "' & while ! [ -s x ]; do sleep 0.01; done; touch " +
                        marker.string() + "; " + sleep_),
          std::chrono::seconds(60), stop.get_token());
  stopper.join();
  EXPECT_EQ(observation.ending, Ending::cancelled);
  EXPECT_THAT(processes_with(mark_), IsEmpty());
  EXPECT_EQ(run(shell_command("exit 0"), std::chrono::seconds(60), stop.get_token()).ending, Ending::cancelled);
}

TEST_F(Containment, ARunnerInsideASubjectIsContainedToo) {
  // An inner runner's executions extend our mark, so that its orphans are known to us.
  expect_none_of(1, "SMALLSCOPE_EXECUTION=$SMALLSCOPE_EXECUTION/inner-1 setsid sh -c 'echo > a; exec " + sleep_ +
                        "' & while ! [ -s a ]; do sleep 0.01; done; cat a");
}

TEST_F(Containment, ASubjectFindsItselfInProc) {
  const Observation observation = run(shell_command("tr '\\0' ' ' < /proc/$$/cmdline"));
  EXPECT_THAT(observation.standard_output, testing::StartsWith("/bin/sh -c tr"));
}

TEST_F(Containment, ASubjectThatAbortsSaysSo) {
  // The first process of a namespace would not be killed by its own signals.
  EXPECT_EQ(run(shell_command("kill -ABRT $$")).signal, SIGABRT);
  EXPECT_EQ(run(shell_command("kill -TERM $$")).signal, SIGTERM);
}

TEST_F(Containment, ASubjectThatKillsWhomItCanKillsNoLane) {
  if (containment() != "PID namespace") GTEST_SKIP() << "without PID namespaces it would kill this program";
  std::atomic<bool> done = false;
  const TemporaryDirectory patient;
  std::thread other([&] {
    const auto session = commands({shell_command("sleep 0.05; echo lived")})->open(patient.path());
    while (!done) EXPECT_EQ(session->observe({}, {}).standard_output, "lived\n");
  });
  for (int i = 0; i < 5; ++i) run(shell_command("kill -KILL -1; sleep 0.02"));
  done = true;
  other.join();
}

TEST_F(Containment, ParallelLanesRunManyCommands) {
  std::vector<std::thread> lanes;
  std::atomic<int> completed = 0;
  for (int lane = 0; lane < 4; ++lane) {
    lanes.emplace_back([&] {
      const TemporaryDirectory directory;
      const auto session = commands({shell_command("exit 7")})->open(directory.path());
      for (int i = 0; i < 50; ++i) completed += session->observe({}, {}).exit_status == 7;
    });
  }
  for (std::thread& lane : lanes) lane.join();
  EXPECT_EQ(completed, 200);
}

}  // namespace
}  // namespace smallscope::subjects
