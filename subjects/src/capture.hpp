// SPDX-License-Identifier: Apache-2.0
// Reading what a child writes, within limits. A Capture belongs to one thread.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "descriptor.hpp"

namespace smallscope::subjects {

using Clock = std::chrono::steady_clock;

/// A stream may hold this many times its limit before its writer is killed.
inline constexpr std::size_t flood_factor = 64;
/// The most bytes left in a pipe when its writers have been killed, unless the pipe was enlarged.
inline constexpr std::size_t left_in_pipe = 1u << 20;

/// The deadline `time` from now. Capped instead of overflowing.
Clock::time_point deadline_after(std::chrono::milliseconds time);
/// For poll(): milliseconds until `deadline`, rounded up, at least 0.
int poll_time(Clock::time_point deadline);
/// "no answer within 2 s"
std::string no_answer_within(std::chrono::milliseconds time);

/// The reading end of a stream and what was read from it: its first or its last `bound` bytes.
class Capture {
 public:
  enum class Keep { first, last };
  Capture(Descriptor source, std::size_t bound, Keep keep) : source_(std::move(source)), bound_(bound), keep_(keep) {}

  /// -1 after the end of the stream, which poll() ignores.
  int descriptor() const { return source_.get(); }
  /// Reads once; call it when poll() says that there is data. Closes at the end.
  void receive();
  /// Reads the available data without waiting, at most about `most` bytes: a daemon might write for ever.
  void drain(std::size_t most);
  bool flooded() const { return total_ / flood_factor > bound_; }
  bool truncated() const { return total_ > bound_; }
  /// The kept text, cut between characters.
  std::string text() const;
  /// Forgets what has been read so far.
  void restart();

 private:
  Descriptor source_;
  std::size_t bound_;
  Keep keep_;
  std::string kept_;
  std::size_t total_ = 0;
};

}  // namespace smallscope::subjects
