// SPDX-License-Identifier: Apache-2.0
#include "process.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <smallscope/subjects/command.hpp>
#include <smallscope/subjects/subject.hpp>
#include <string_view>
#include <thread>

#include "containment.hpp"

namespace smallscope::subjects {
namespace {

constexpr int patience_milliseconds = 5000;

/// Everything that the child needs, prepared before it exists: after vfork it may only make system calls.
struct Plan {
  std::vector<char*> arguments;
  std::vector<char*> environment;
  std::vector<std::string> programs;  // tried in turn
  const Launch* launch;
  const PidNamespace* space;
  int null;
  int report;  // close-on-exec: the reason if nothing could be executed
};

[[noreturn]] void become(const Plan& plan) {
  const Launch& launch = *plan.launch;
  setpgid(0, 0);
  // Everything is blocked, so no handler of the runner has run in the memory that we share with it. Ignored signals
  // would stay ignored after exec.
  struct sigaction standard = {};
  standard.sa_handler = SIG_DFL;
  for (int signal = 1; signal < NSIG; ++signal) sigaction(signal, &standard, nullptr);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  if (launch.ends_with_thread) prctl(PR_SET_PDEATHSIG, SIGKILL);

  const rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  if (launch.memory_bytes != 0) {
    const rlimit memory = {launch.memory_bytes, launch.memory_bytes};
    setrlimit(RLIMIT_AS, &memory);
  }
  if (launch.file_bytes != 0) {
    const rlimit file = {launch.file_bytes, launch.file_bytes};
    setrlimit(RLIMIT_FSIZE, &file);
  }
  int failure = plan.space != nullptr ? plan.space->enter_mounts() : 0;
  // When memory ends, the kernel is to kill subjects before anything else, above all before the runner.
  if (const int score = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC); score >= 0) {
    [[maybe_unused]] const auto written = write(score, "1000", 4);
    close(score);
  }
  if (failure == 0 && chdir(launch.directory.c_str()) != 0) failure = errno;
  for (int number = 0; number < inherited_descriptors; ++number) {
    const int source = launch.descriptors[static_cast<std::size_t>(number)];
    if (source >= 0) {
      dup2(source, number);
    } else if (number <= 2) {
      dup2(plan.null, number);
    } else {
      close(number);
    }
  }
  // The embedding program may have descriptors that are not close-on-exec. The report must stay open until exec.
  close_range(inherited_descriptors, ~0u, CLOSE_RANGE_CLOEXEC);
  if (failure == 0) {
    for (const std::string& program : plan.programs) {
      execve(program.c_str(), plan.arguments.data(), plan.environment.data());
      failure = errno;
      if (failure != ENOENT) break;
    }
  } else {
    failure = -failure;  // negative: the directory is the obstacle, not the program
  }
  [[maybe_unused]] const auto written = write(plan.report, &failure, sizeof failure);
  _exit(127);
}

/// A separate function, because the child runs on this very stack frame until it executes something.
[[gnu::noinline]] pid_t start_child(const Plan& plan) {
  const pid_t pid = vfork();
  if (pid == 0) become(plan);
  return pid;
}

/// The same in the plan's namespace. Sets errno.
pid_t start_contained(const Plan& plan) {
  if (plan.space == nullptr) return start_child(plan);
  const PidNamespace::Entry entry(*plan.space);
  return start_child(plan);
}

std::string_view variable(std::string_view setting) { return setting.substr(0, setting.find('=')); }

/// Whether one of the names, of which some end with "*", stands for the variable.
bool is_named(std::string_view variable, const std::vector<std::string>& names) {
  return std::ranges::any_of(names, [&](std::string_view name) {
    return name.ends_with('*') ? variable.starts_with(name.substr(0, name.size() - 1)) : variable == name;
  });
}

/// What is inherited, with the additions; the mark comes first.
std::vector<char*> environment_of(const Launch& launch, std::string& mark_setting) {
  std::vector<char*> environment = {mark_setting.data()};
  for (const std::string& addition : launch.environment) environment.push_back(const_cast<char*>(addition.data()));
  const std::size_t added = environment.size();
  for (char** inherited = environ; inherited != nullptr && *inherited != nullptr; ++inherited) {
    const std::string_view name = variable(*inherited);
    bool passed = is_named(name, always_inherited()) || is_named(name, launch.inherit);
    for (std::size_t i = 0; i < added; ++i) passed = passed && variable(environment[i]) != name;
    if (passed) environment.push_back(*inherited);
  }
  environment.push_back(nullptr);
  return environment;
}

[[noreturn]] void refuse(int failure, const Launch& launch, const std::vector<std::string>& programs) {
  if (failure < 0) throw std::system_error(-failure, std::generic_category(), launch.directory);
  if (failure == ENOENT || failure == EACCES || failure == ENOEXEC || failure == ENOTDIR || failure == EISDIR) {
    throw SubjectUnavailable(
        fmt::format("cannot start {}: {} (looked for at {}, in the working directory {}); install it, make it "
                    "executable, or "
                    "give its path{}",
                    launch.arguments.front(), std::strerror(failure), fmt::join(programs, " and "), launch.directory,
                    failure == ENOEXEC  ? "; a script needs a first line such as #!/bin/sh"
                    : failure == ENOENT ? "; for a script, check the interpreter in its first line"
                                        : ""));
  }
  throw std::system_error(failure, std::generic_category(), "starting " + launch.arguments.front());
}

}  // namespace

