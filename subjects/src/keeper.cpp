// SPDX-License-Identifier: Apache-2.0
#include "keeper.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <vector>

#include "keeper_image.hpp"
#include "proc_file.hpp"

namespace smallscope::subjects {
namespace {

constexpr int ending_milliseconds = 5000;
constexpr std::size_t stack_bytes = 1 << 15;

/// The executable as a file that exists in memory only.
const Descriptor& executable() {
  static const Descriptor file = [] {
    Descriptor image = clear_of_inherited({memfd_create("smallscope-keeper", MFD_CLOEXEC), "memfd_create"});
    const std::string_view bytes = keeper_image();
    for (std::size_t at = 0; at < bytes.size();) {
      const ssize_t count = write(image.get(), bytes.data() + at, bytes.size() - at);
      if (count < 0 && errno != EINTR) throw_errno("writing the keeper");
      if (count > 0) at += static_cast<std::size_t>(count);
    }
    return image;
  }();
  return file;
}

/// Its writing end is open as long as this process lives.
const Pipe& lifeline() {
  static const Pipe pipe = make_pipe();
  return pipe;
}

/// What the new processes need; they share our memory until they execute something.
struct Birth {
  std::array<char*, 4> arguments{};
  int executable, lifeline, report, null;
  int flags;          // of the keeper
  pid_t keeper = -1;  // out: as we number it
  int obstacle = 0;   // out
  alignas(16) std::array<char, stack_bytes> stack, inner_stack;
  char** words = arguments.data();
  char* inner_top = inner_stack.data() + stack_bytes;
};

// Both run on stacks of their own, of which sanitizers know nothing, and in memory that they share with the runner. So
// they make plain system calls, which no sanitizer follows.
[[gnu::no_sanitize_address, gnu::no_sanitize_thread]] int become_keeper(void* data) {
  auto& birth = *static_cast<Birth*>(data);
  for (int number = 0; number <= 2; ++number) syscall(SYS_dup3, birth.null, number, 0);
  syscall(SYS_dup3, birth.lifeline, 3, 0);
  syscall(SYS_dup3, birth.report, 4, 0);
  syscall(SYS_close_range, inherited_descriptors, ~0u, CLOSE_RANGE_CLOEXEC);
  char* const none[] = {nullptr};
  syscall(SYS_execveat, birth.executable, "", birth.words, none, AT_EMPTY_PATH);
  birth.obstacle = errno;
  syscall(SYS_exit, 127);
  return 127;
}

/// A process in between, which ends at once, so that the keeper is no child of ours.
[[gnu::no_sanitize_address, gnu::no_sanitize_thread]] int give_birth(void* data) {
  auto& birth = *static_cast<Birth*>(data);
  birth.keeper = clone(become_keeper, birth.inner_top, CLONE_VM | CLONE_VFORK | birth.flags | SIGCHLD, data);
  if (birth.keeper < 0) birth.obstacle = errno;
  syscall(SYS_exit, 0);
  return 0;
}

/// Starts a keeper and waits until it has begun. Returns its pidfd; `pid` is as we number it.
Descriptor start_keeper(const char* mode, const std::string& text, int flags, pid_t& pid) {
  Pipe report = make_pipe();
  std::string first = "smallscope-keeper", second = mode, third = text;
  const auto birth = std::make_unique<Birth>();
  birth->arguments = {first.data(), second.data(), text.empty() ? nullptr : third.data(), nullptr};
  birth->executable = executable().get();
  birth->lifeline = lifeline().read.get();
  birth->report = report.write.get();
  birth->null = null_device();
  birth->flags = flags;

  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  // Without a signal at its end: waiting for children in general does not find it.
  const pid_t between =
      clone(give_birth, birth->stack.data() + birth->stack.size(), CLONE_VM | CLONE_VFORK, birth.get());
  const int obstacle = errno;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (between < 0) throw std::system_error(obstacle, std::generic_category(), "clone");
  while (waitpid(between, nullptr, __WALL) < 0 && errno == EINTR) {
  }
  if (birth->obstacle != 0 || birth->keeper <= 0)
    throw std::system_error(birth->obstacle, std::generic_category(), "starting the keeper");
  pid = birth->keeper;
  Descriptor keeper(static_cast<int>(syscall(SYS_pidfd_open, pid, 0)), "pidfd_open");
  report.write.close();
  int problem = EIO;
  while (read(report.read.get(), &problem, sizeof problem) < 0 && errno == EINTR) {
  }
  if (problem != 0) throw std::system_error(problem, std::generic_category(), "the keeper's own /proc");
  return keeper;
}

Descriptor open_of(pid_t pid, const char* what, int flags) {
  const std::string path = fmt::format("/proc/{}/{}", pid, what);
  return {open(path.c_str(), flags | O_CLOEXEC), path.c_str()};
}

/// A child that does nothing but see the files of the namespace; a function of its own because of vfork().
[[gnu::noinline]] pid_t start_idle_child(const PidNamespace& space) {
  const pid_t pid = vfork();
  if (pid == 0) _exit(space.enter_mounts());
  return pid;
}

/// Throws std::system_error if a child may not live in the namespace.
void try_child(const PidNamespace& space) {
  const pid_t pid = [&] {
    const PidNamespace::Entry entry(space);
    return start_idle_child(space);
  }();
  if (pid < 0) throw_errno("a child in the PID namespace");
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    throw std::system_error(WIFEXITED(status) ? WEXITSTATUS(status) : EPERM, std::generic_category(),
                            "entering the PID namespace");
}

/// The namespaces that nobody uses.
struct Pool {
  std::mutex mutex;
  std::vector<std::unique_ptr<PidNamespace>> free;
  std::size_t uses = 0;
};

Pool& pool() {
  static Pool all;
  return all;
}

#ifdef __SANITIZE_THREAD__
/// A process that shares our memory is beyond the thread sanitizer, which then misses what threads do to each other.
constexpr bool may_start_keepers = false;
#else
constexpr bool may_start_keepers = true;
#endif

/// Whether this machine offers namespaces to this user, who wants them. Tried once.
bool are_offered() {
  static const bool offered = [] {
    const char* const wanted = std::getenv("SMALLSCOPE_CONTAINMENT");
    if (!may_start_keepers || (wanted != nullptr && std::string_view(wanted) == "subreaper")) return false;
    try {
      try_child(PidNamespace());
      return true;
    } catch (const std::system_error&) {
      return false;  // containment() says what is in use instead
    }
  }();
  return offered;
}

}  // namespace

PidNamespace::PidNamespace() : owner_(getpid()) {
  // A /proc of another PID namespace would show other processes under our numbers.
  std::error_code unreadable;
  if (std::filesystem::read_symlink("/proc/self", unreadable) != std::to_string(owner_))
    throw std::system_error(ENOENT, std::generic_category(), "/proc of this process's own PID namespace");
  pid_t pid = -1;
  keeper_ = start_keeper("namespace", "", CLONE_NEWPID, pid);
  try {
    processes_ = open_of(pid, "ns/pid", O_RDONLY);
    mounts_ = open_of(pid, "ns/mnt", O_RDONLY);
    root_ = open_of(pid, "root", O_PATH | O_DIRECTORY);
    own_ = Descriptor(open("/proc/self/ns/pid", O_RDONLY | O_CLOEXEC), "/proc/self/ns/pid");
    children_ = open_of(pid, fmt::format("task/{}/children", pid).c_str(), O_RDONLY);
  } catch (...) {
    syscall(SYS_pidfd_send_signal, keeper_.get(), SIGKILL, nullptr, 0);
    throw;
  }
}

PidNamespace::~PidNamespace() {
  if (owner_ != getpid()) return;  // a copy of the process by fork()
  syscall(SYS_pidfd_send_signal, keeper_.get(), SIGKILL, nullptr, 0);
  // It is seen as ended when everything else in the namespace is.
  pollfd ending = {keeper_.get(), POLLIN, 0};
  while (poll(&ending, 1, ending_milliseconds) < 0 && errno == EINTR) {
  }
  // It is our child only if this process is a subreaper, or the first of its machine.
  siginfo_t ended;
  waitid(P_PIDFD, static_cast<id_t>(keeper_.get()), &ended, WEXITED | WNOHANG | __WALL);
}

PidNamespace::Entry::Entry(const PidNamespace& space) : space_(space) {
  if (setns(space.processes_.get(), CLONE_NEWPID) != 0) throw_errno("setns");
}
PidNamespace::Entry::~Entry() { setns(space_.own_.get(), CLONE_NEWPID); }

int PidNamespace::enter_mounts() const noexcept {
  if (setns(mounts_.get(), CLONE_NEWNS) != 0) return errno;
  // The root directory of a process may be another than that of its mount namespace.
  if (fchdir(root_.get()) != 0 || chroot(".") != 0) return errno;
  return 0;
}

bool PidNamespace::is_inhabited() const {
  char byte;
  return pread(children_.get(), &byte, 1, 0) != 0;
}

std::vector<pid_t> PidNamespace::adopted() const { return numbers_from(children_.get()); }

bool PidNamespace::is_alive() const {
  pollfd ending = {keeper_.get(), POLLIN, 0};
  return owner_ == getpid() && poll(&ending, 1, 0) == 0;
}

NamespaceUse::NamespaceUse() {
  const std::lock_guard lock(pool().mutex);
  ++pool().uses;
}

NamespaceUse::~NamespaceUse() {
  std::vector<std::unique_ptr<PidNamespace>> unused;  // declared first, so that it ends them without the lock
  const std::lock_guard lock(pool().mutex);
  if (--pool().uses == 0) unused.swap(pool().free);
}

std::unique_ptr<PidNamespace> take_namespace() {
  if (!are_offered()) return nullptr;
  {
    Pool& all = pool();
    const std::lock_guard lock(all.mutex);
    while (!all.free.empty()) {
      auto space = std::move(all.free.back());
      all.free.pop_back();
      if (space->is_alive()) return space;
    }
  }
  return std::make_unique<PidNamespace>();
}

void give_back(std::unique_ptr<PidNamespace> space) {
  if (!space || space->is_inhabited()) return;
  const std::lock_guard lock(pool().mutex);
  pool().free.push_back(std::move(space));
}

void kill_marked_at_end(const std::string& text) {
  if (!may_start_keepers) return;
  try {
    pid_t pid = -1;
    start_keeper("marks", text, 0, pid);
  } catch (const std::system_error&) {
    // The machine refuses another process: what is left behind by a runner that is killed stays.
  }
}

}  // namespace smallscope::subjects
