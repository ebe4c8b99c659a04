// SPDX-License-Identifier: Apache-2.0
// A queue of at most three jobs, the most urgent one first.
#pragma once

#include <array>
#include <stdexcept>

#include <smallscope/concolic/recorder.hpp>

namespace concolic_subjects {

using smallscope::concolic::Fault;
using smallscope::concolic::value_of;

template <class Int>
class Scheduler {
 public:
  explicit Scheduler(Fault fault) : fault_(fault) {}

  /// Higher numbers are more urgent. Of equal ones, the earlier is first. A full queue drops its least urgent job for
  /// one that is more urgent.
  void push(Int urgency) {
    if (fault_(1) ? size_ > 3 : size_ >= 3) {
      if (fault_(2) ? urgency < job(2) : urgency <= job(2)) return;
      size_ -= fault_(3) ? 0 : 1;
    }
    Int place = size_;
    while (place > 0 && (fault_(4) ? job(place - 1) <= urgency : job(place - 1) < urgency)) {
      job(place) = job(place - 1);
      stamp(place) = stamp(place - 1);
      place -= 1;
    }
    job(place) = urgency;
    clock_ += 1;
    stamp(place) = clock_;
    size_ += 1;
  }
  /// Ten times the urgency of the first job, and its stamp; 0 if there is none.
  Int pop() {
    if (fault_(5) ? size_ < 0 : size_ == 0) return 0;
    const Int first = job(0) * 10 + stamp(0);
    for (Int i = (fault_(6) ? 2 : 1); i < size_; i += 1) {
      job(i - 1) = job(i);
      stamp(i - 1) = stamp(i);
    }
    size_ -= 1;
    if (size_ < 0) throw std::out_of_range("a queue of less than no jobs");
    return first;
  }
  Int size() const { return size_; }

 private:
  Int& job(Int index) { return jobs_.at(static_cast<std::size_t>(value_of(index))); }
  Int& stamp(Int index) { return stamps_.at(static_cast<std::size_t>(value_of(index))); }
  Fault fault_;
  std::array<Int, 4> jobs_ = {}, stamps_ = {};
  Int size_ = 0, clock_ = 0;
};

/// Each command from 1 on pushes a job of that urgency, 0 pops one. What was popped, as digits.
template <class Int, class... Command>
Int scheduled(Fault fault, Command... commands) {
  Scheduler<Int> scheduler(fault);
  Int popped = 0;
  const auto execute = [&](const Int& command) {
    if (command == 0) {
      const Int first = scheduler.pop();
      popped = popped * 100 + first;
    } else {
      scheduler.push(command);
    }
  };
  (execute(commands), ...);
  return popped * 10 + scheduler.size();
}

}  // namespace concolic_subjects