const std::vector<std::string>& always_inherited() {
  static const std::vector<std::string> names{"PATH",
                                              "LD_LIBRARY_PATH",
                                              "HOME",
                                              "USER",
                                              "LOGNAME",
                                              "SHELL",
                                              "LANG",
                                              "LANGUAGE",
                                              "LC_*",
                                              "TZ",
                                              "TMPDIR",
                                              "TMP",
                                              "TEMP",
                                              "TERM",
                                              "CI",
                                              "JAVA_HOME",
                                              "ASAN_OPTIONS",
                                              "LSAN_OPTIONS",
                                              "MSAN_OPTIONS",
                                              "TSAN_OPTIONS",
                                              "UBSAN_OPTIONS",
                                              "GCOV_*",
                                              "LLVM_PROFILE_FILE"};
  return names;
}

namespace {
std::string_view directories_of_programs() {
  const char* path = std::getenv("PATH");
  return path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin";
}
}  // namespace

std::optional<std::filesystem::path> on_path(std::string_view program) {
  const std::string_view directories = directories_of_programs();
  for (std::size_t at = 0; !program.empty() && at <= directories.size();) {
    const std::size_t end = std::min(directories.find(':', at), directories.size());
    const std::string_view directory = directories.substr(at, end - at);
    const std::filesystem::path candidate = std::filesystem::path(directory.empty() ? "." : directory) / program;
    struct stat status;
    if (stat(candidate.c_str(), &status) == 0 && S_ISREG(status.st_mode) && access(candidate.c_str(), X_OK) == 0)
      return std::filesystem::absolute(candidate);
    at = end + 1;
  }
  return std::nullopt;
}

std::vector<std::string> locate(const std::string& program) {
  namespace fs = std::filesystem;
  if (program.find('/') != std::string::npos) {
    if (program.front() == '/') return {program};
    std::error_code none;
    return {program, (fs::current_path(none) / program).string()};
  }
  if (const std::optional<fs::path> found = on_path(program)) return {found->string()};
  throw SubjectUnavailable(fmt::format("cannot start {}: not found on PATH ({}); install it or give its path",
                                       program.empty() ? "a command without a program" : program,
                                       directories_of_programs()));
}

