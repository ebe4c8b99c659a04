// SPDX-License-Identifier: Apache-2.0
// A runner that is killed takes its subjects with it: commands, workers, and what these started.
#include "../subjects/processes.hpp"
#include "command_line_programs.hpp"

namespace smallscope::command_line {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr std::string_view worker = R"py(
import json, os, subprocess, sys, time
requests = os.fdopen(int(os.environ["SMALLSCOPE_REQUESTS"]))
replies = os.fdopen(int(os.environ["SMALLSCOPE_REPLIES"]), "w")
requests.readline()
greeting = {"protocol": "smallscope-worker", "version": 1, "subject": "sleeper", "subject_version": "1"}
print(json.dumps(greeting), file=replies, flush=True)
requests.readline()
subprocess.Popen(["setsid"] + sys.argv[1:])
open("started", "w").close()
while True:
    try:
        time.sleep(1000)
    except BaseException:
        pass
)py";

/// With what the machine offers, and without PID namespaces.
class KilledRunner : public testing::TestWithParam<std::string> {
 protected:
  /// In a session of its own; where there are no namespaces, with the environment by which it is found.
  std::string left_behind() const { return GetParam().empty() ? "env -i sleep " + mark_ : "sleep " + mark_; }
  /// Kills the runner of a specification with this subject when `processes` have the mark, and expects that all go.
  void expect_none_left(const std::string& subject, std::size_t processes) {
#ifdef __SANITIZE_THREAD__
    GTEST_SKIP() << "under the thread sanitizer there are no keepers";
#endif
    bench_.forgive_scratch_files();
    bench_.write("sleeping.toml",
                 "name = \"check/sleeping\"\n[inputs.choices]\nnumber = { range = [0, 99] }\n[subject]\n" + subject +
                     "time_limit = \"5min\"\n[[oracles]]\nno_crash = true\n");
    Setting setting;
    if (!GetParam().empty()) setting.environment.emplace("SMALLSCOPE_CONTAINMENT", GetParam());
    for (int round = 0; round < 3; ++round) {
      Child child = bench_.start({smallscope_program, "run", "sleeping.toml", "--jobs", "1"}, setting);
      EXPECT_TRUE(child.wait_until([&] { return subjects::processes_with(mark_).size() >= processes; }))
          << ::testing::PrintToString(child.wait());
      child.send(SIGKILL);
      EXPECT_EQ(child.wait().signal, SIGKILL);
      EXPECT_TRUE(no_process_is_left());
      EXPECT_THAT(subjects::processes_with(mark_), IsEmpty());
    }
  }
  Bench bench_;
  const std::string mark_ = subjects::fresh_mark();
};

TEST_P(KilledRunner, LeavesNoCommands) {
  expect_none_left(
      "run = [\"sh\", \"-c\", \"setsid " + left_behind() + " & exec sleep " + mark_ + "\", \"-\", \"{number}\"]\n", 2);
}

TEST_P(KilledRunner, LeavesNoWorkers) {
  bench_.write("worker.py", worker);
  std::string arguments;
  for (std::string words = left_behind() + " "; !words.empty(); words.erase(0, words.find(' ') + 1))
    arguments += ", \"" + words.substr(0, words.find(' ')) + "\"";
  // The worker has the mark among its arguments, too.
  expect_none_left("worker = [\"" + python + "\", \"{here}/worker.py\"" + arguments + "]\nstart_limit = \"5min\"\n", 2);
}

INSTANTIATE_TEST_SUITE_P(Containment, KilledRunner, testing::Values("", "subreaper"),
                         [](const auto& each) { return each.param.empty() ? "Offered" : "Subreaper"; });

}  // namespace
}  // namespace smallscope::command_line
