// SPDX-License-Identifier: Apache-2.0
#include "time_limit.hpp"

#include <algorithm>

#include "capture.hpp"

namespace smallscope::subjects {

namespace {

constexpr unsigned enough_executions = 20;
constexpr double margin = 10;
constexpr std::chrono::milliseconds least{100};

}  // namespace

std::chrono::milliseconds TimeLimit::now() const {
  std::chrono::milliseconds limit = limit_;
  if (learns_ && executions_ >= enough_executions && longest_ * margin * 1000 < static_cast<double>(limit_.count()))
    limit = std::min(limit_, std::max(least, std::chrono::milliseconds(static_cast<long>(longest_ * margin * 1000))));
  constexpr std::chrono::milliseconds far = std::chrono::hours(24 * 365);
  return limit > far / patience_ ? far : limit * patience_;
}

void TimeLimit::learn(double seconds) {
  ++executions_;
  longest_ = std::max(longest_, seconds);
}

std::string TimeLimit::exceeded() const {
  return learns_ ? "no answer within the learned time limit" : no_answer_within(limit_);
}

bool ended_by_itself(const Observation& observation) {
  return observation.ending == Ending::completed || observation.ending == Ending::refused;
}

Limits changed(Limits limits, const LimitChanges& changes) {
  if (changes.time) limits.time = *changes.time;
  if (changes.learns_time || changes.time) limits.learns_time = changes.learns_time;
  if (changes.memory_bytes) limits.memory_bytes = *changes.memory_bytes;
  return limits;
}

}  // namespace smallscope::subjects
