// SPDX-License-Identifier: Apache-2.0
// Looks now and then whether an execution occupies more than it may: memory, and processes.
//
// The kernel limits single processes only (setrlimit), and subjects start others. An execution of less than `interval`
// costs nothing. Belongs to one thread.
#pragma once

#include <chrono>
#include <string>

#include <smallscope/subjects/subject.hpp>

#include "process.hpp"

namespace smallscope::subjects {

class Guard {
 public:
  static constexpr std::chrono::milliseconds interval{100};

  Guard(const Process& process, const Limits& limits);
  /// When it looks next.
  std::chrono::steady_clock::time_point due() const { return due_; }
  /// Looks, if it is time: "used more than 4294967296 bytes of memory", or "".
  std::string objection();

 private:
  const Process& process_;
  std::uint64_t memory_bytes_;
  std::size_t processes_;
  std::chrono::steady_clock::time_point due_;
};

}  // namespace smallscope::subjects
