// SPDX-License-Identifier: Apache-2.0
#include "run/terminal_signals.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>
#include <system_error>

namespace smallscope::program {

namespace {

constexpr int watched[] = {SIGWINCH, SIGTSTP, SIGCONT};
constexpr char of_size = 'w', of_suspend = 'z', of_continue = 'c', of_wake = 'e';

volatile std::sig_atomic_t signal_end = -1;

// Async-signal-safe: a byte wakes the thread that draws. A full pipe will wake it anyway.
extern "C" void on_terminal_signal(int signal) {
  const int saved = errno;
  const char byte = signal == SIGTSTP ? of_suspend : signal == SIGCONT ? of_continue : of_size;
  [[maybe_unused]] const ssize_t written = write(static_cast<int>(signal_end), &byte, 1);
  errno = saved;
}

struct sigaction own_action() {
  struct sigaction action {};
  action.sa_handler = on_terminal_signal;
  action.sa_flags = SA_RESTART;
  return action;
}

}  // namespace

TerminalSignals::TerminalSignals() {
  if (pipe2(pipe_, O_CLOEXEC | O_NONBLOCK) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
  signal_end = pipe_[1];
  const struct sigaction action = own_action();
  for (std::size_t i = 0; i < std::size(watched); ++i) {
    sigaction(watched[i], nullptr, &before_[i]);
    // Who ignores ^Z for us does not want it to stop us.
    if (watched[i] != SIGTSTP || before_[i].sa_handler != SIG_IGN) sigaction(watched[i], &action, nullptr);
  }
}

TerminalSignals::~TerminalSignals() {
  for (std::size_t i = 0; i < std::size(watched); ++i) sigaction(watched[i], &before_[i], nullptr);
  signal_end = -1;
  close(pipe_[0]);
  close(pipe_[1]);
}

TerminalSignals::Seen TerminalSignals::wait(std::chrono::milliseconds longest) const {
  pollfd input{pipe_[0], POLLIN, 0};
  Seen seen;
  if (poll(&input, 1, static_cast<int>(longest.count())) <= 0) return seen;
  char bytes[64];
  for (ssize_t count = 0; (count = read(pipe_[0], bytes, sizeof bytes)) > 0;) {
    const std::string_view all(bytes, static_cast<std::size_t>(count));
    seen.suspend |= all.find(of_suspend) != std::string_view::npos;
    seen.continued |= all.find(of_continue) != std::string_view::npos;
  }
  return seen;
}

void TerminalSignals::wake() const { [[maybe_unused]] const ssize_t written = write(pipe_[1], &of_wake, 1); }

void TerminalSignals::suspend() const {
  struct sigaction standard {};
  standard.sa_handler = SIG_DFL;
  const struct sigaction action = own_action();
  // The SIGCONT that ends this stop is expected, and is to say nothing.
  for (const int signal : {SIGTSTP, SIGCONT}) sigaction(signal, &standard, nullptr);
  std::raise(SIGTSTP);  // to this thread: when it returns, the process has been stopped and continued
  for (const int signal : {SIGTSTP, SIGCONT}) sigaction(signal, &action, nullptr);
}

}  // namespace smallscope::program
