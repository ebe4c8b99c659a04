// SPDX-License-Identifier: Apache-2.0
// Writing to a process that no longer reads, without the signal that would end this one.
//
// Each thread uses its own.
#pragma once

#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>
#include <string_view>

namespace smallscope::subjects {

/// Writing to a worker that has died raises SIGPIPE in this thread. The signal is blocked meanwhile, and consumed if
/// raised.
class NoBrokenPipeSignal {
 public:
  NoBrokenPipeSignal() {
    sigemptyset(&signal_);
    sigaddset(&signal_, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &signal_, &before_);
  }
  ~NoBrokenPipeSignal() {
    if (sigismember(&before_, SIGPIPE) == 1) return;
    if (broken_) {
      const timespec now = {0, 0};
      while (sigtimedwait(&signal_, nullptr, &now) < 0 && errno == EINTR) {
      }
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  /// Writes; -1 with errno.
  ssize_t write(int descriptor, std::string_view text) {
    const ssize_t count = ::write(descriptor, text.data(), text.size());
    broken_ |= count < 0 && errno == EPIPE;
    return count;
  }

 private:
  sigset_t signal_;
  sigset_t before_;
  bool broken_ = false;
};

}  // namespace smallscope::subjects
