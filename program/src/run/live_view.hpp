// SPDX-License-Identifier: Apache-2.0
// run --watch: the state of a run, drawn again several times a second at the end of the terminal's output.
//
// A thread of its own asks for the state and draws it; the run never waits for that. Any thread may write above it.
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <smallscope/generators/ordinal.hpp>

#include "run/live_explanations.hpp"
#include "run/terminal_block.hpp"
#include "run/terminal_signals.hpp"

namespace smallscope::program {

struct LiveCluster {
  std::string message;
  generators::Ordinal cases = 0;
  generators::Ordinal first_test = 0;
  LiveExplanation explanation;
};

/// What is shown. Texts may be of the subject.
struct LiveState {
  std::string step;                   ///< what is done besides a pass: "confirming 3 of 8 failures"
  std::vector<std::string> account;   ///< "3,412 of 11,520 (29.6%)", "412 failing in 5 clusters", ...
  std::vector<LiveCluster> clusters;  ///< in the sequence in which they were first seen
  std::string note;
};

/// The state as lines for a terminal of this size. Where there is no room for everything, the account has at most half
/// of the lines, and the latest clusters are shown.
std::vector<BlockLine> live_lines(const LiveState& state, const TerminalBlock::Size& size);

class LiveView {
 public:
  /// `look` is called by another thread, until the end of the object.
  explicit LiveView(std::function<LiveState()> look);
  /// Removes what is drawn.
  ~LiveView();
  LiveView(const LiveView&) = delete;
  LiveView& operator=(const LiveView&) = delete;
  /// A visible text that stays.
  void write_above(const std::string& visible);

 private:
  void paint();

  std::function<LiveState()> look_;
  TerminalSignals signals_;
  std::mutex mutex_;  ///< of the block
  TerminalBlock block_;
  std::atomic<bool> is_ending_ = false;
  std::thread painter_;
};

}  // namespace smallscope::program
