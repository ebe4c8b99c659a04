// SPDX-License-Identifier: Apache-2.0
// Whatever a subject starts is gone when its execution is over, and only that.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <smallscope/subjects/command.hpp>
#include <sstream>
#include <thread>

#include "temporary.hpp"

namespace smallscope::subjects {
namespace {

using testing::AnyOf;

const char daemonising_script[] = R"(import os, sys, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        print(os.getpid(), flush=True)
        time.sleep(1000)
    os._exit(0)
os.wait()
while sys.argv[1] == "hang": time.sleep(1000)
# Only when the daemon has said its number is the parent done.
)";

Command shell_command(std::string script) { return {{"/bin/sh", "-c", std::move(script)}, {}, {}}; }

bool gone(pid_t pid) { return kill(pid, 0) != 0 && errno == ESRCH; }

std::vector<pid_t> numbers_in(const std::string& text) {
  std::vector<pid_t> numbers;
  std::istringstream stream(text);
  for (pid_t number; stream >> number;) numbers.push_back(number);
  return numbers;
}

void expect_all_gone(const std::string& numbers, std::size_t count) {
  const std::vector<pid_t> pids = numbers_in(numbers);
  EXPECT_EQ(pids.size(), count) << numbers;
  for (const pid_t pid : pids) EXPECT_TRUE(gone(pid)) << pid;
}

class Containment : public testing::Test {
 protected:
  Observation run(Command command, std::chrono::milliseconds time = std::chrono::seconds(20),
                  std::stop_token stop = {}) {
    Limits limits;
    limits.time = time;
    return commands({std::move(command)}, limits)->open(directory_.path())->observe({}, stop);
  }
  TemporaryDirectory directory_;
};

TEST_F(Containment, SaysWhatIsInUse) { EXPECT_THAT(containment(), AnyOf("subreaper", "process group")); }

TEST_F(Containment, AChildThatHoldsThePipeDoesNotHoldUs) {
  const Observation observation = run(shell_command("sleep 1000 & echo $!"));
  EXPECT_EQ(observation.ending, Ending::completed);
  expect_all_gone(observation.standard_output, 1);
}

TEST_F(Containment, SessionsOfTheirOwnAndDaemonsAreKilled) {
  // $! is the number of the process that setsid becomes, since it does not lead a group.
  const Observation observation =
      run(shell_command("setsid sh -c 'echo $$ > a; sleep 1000' & (setsid sh -c 'echo $$ > b; sleep 1000' &) & "
                        "while ! [ -s a ] || ! [ -s b ]; do sleep 0.01; done; cat a b"));
  EXPECT_EQ(observation.ending, Ending::completed);
  expect_all_gone(observation.standard_output, 2);
}

TEST_F(Containment, DaemonsOfASubjectThatHangsAreKilled) {
  const Observation observation =
      run({{SMALLSCOPE_PYTHON, "-c", daemonising_script, "hang"}, {}, {}}, std::chrono::seconds(3));
  EXPECT_EQ(observation.ending, Ending::timed_out);
  expect_all_gone(observation.standard_output, 1);
}

TEST_F(Containment, DaemonsThatHoldThePipeAndFloodItAreKilled) {
  const Observation observation =
      run(shell_command("setsid sh -c 'echo $$ > a; yes' & while ! [ -s a ]; do sleep 0.01; done; cat a >&2"));
  expect_all_gone(observation.standard_error, 1);
}

TEST_F(Containment, NoDeadChildrenRemain) {
  run(shell_command("for i in 1 2 3; do setsid sh -c 'exit 0' & done; sleep 0.05"));
  run(shell_command("exit 0"));
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
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
  EXPECT_FALSE(gone(sleeper));
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
      commands({shell_command("(setsid sh -c 'echo $$ > a; sleep 1000' &); while ! [ -s a ]; do sleep 0.01; done; "
                              "sleep 0.3; kill -0 $(cat a) && cat a")})
          ->open(patient.path());
  for (int i = 0; i < 3 || executions <= 3; ++i) {
    const Observation observation = session->observe({}, {});
    EXPECT_EQ(observation.exit_status, 0) << "the daemon was killed by the other lane";
    expect_all_gone(observation.standard_output, 1);
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
      run(shell_command("setsid sh -c 'echo $$; echo > x; sleep 1000' & echo $$; while ! [ -s "
                        "x ]; do sleep 0.01; done; touch " +
                        marker.string() + "; sleep 1000"),
          std::chrono::seconds(60), stop.get_token());
  stopper.join();
  EXPECT_EQ(observation.ending, Ending::cancelled);
  expect_all_gone(observation.standard_output, 2);
  EXPECT_EQ(run(shell_command("exit 0"), std::chrono::seconds(60), stop.get_token()).ending, Ending::cancelled);
}

TEST_F(Containment, ARunnerInsideASubjectIsContainedToo) {
  // An inner runner's executions extend our mark, so that its orphans are known to us.
  const Observation observation =
      run(shell_command("SMALLSCOPE_EXECUTION=$SMALLSCOPE_EXECUTION/inner-1 setsid sh -c 'echo $$ > a; sleep 1000' & "
                        "while ! [ -s a ]; do sleep 0.01; done; cat a"));
  expect_all_gone(observation.standard_output, 1);
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
