// SPDX-License-Identifier: Apache-2.0
#include "run/supervisor.hpp"

#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <memory>
#include <new>
#include <optional>
#include <system_error>

#include <fmt/format.h>

#include <smallscope/report/text.hpp>
#include <smallscope/runner/ended_process.hpp>
#include <smallscope/runner/scratch_directory.hpp>

#include "command_line/context.hpp"
#include "command_line/print.hpp"

namespace smallscope::program {

namespace {

using Clock = std::chrono::steady_clock;
using runner::Executing;
using runner::FatalInput;
using runner::InFlight;

constexpr std::chrono::seconds patience{5};  ///< with a test that goes on after a stop was requested
constexpr timespec glance{0, 100'000'000};   ///< how often the clock is looked at

/// Notes that parent and child share.
struct Unmap {
  void operator()(InFlight* notes) const { munmap(notes, sizeof(InFlight)); }
};
using SharedNotes = std::unique_ptr<InFlight, Unmap>;

SharedNotes shared_notes() {
  void* const memory = mmap(nullptr, sizeof(InFlight), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "mmap");
  return SharedNotes(new (memory) InFlight{});
}

/// The signals that the parent waits for, blocked while it lives; children begin with what was before.
class BlockedSignals {
 public:
  BlockedSignals() {
    sigemptyset(&signals_);
    for (const int signal : {SIGCHLD, SIGINT, SIGTERM, SIGTSTP, SIGHUP}) {
      // Blocked, it would be seen although somebody ignores it for us, as `nohup` does.
      struct sigaction action {};
      if (sigaction(signal, nullptr, &action) == 0 && action.sa_handler != SIG_IGN) sigaddset(&signals_, signal);
    }
    sigprocmask(SIG_BLOCK, &signals_, &before_);
  }
  ~BlockedSignals() { restore(); }
  BlockedSignals(const BlockedSignals&) = delete;
  BlockedSignals& operator=(const BlockedSignals&) = delete;
  void restore() const { sigprocmask(SIG_SETMASK, &before_, nullptr); }
  /// The next of them, or none after a glance.
  std::optional<siginfo_t> wait() const {
    siginfo_t received{};
    if (sigtimedwait(&signals_, &received, &glance) < 0) return std::nullopt;
    return received;
  }

 private:
  sigset_t signals_{}, before_{};
};

std::string inputs_text(const std::vector<Executing>& executing) {
  runner::Ordinal inputs = 0;
  for (const Executing& each : executing) inputs += each.portion.last - each.portion.first;
  return inputs == 1 ? "an input was executed" : fmt::format("{} inputs were executed", report::grouped(inputs));
}

class Supervisor {
 public:
  Supervisor(const SupervisorOptions& options, const std::function<int(const Supervision&)>& run)
      : options_(options), run_(run), notes_(shared_notes()), parent_(getpid()), scratch_(options.scratch) {
    supervision_.in_flight = notes_.get();
    supervision_.scratch = scratch_.path();
  }
  Supervisor(const Supervisor&) = delete;
  Supervisor& operator=(const Supervisor&) = delete;

  int run() {
    for (;;) {
      notes_->clear();
      std::fflush(nullptr);
      child_ = fork();
      if (child_ < 0) throw std::system_error(errno, std::generic_category(), "fork");
      if (child_ == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent_) _exit(interrupted);
        signals_.restore();
        return run_(supervision_);
      }
      const int status = wait();
      const std::vector<Executing> executing = notes_->executing();
      if (executing.empty() || is_stopped_) return result_of(status, executing);
      if (!understood(executing, timed_out_ ? std::string() : runner::text_of_end(status))) return not_carried_out;
      supervision_.goes_on = true;
    }
  }

 private:
  /// The status of the child, once it has ended.
  int wait() {
    timed_out_ = false;
    for (;;) {
      if (const auto received = signals_.wait()) pass_on(*received);
      int status = 0;
      const pid_t ended = waitpid(child_, &status, WNOHANG | WUNTRACED);
      if (ended == child_ && WIFSTOPPED(status)) {
        suspended_at_.reset();
        raise(SIGSTOP);  // until the shell lets us go on, and the child with us
        continue_child();
      } else if (ended == child_) {
        return status;
      } else if (ended < 0 && errno != EINTR) {
        throw std::system_error(errno, std::generic_category(), "waitpid");
      }
      suspend_again();
      kill_if_it_hangs();
    }
  }

