// SPDX-License-Identifier: Apache-2.0
#include "command_line/interrupt.hpp"

#include <fcntl.h>
#include <unistd.h>
#include <cerrno>
#include <csignal>
#include <system_error>

namespace smallscope::program {

namespace {

volatile std::sig_atomic_t write_end = -1;
volatile std::sig_atomic_t seen = 0;

// Async-signal-safe: a byte wakes the watcher, which may do what a handler may not.
extern "C" void on_signal(int signal) {
  // A terminal that hangs up says so twice: the shell tells its jobs, and the kernel tells its group.
  if (seen != 0 && signal == SIGHUP) return;
  if (seen != 0) _exit(130);
  seen = 1;
  const int saved = errno;
  const char byte = 's';
  if (write(static_cast<int>(write_end), &byte, 1) < 0) _exit(130);
  errno = saved;
}

void install(void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  // Who ignores it for us, as `nohup` does, does not want it to stop us.
  struct sigaction hang_up {};
  if (sigaction(SIGHUP, nullptr, &hang_up) == 0 && hang_up.sa_handler != SIG_IGN) sigaction(SIGHUP, &action, nullptr);
}

}  // namespace

Interrupt::Interrupt() {
  if (pipe2(pipe_, O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
  write_end = pipe_[1];
  seen = 0;
  watcher_ = std::thread([this] { watch(); });
  install(on_signal);
}

void Interrupt::watch() {
  char byte = 0;
  while (read(pipe_[0], &byte, 1) < 0 && errno == EINTR) {
  }
  if (byte == 's') source_.request_stop();
}

Interrupt::~Interrupt() {
  install(SIG_DFL);
  const char byte = 'e';
  // A full pipe is impossible: at most two bytes are ever written.
  if (write(pipe_[1], &byte, 1) == 1) watcher_.join();
  close(pipe_[0]);
  close(pipe_[1]);
}

}  // namespace smallscope::program
