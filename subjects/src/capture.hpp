// Reading what a child writes, within bounds.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "descriptor.hpp"

namespace smallscope::subjects {

using Clock = std::chrono::steady_clock;

/// A stream is allowed so many times its bound before its writer is killed.
inline constexpr std::size_t flood_factor = 64;
/// Bytes at most left in a pipe when its writers have been killed, unless it was enlarged.
inline constexpr std::size_t left_in_pipe = 1u << 20;

/// The deadline `time` from now; far away rather than overflowing.
Clock::time_point deadline_after(std::chrono::milliseconds time);
/// For poll(): milliseconds until `deadline`, rounded up, at least 0.
int poll_time(Clock::time_point deadline);
/// "no answer within 2 s"
std::string no_answer_within(std::chrono::milliseconds time);

/// The reading end of a stream and what it has yielded: its first or its last `bound` bytes.
class Capture {
 public:
  enum class Keep { first, last };
  Capture(Descriptor source, std::size_t bound, Keep keep) : source_(std::move(source)), bound_(bound), keep_(keep) {}

  /// -1 after its end, which poll() ignores.
  int descriptor() const { return source_.get(); }
  /// Reads once what is there; to be called when poll() says so. Closes at the end.
  void receive();
  /// Reads what is there without waiting, at most about `most` bytes: a daemon might write for ever.
  void drain(std::size_t most);
  bool flooded() const { return total_ / flood_factor > bound_; }
  bool truncated() const { return total_ > bound_; }
  /// What was kept, cut between characters.
  std::string text() const;
  /// Forgets what was read so far.
  void restart();

 private:
  Descriptor source_;
  std::size_t bound_;
  Keep keep_;
  std::string kept_;
  std::size_t total_ = 0;
};

}  // namespace smallscope::subjects
