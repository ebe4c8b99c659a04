// SPDX-License-Identifier: Apache-2.0
#include "guard.hpp"

#include <fmt/format.h>

namespace smallscope::subjects {

Guard::Guard(const Process& process, const Limits& limits)
    : process_(process),
      memory_bytes_(limits.memory_bytes != 0 ? limits.memory_bytes : Limits::default_memory_bytes),
      processes_(limits.processes),
      due_(std::chrono::steady_clock::now() + interval) {}

std::string Guard::objection() {
  const auto now = std::chrono::steady_clock::now();
  if (now < due_) return {};
  due_ = now + interval;
  const Usage usage = process_.usage(processes_);
  if (usage.processes > processes_) return fmt::format("had more than {} processes", processes_);
  if (usage.memory_bytes > memory_bytes_) return fmt::format("used more than {} bytes of memory", memory_bytes_);
  return {};
}

}  // namespace smallscope::subjects
