// SPDX-License-Identifier: Apache-2.0
#include "containment.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <smallscope/subjects/command.hpp>
#include <string_view>
#include <thread>
#include <vector>

#include "descriptor.hpp"
#include "keeper.hpp"
#include "proc_file.hpp"

namespace smallscope::subjects {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto patience = std::chrono::seconds(5);
/// How often a process without any environment is looked at again: it may be in the middle of exec or exit.
constexpr int most_second_looks = 20;

/// The children that executions started themselves. The one lane that is reaping orphans holds `rounds`.
struct Leaders {
  std::mutex mutex;
  std::vector<pid_t> live;
  std::vector<pid_t> before;  ///< children that were there before anything was executed
  int starting = 0;           ///< children that may exist but are not yet registered
  std::mutex rounds;
};

Leaders& leaders() {
  static Leaders all;
  return all;
}

/// Orphans are re-parented to the first living thread, which is the main one; other threads have only the children that
/// they started.
class Children {
 public:
  Children() : file_(open(fmt::format("/proc/self/task/{}/children", getpid()).c_str(), O_RDONLY | O_CLOEXEC)) {}
  bool available() const { return file_ >= 0; }

  std::vector<pid_t> list() const { return numbers_from(file_); }

 private:
  int file_;  // open for the life of the process
};

const Children& children() {
  static const Children all;
  return all;
}

struct Orphan {
  bool dead = false;
  pid_t group = 0;
  enum class Owner { us, other, unclear } owner = Owner::other;
};

/// "pid (name) state ppid pgrp ...": the name may contain anything, so the fields are counted from its last bracket.
Orphan examine(pid_t pid, const std::string& mark, pid_t group) {
  Orphan orphan;
  const std::string stat = read_proc(fmt::format("/proc/{}/stat", pid));
  const std::size_t bracket = stat.rfind(')');
  if (bracket == std::string::npos || bracket + 2 >= stat.size()) return orphan;
  const char state = stat[bracket + 2];
  orphan.dead = state == 'Z' || state == 'X';
  const std::size_t parent = bracket + 4, after = stat.find(' ', parent);
  if (after != std::string::npos) {
    std::from_chars(stat.data() + after + 1, stat.data() + stat.size(), orphan.group);
  }
  if (orphan.dead) return orphan;
  if (orphan.group == group) {
    orphan.owner = Orphan::Owner::us;
    return orphan;
  }
  const std::string environment = read_proc(fmt::format("/proc/{}/environ", pid));
  if (environment.empty()) {
    orphan.owner = Orphan::Owner::unclear;
    return orphan;
  }
  const std::string wanted = fmt::format("{}={}", mark_variable, mark);
  for (std::size_t at = environment.find(wanted); at != std::string::npos; at = environment.find(wanted, at + 1)) {
    const std::size_t end = at + wanted.size();
    const bool starts = at == 0 || environment[at - 1] == '\0';
    // "/" continues the mark of an execution that was started by a runner inside this one.
    if (starts && (end == environment.size() || environment[end] == '\0' || environment[end] == '/')) {
      orphan.owner = Orphan::Owner::us;
    }
  }
  return orphan;
}

/// What all marks of this process begin with.
const std::string& mark_prefix() {
  // The start time distinguishes this process from an earlier one with the same number.
  static const std::string prefix = [] {
    const char* outer = std::getenv(mark_variable);
    return fmt::format("{}{}{}-{:x}-", outer ? outer : "", outer ? "/" : "", getpid(),
                       Clock::now().time_since_epoch().count());
  }();
  return prefix;
}

struct Round {
  bool killed = false;   ///< something of ours was still alive
  bool unclear = false;  ///< something may have been ours
};

Round kill_round(const std::string& mark, pid_t group, std::vector<pid_t>& killed) {
  Round round;
  const std::lock_guard turn(leaders().rounds);
  // Leaders are read before and after the children, so one that starts or ends in between is in one of the lists.
  std::unique_lock lock(leaders().mutex);
  std::vector<pid_t> excepted = leaders().live;
  bool idle = excepted.empty() && leaders().starting == 0;
  lock.unlock();
  const std::vector<pid_t> pids = children().list();
  lock.lock();
  excepted.insert(excepted.end(), leaders().live.begin(), leaders().live.end());
  excepted.insert(excepted.end(), leaders().before.begin(), leaders().before.end());
  const bool quiet = leaders().starting == 0;
  idle = idle && quiet && leaders().live.empty();
  lock.unlock();

  for (const pid_t pid : pids) {
    if (std::ranges::find(excepted, pid) != excepted.end()) continue;
    const Orphan orphan = examine(pid, mark, group);
    // Children of the embedding program are in the runner's own group, or were there before.
    const bool ours = orphan.owner == Orphan::Owner::us || orphan.group == group ||
                      std::ranges::find(killed, pid) != killed.end() ||
                      (idle && !orphan.dead && orphan.group > 0 && orphan.group != getpgrp());
    // What has ended since the children were listed may have left others, which are not in the list.
    if (orphan.group != getpgrp() && (orphan.dead || orphan.group == 0)) round.unclear = true;
    if (orphan.dead) {
      // Dead processes carry no mark. One of unknown origin may be another lane's leader that is not registered yet.
      // Processes in the runner's own group are children of the embedding program. Both are left for a later round.
      if (ours || (quiet && orphan.group != getpgrp())) waitpid(pid, nullptr, WNOHANG);
    } else if (ours) {
      kill(pid, SIGKILL);
      killed.push_back(pid);
      round.killed = true;
    } else if (orphan.owner == Orphan::Owner::unclear) {
      round.unclear = true;
    }
  }
  return round;
}

}  // namespace

bool adopts_orphans() {
  static const bool adopts = [] {
    // Before this process is a subreaper, so that the keeper is no child of it.
    kill_marked_at_end(fmt::format("{}={}", mark_variable, mark_prefix()));
    const bool possible = prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0 && children().available();
    const std::lock_guard lock(leaders().mutex);
    if (possible) leaders().before = children().list();
    return possible;
  }();
  return adopts;
}

std::string containment() {
  if (auto space = take_namespace()) {
    give_back(std::move(space));
    return "PID namespace";
  }
  return adopts_orphans() ? "subreaper" : "process group";
}

std::string new_mark() {
  static std::atomic<std::uint64_t> count = 0;
  return mark_prefix() + std::to_string(++count);
}

Start::Start() {
  const std::lock_guard lock(leaders().mutex);
  ++leaders().starting;
}

Start::~Start() {
  const std::lock_guard lock(leaders().mutex);
  --leaders().starting;
}

void Start::succeeded(pid_t leader) {
  const std::lock_guard lock(leaders().mutex);
  leaders().live.push_back(leader);
}

void forget_leader(pid_t leader) {
  const std::lock_guard lock(leaders().mutex);
  auto& live = leaders().live;
  if (const auto found = std::ranges::find(live, leader); found != live.end()) live.erase(found);
}

void kill_orphans(const std::string& mark, pid_t group) {
  if (!adopts_orphans() || children().list().empty()) return;
  const auto deadline = Clock::now() + patience;
  std::vector<pid_t> killed;
  int second_looks = 0;
  // A killed process hands its own children to us, so the rounds continue until one finds nothing.
  while (Clock::now() < deadline) {
    const Round round = kill_round(mark, group, killed);
    if (!round.killed && (!round.unclear || ++second_looks > most_second_looks)) return;
    std::this_thread::sleep_for(std::chrono::microseconds(100));
  }
}

}  // namespace smallscope::subjects
