// SPDX-License-Identifier: Apache-2.0
// How long an execution may take: as the limits say, or as a session has learned.
#pragma once

#include <chrono>
#include <string>

#include <smallscope/subjects/subject.hpp>

namespace smallscope::subjects {

/// Belongs to one session.
class TimeLimit {
 public:
  explicit TimeLimit(const Limits& limits) : limit_(limits.time), learns_(limits.learns_time) {}

  void set_patience(unsigned factor) { patience_ = factor; }
  /// Of the next execution.
  std::chrono::milliseconds now() const;
  /// Learns from an execution that ended by itself.
  void learn(double seconds);
  /// "no answer within 10 s"; the same for every learned limit, which depends on the machine.
  std::string exceeded() const;

 private:
  std::chrono::milliseconds limit_;
  bool learns_;
  unsigned patience_ = 1;
  unsigned executions_ = 0;
  double longest_ = 0;  ///< seconds
};

/// Whether an execution took the time that it needs: it was neither killed nor lost.
bool ended_by_itself(const Observation& observation);

/// The limits with these changes.
Limits changed(Limits limits, const LimitChanges& changes);

}  // namespace smallscope::subjects
