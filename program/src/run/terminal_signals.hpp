// SPDX-License-Identifier: Apache-2.0
// What a terminal tells the process that draws on it: another size, ^Z, and that it goes on.
#pragma once

#include <chrono>
#include <csignal>

namespace smallscope::program {

/// Lives as long as something is drawn; at most one at a time. Handlers that were there before come back with its end.
/// One thread waits; wake() may be called by any.
class TerminalSignals {
 public:
  TerminalSignals();
  ~TerminalSignals();
  TerminalSignals(const TerminalSignals&) = delete;
  TerminalSignals& operator=(const TerminalSignals&) = delete;

  struct Seen {
    bool suspend = false;    ///< ^Z: the caller gives the terminal back and calls suspend()
    bool continued = false;  ///< after a stop that was not announced
  };
  /// Waits for a signal, for wake(), or so long. A new size only ends the waiting.
  Seen wait(std::chrono::milliseconds longest) const;
  void wake() const;
  /// Stops the process as SIGTSTP does; returns when it goes on.
  void suspend() const;

 private:
  int pipe_[2];
  struct sigaction before_[3] = {};
};

}  // namespace smallscope::program
