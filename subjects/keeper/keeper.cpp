// SPDX-License-Identifier: Apache-2.0
// The keeper: a small process that outlives the runner by an instant, and ends what the runner's subjects left behind.
//
// It is a program of its own, so that it shares no memory with a runner of any size. It uses the C library alone.
// Descriptor 3 is its lifeline: a pipe that nobody writes to, and that only the runner holds open. Descriptor 4 takes
// one int: 0, or why it could not begin.
//
//   keeper namespace     is the first process of a PID namespace. When it ends, the kernel kills the others. It gives
//                        them a /proc of their own, and reaps whom nobody else does.
//   keeper marks TEXT    where there is no such namespace: kills every process whose environment says TEXT.
#include <dirent.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

namespace {

constexpr int lifeline = 3, report = 4;
constexpr int most_rounds = 1000;  // of killing; each waits a millisecond

/// Mounts the namespace's own /proc where only this namespace sees it.
int begin_namespace() {
  if (unshare(CLONE_NEWNS) != 0) return errno;
  // What is mounted on a private mount is not passed on to the mount namespace that we come from.
  if (mount(nullptr, "/proc", nullptr, MS_PRIVATE, nullptr) != 0) return errno;
  if (mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, nullptr) != 0) return errno;
  return 0;
}

/// Whether the environment of a process contains the text.
bool is_marked(const char* pid, const char* text) {
  char path[64];
  std::snprintf(path, sizeof path, "/proc/%.20s/environ", pid);
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  const std::size_t wanted = std::strlen(text);
  char block[1 << 16];
  std::size_t kept = 0;  // the end of the last block, in which the text may begin
  bool found = false;
  ssize_t count = 0;
  while (!found && (count = read(file, block + kept, sizeof block - kept)) > 0) {
    kept += static_cast<std::size_t>(count);
    found = memmem(block, kept, text, wanted) != nullptr;
    if (!found && kept >= wanted) {
      std::memmove(block, block + kept - (wanted - 1), wanted - 1);
      kept = wanted - 1;
    }
  }
  close(file);
  return found;
}

/// Kills all marked processes; how many there were.
int kill_marked(const char* text) {
  DIR* const processes = opendir("/proc");
  if (processes == nullptr) return 0;
  int killed = 0;
  while (const dirent* const entry = readdir(processes)) {
    const long pid = std::strtol(entry->d_name, nullptr, 10);
    if (pid > 1 && pid != getpid() && is_marked(entry->d_name, text))
      killed += kill(static_cast<pid_t>(pid), SIGKILL) == 0;
  }
  closedir(processes);
  return killed;
}

}  // namespace

int main(int count, char** arguments) {
  // Descriptors 0 to 4 are all it has. Nothing from a terminal may end it, and what it adopts is reaped by the kernel.
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, nullptr);
  signal(SIGCHLD, SIG_IGN);
  setsid();
  prctl(PR_SET_NAME, "smallscope-keep");
  const bool has_namespace = count == 2 && std::strcmp(arguments[1], "namespace") == 0;
  const bool has_marks = count == 3 && std::strcmp(arguments[1], "marks") == 0 && arguments[2][0] != '\0';
  if (!has_namespace && !has_marks) return 2;

  const int problem = has_namespace ? begin_namespace() : 0;
  if (write(report, &problem, sizeof problem) != sizeof problem || problem != 0) return 1;
  close(report);
  char nothing;
  while (read(lifeline, &nothing, 1) < 0 && errno == EINTR) {
  }
  if (has_marks) {
    const timespec moment = {0, 1'000'000};
    for (int round = 0; round < most_rounds && kill_marked(arguments[2]) > 0; ++round) nanosleep(&moment, nullptr);
  }
  return 0;
}
