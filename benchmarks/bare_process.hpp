// SPDX-License-Identifier: Apache-2.0
// The floor of everything out of process: a plainly spawned child and pipes, without supervision. For one thread.
#pragma once

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

extern char** environ;

namespace smallscope_benchmarks {

/// Spawns and does not wait. `descriptors` become the child's 3, 4, ...
inline pid_t spawn(const std::vector<std::string>& arguments, const std::vector<std::string>& settings = {},
                   const std::vector<int>& descriptors = {}) {
  std::vector<char*> argv, environment;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  for (const std::string& setting : settings) environment.push_back(const_cast<char*>(setting.c_str()));
  for (char** inherited = environ; *inherited != nullptr; ++inherited) environment.push_back(*inherited);
  argv.push_back(nullptr);
  environment.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (std::size_t i = 0; i < descriptors.size(); ++i)
    posix_spawn_file_actions_adddup2(&actions, descriptors[i], static_cast<int>(3 + i));
  pid_t pid = -1;
  const int failure = posix_spawnp(&pid, argv[0], &actions, nullptr, argv.data(), environment.data());
  posix_spawn_file_actions_destroy(&actions);
  if (failure != 0) throw std::runtime_error("cannot start " + arguments.front());
  return pid;
}

/// A worker of docs/worker-protocol.md that is only written to and read from.
class BareWorker {
 public:
  BareWorker(const std::vector<std::string>& command, std::vector<std::string> settings, const std::string& scratch) {
    int requests[2], replies[2];
    if (pipe2(requests, O_CLOEXEC) != 0 || pipe2(replies, O_CLOEXEC) != 0) throw std::runtime_error("pipe2");
    // Clear of 3 and 4, so that neither end is overwritten before it is duplicated.
    for (int* end : {&requests[0], &replies[1]}) {
      const int high = fcntl(*end, F_DUPFD_CLOEXEC, 10);
      close(*end);
      *end = high;
    }
    settings.push_back("SMALLSCOPE_REQUESTS=3");
    settings.push_back("SMALLSCOPE_REPLIES=4");
    pid_ = spawn(command, settings, {requests[0], replies[1]});
    close(requests[0]);
    close(replies[1]);
    to_ = requests[1];
    from_ = replies[0];
    converse("{\"protocol\":\"smallscope-worker\",\"version\":1,\"scratch\":\"" + scratch + "\"}\n");
  }
  ~BareWorker() { finish(); }
  BareWorker(const BareWorker&) = delete;
  BareWorker& operator=(const BareWorker&) = delete;

  pid_t pid() const { return pid_; }
  /// Sends a line and receives one, which is valid until the next.
  const std::string& converse(const std::string& request) {
    for (std::size_t sent = 0; sent < request.size();) {
      const ssize_t count = write(to_, request.data() + sent, request.size() - sent);
      if (count <= 0) throw std::runtime_error("the worker does not read");
      sent += static_cast<std::size_t>(count);
    }
    reply_.clear();
    do {
      const ssize_t count = read(from_, block_, sizeof block_);
      if (count <= 0) throw std::runtime_error("the worker does not answer");
      reply_.append(block_, static_cast<std::size_t>(count));
    } while (reply_.back() != '\n');
    return reply_;
  }
  void finish() {
    if (pid_ < 0) return;
    close(to_);
    close(from_);
    waitpid(pid_, nullptr, 0);
    pid_ = -1;
  }

 private:
  pid_t pid_ = -1;
  int to_ = -1, from_ = -1;
  std::string reply_;
  char block_[1 << 16];
};

/// The processes that this one has started and not reaped.
inline std::vector<pid_t> children() {
  std::ifstream file("/proc/self/task/" + std::to_string(getpid()) + "/children");
  std::vector<pid_t> pids;
  for (pid_t pid; file >> pid;) pids.push_back(pid);
  return pids;
}

/// CPU seconds that a living process has used, to the nanosecond.
inline double cpu_seconds(pid_t pid) {
  clockid_t clock;
  timespec time{};
  if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &time) != 0)
    throw std::runtime_error("no CPU clock of the worker");
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}
inline double own_cpu_seconds() { return cpu_seconds(getpid()); }
inline double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}
/// CPU seconds of this process and of all children that it has reaped.
inline double reaped_cpu_seconds() {
  double seconds = 0;
  for (const int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage usage{};
    getrusage(who, &usage);
    for (const timeval& time : {usage.ru_utime, usage.ru_stime})
      seconds += static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  }
  return seconds;
}

/// The cost of some work: the CPU time of all processes involved, and the wall time.
struct Cost {
  double cpu = 0, wall = 0;
  Cost& operator+=(const Cost& other) {
    cpu += other.cpu;
    wall += other.wall;
    return *this;
  }
};

}  // namespace smallscope_benchmarks