Process::Process(const Launch& launch) : mark_(new_mark()) {
  if (launch.arguments.empty()) throw SubjectUnavailable("a command without a program: give its arguments");
  namespace_ = take_namespace();
  if (!namespace_) adopts_orphans();
  Plan plan;
  plan.launch = &launch;
  plan.space = namespace_.get();
  plan.programs = locate(launch.arguments.front());
  for (const std::string& argument : launch.arguments) plan.arguments.push_back(const_cast<char*>(argument.data()));
  plan.arguments.push_back(nullptr);
  std::string mark_setting = std::string(mark_variable) + "=" + mark_;
  plan.environment = environment_of(launch, mark_setting);
  plan.null = null_device();

  for (int attempt = 0;; ++attempt) {
    Pipe report = make_pipe();
    plan.report = report.write.get();
    pid_t pid;
    int obstacle;
    {
      Start start;
      sigset_t all, before;
      sigfillset(&all);
      pthread_sigmask(SIG_BLOCK, &all, &before);
      pid = start_contained(plan);
      obstacle = errno;
      pthread_sigmask(SIG_SETMASK, &before, nullptr);
      if (pid > 0) start.succeeded(pid);
    }
    if (pid < 0) throw std::system_error(obstacle, std::generic_category(), "vfork");
    report.write.close();
    int failure = 0;
    ssize_t count;
    while ((count = read(report.read.get(), &failure, sizeof failure)) < 0 && errno == EINTR) {
    }
    if (count == 0) {
      leader_ = pid;
      // By number, because the header of glibc 2.36 declares pidfd_open only for C.
      const int watch = static_cast<int>(syscall(SYS_pidfd_open, pid, 0));
      if (watch < 0) {
        const int reason = errno;
        end();
        throw std::system_error(reason, std::generic_category(), "pidfd_open (Linux 5.3 or newer is needed)");
      }
      watch_ = Descriptor(watch, "pidfd_open");
      return;
    }
    waitpid(pid, nullptr, 0);
    forget_leader(pid);
    // While we wrote the program, another lane's child may have inherited the descriptor; it holds it until its exec.
    if (failure != ETXTBSY || attempt == 50) refuse(failure, launch, plan.programs);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

Process::~Process() {
  if (leader_ > 0) end();
}

bool Process::ended() const {
  if (exit_) return true;
  pollfd watched = {watch_.get(), POLLIN, 0};
  return poll(&watched, 1, 0) > 0;
}

Usage Process::usage(std::size_t most_processes) const {
  std::vector<pid_t> roots = namespace_ ? namespace_->adopted() : std::vector<pid_t>();
  roots.push_back(leader_);
  return usage_of(std::move(roots), most_processes);
}

Exit Process::end() {
  if (exit_) return *exit_;
  if (leader_ <= 1) return exit_.emplace();  // never started; -0 and -1 would signal every process
  // Until the leader is reaped, its number cannot stand for another process. It may have left its own group.
  kill(-leader_, SIGKILL);
  kill(leader_, SIGKILL);
  int status = 0;
  // A leader with another user's rights may survive. It is left alone, because waiting for it could take for ever.
  pollfd ending = {watch_.get(), POLLIN, 0};
  if (watch_.get() >= 0 && poll(&ending, 1, patience_milliseconds) == 0) {
    status = SIGKILL;
  } else {
    while (waitpid(leader_, &status, 0) < 0 && errno == EINTR) {
    }
  }
  forget_leader(leader_);
  if (namespace_)
    give_back(std::move(namespace_));
  else
    kill_orphans(mark_, leader_);
  exit_ = WIFSIGNALED(status) ? Exit{0, WTERMSIG(status)} : Exit{WEXITSTATUS(status), 0};
  return *exit_;
}

std::string to_text(const Exit& exit) {
  if (exit.signal == 0) return fmt::format("exited with status {}", exit.status);
  return "killed by " + signal_name(exit.signal);
}

}  // namespace smallscope::subjects
