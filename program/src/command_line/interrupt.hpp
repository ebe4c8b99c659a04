// SPDX-License-Identifier: Apache-2.0
// Safe interruption: SIGINT, SIGTERM and SIGHUP become a stop request; a second one of the first two ends the process
// at once.
#pragma once

#include <stop_token>
#include <thread>

namespace smallscope::program {

/// Lives as long as a command; at most one at a time.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;
  std::stop_token token() const { return source_.get_token(); }

 private:
  void watch();
  std::stop_source source_;
  int pipe_[2];
  std::thread watcher_;
};

}  // namespace smallscope::program