  /// A shell continues both, but `kill -CONT` only this process. A second SIGCONT is not sent needlessly: it would have
  /// the child draw its view twice.
  void continue_child() const {
    for (int look = 0; look < 20; ++look) {
      siginfo_t changed{};
      if (waitid(P_PID, static_cast<id_t>(child_), &changed, WCONTINUED | WEXITED | WNOHANG | WNOWAIT) < 0 ||
          changed.si_pid == child_)
        return;
      usleep(5'000);
    }
    kill(child_, SIGCONT);
  }

  /// If our SIGCONT reached the child after the next ^Z did, the child goes on although it is to be stopped.
  void suspend_again() {
    if (!suspended_at_ || Clock::now() - *suspended_at_ < std::chrono::seconds(1)) return;
    suspended_at_ = Clock::now();
    kill(child_, SIGTSTP);
  }

  /// What a terminal sends, the child has received, too.
  void pass_on(const siginfo_t& received) {
    if (received.si_signo == SIGCHLD) return;
    if (received.si_signo == SIGTSTP) {
      suspended_at_ = Clock::now();
    } else if (!is_stopped_) {
      is_stopped_ = true;
      stopped_at_ = Clock::now();
    }
    if (received.si_code == SI_USER || received.si_code == SI_QUEUE || received.si_code == SI_TKILL)
      kill(child_, received.si_signo);
  }

  /// What did not end in time is executed again, alone, and may take longer then.
  unsigned times_for(const Executing& executing) const {
    return executing.is_single && in_vain_ < options_.patient_in_vain ? options_.patience : 1;
  }

  void kill_if_it_hangs() {
    if (timed_out_ || (!is_stopped_ && !options_.limit)) return;
    const auto now = Clock::now().time_since_epoch();
    for (const Executing& each : notes_->executing()) {
      const bool after_stop = is_stopped_ && Clock::now() - stopped_at_ > patience && now - each.since > patience;
      const bool beyond_limit = options_.limit && now - each.since > *options_.limit * times_for(each);
      if (!after_stop && !beyond_limit) continue;
      timed_out_ = true;
      kill(child_, SIGKILL);
      return;
    }
  }

  int result_of(int status, const std::vector<Executing>& executing) const {
    if (is_stopped_ && timed_out_ && !executing.empty()) {
      const auto single = std::ranges::find(executing, true, &Executing::is_single);
      complain(fmt::format(
          "note: {} did not end within {} s of the request to stop, and was killed; what was committed "
          "before is kept",
          single != executing.end() ? fmt::format("input #{}", single->ordinal) : "an input", patience.count()));
      return interrupted;
    }
    if (WIFSIGNALED(status)) {
      complain(fmt::format("error: the run was {}, {}", runner::text_of_end(status),
                           executing.empty() ? "while no input of a pass was executed" : "after the request to stop"));
      return not_carried_out;
    }
    return WEXITSTATUS(status);
  }

  /// Learns from the end of the child; false if it must be the last one. `how` is empty if a test took too long.
  bool understood(const std::vector<Executing>& executing, const std::string& how) {
    const std::string end = how.empty() ? runner::text_of_time_out(*options_.limit) : how;
    if (const auto single = std::ranges::find(executing, true, &Executing::is_single); single != executing.end()) {
      complain(fmt::format("note: input #{} {}{}; it is a failure, and the run goes on", single->ordinal,
                           how.starts_with("killed") ? "was " : "", end));
      supervision_.fatal.push_back(
          {single->level, single->ordinal, how.empty() ? oracles::Verdict::timed_out : oracles::Verdict::crashed, end});
      if (how.empty()) ++in_vain_;
      return true;
    }
    const std::string what =
        fmt::format("the run {}{} while {}", how.starts_with("killed") ? "was " : "",
                    how.empty() ? "was killed, because a test " + end : end, inputs_text(executing));
    if (!options_.can_go_on) {
      complain(
          fmt::format("error: {}; with a store (--store instead of --no-store) the run would find out which, and go "
                      "on",
                      what));
      return false;
    }
    complain(fmt::format("note: {}; what was in flight is executed one by one now", what));
    for (const Executing& each : executing) supervision_.suspects.push_back(each.portion);
    return true;
  }

  const SupervisorOptions options_;
  const std::function<int(const Supervision&)>& run_;
  const SharedNotes notes_;
  const BlockedSignals signals_;
  const pid_t parent_;
  const runner::ScratchDirectory scratch_;
  Supervision supervision_;
  pid_t child_ = -1;
  bool is_stopped_ = false;  ///< a stop was requested
  Clock::time_point stopped_at_;
  std::optional<Clock::time_point> suspended_at_;  ///< SIGTSTP came, and the child has not stopped yet
  bool timed_out_ = false;
  unsigned in_vain_ = 0;  ///< inputs that did not end with more time either
};

}  // namespace

int supervise(const SupervisorOptions& options, const std::function<int(const Supervision&)>& run) {
  return Supervisor(options, run).run();
}

}  // namespace smallscope::program
