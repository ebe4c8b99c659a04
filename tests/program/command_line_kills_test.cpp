// SPDX-License-Identifier: Apache-2.0
// Runs that are killed at random times, and resumed until they are complete, have the stores of undisturbed ones.
//
// $SMALLSCOPE_TEST_KILLS says how many kills there are to be, for all campaigns together.
#include <csignal>
#include <cstdlib>
#include <random>
#include <thread>

#include "command_line_programs.hpp"

namespace smallscope::command_line {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

struct Subject {
  std::string name;
  std::string program;
  std::string campaign;  ///< or a file of golden/
};
void PrintTo(const Subject& subject, std::ostream* stream) { *stream << subject.name; }

const std::vector<Subject> subjects{{"Commands", smallscope_program, "mixed.toml"},
                                    {"Workers", smallscope_program, "worker.toml"},
                                    {"Values", relative_path, "relative-path"},
                                    {"ValuesThatEndTheProcess", campaigns, "fatal"},
                                    {"MergedValues", campaigns, "merged"}};

/// How often runs of one campaign are to be killed.
int wanted_kills() {
  const char* const wanted = std::getenv("SMALLSCOPE_TEST_KILLS");
  const int all = wanted == nullptr ? 30 : std::stoi(wanted);
  const int campaigns_with_kills = static_cast<int>(subjects.size());
  return (all + campaigns_with_kills - 1) / campaigns_with_kills;
}

class Killed : public ::testing::TestWithParam<Subject> {
 protected:
  void SetUp() override {
    bench_.forgive_scratch_files();
    campaign_ = GetParam().campaign;
    if (!campaign_.ends_with(".toml")) return;
    bench_.specification(campaign_);
    if (campaign_ != "worker.toml") return;
    // Long enough to be met.
    std::string text = text_of(bench_ / campaign_);
    text.replace(text.find("[0, 11]"), 7, "[0, 2999]");
    bench_.write(campaign_, text);
    bench_.specification("worker.py");
  }
  std::vector<std::string> run(const std::string& store, int jobs, const std::string& order) const {
    std::vector<std::string> command{GetParam().program, "run",        campaign_, "--store", store,
                                     "--json",           "--progress", "none",    "--jobs",  std::to_string(jobs),
                                     "--order",          order};
    if (fs::exists(bench_ / store)) command.emplace_back("--resume");
    return command;
  }
  results::Store opened(const std::string& store) const { return results::Store::inspect(bench_ / store); }

  Bench bench_;
  std::string campaign_;
};

TEST_P(Killed, AtRandomAndResumed) {
  std::mt19937_64 random(17);
  const int wanted = wanted_kills();
  std::map<std::string, double> seconds;  // of undisturbed runs, by order
  int kills = 0, stores = 0, before_the_end = 0;
  while (kills < wanted && !HasFailure()) {
    const std::string order = std::vector<std::string>{"dense", "golden", "shuffle"}[random() % 3];
    const std::string through = "through-" + order, stopped = "stopped-" + std::to_string(stores++);
    if (!seconds.contains(order)) {
      const auto start = Clock::now();
      ASSERT_EQ(bench_.run(run(through, 2, order)).status, 1);
      seconds[order] = std::chrono::duration<double>(Clock::now() - start).count();
    }
    for (bool ended = false; !ended && !HasFailure();) {
      const int jobs = 1 + static_cast<int>(random() % 4);
      SCOPED_TRACE("kill " + std::to_string(kills) + ", store " + stopped + ", jobs " + std::to_string(jobs));
      Child child = bench_.start(run(stopped, jobs, order));
      if (kills < wanted) {
        const double fraction = static_cast<double>(random() % 1'000) / 1'000;
        std::this_thread::sleep_for(std::chrono::duration<double>(fraction * seconds[order]));
        child.send(SIGKILL);
      }
      const Ended what = child.wait();
      ended = what.signal != SIGKILL;
      kills += !ended;
      EXPECT_TRUE(!ended || what.status == 1) << ::testing::PrintToString(what);
      EXPECT_TRUE(no_process_is_left());
      if (ended || !fs::exists(bench_ / stopped)) continue;
      EXPECT_THAT(opened(stopped).integrity().damage, ::testing::IsEmpty());
      before_the_end += opened(stopped).account().executed > 0;
    }
    EXPECT_EQ(opened(stopped).canonical_dump() == opened(through).canonical_dump(), true);
    EXPECT_EQ(opened(stopped).certificate(), opened(through).certificate());
    EXPECT_NE(opened(stopped).certificate(), "");
  }
  EXPECT_EQ(kills, wanted);
  std::cout << kills << " kills, " << before_the_end << " of them after something was committed; " << stores
            << " stores\n";
}

INSTANTIATE_TEST_SUITE_P(Runs, Killed, ::testing::ValuesIn(subjects),
                         [](const auto& subject) { return subject.param.name; });

}  // namespace
}  // namespace smallscope::command_line
