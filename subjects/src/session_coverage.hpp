// SPDX-License-Identifier: Apache-2.0
// What a session's executions cover of code that was compiled for it: the collector, as sessions use it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <smallscope/coverage/collector.hpp>
#include <smallscope/coverage/conditions.hpp>
#include <smallscope/subjects/command.hpp>

namespace smallscope::subjects {

/// What sessions of a subject do with coverage.
struct CoverageUse {
  bool is_collected = false;
  std::optional<coverage::Switch> condition = {};  ///< which is negated
};

class SessionCoverage {
 public:
  /// Collects below `directory`, which it makes; a condition of the commands is negated, if one is named. Throws
  /// SubjectUnavailable.
  SessionCoverage(const std::filesystem::path& directory, const std::optional<coverage::Switch>& condition);

  /// The command, whose processes report what they cover.
  Command covered(Command command);
  /// An execution begins.
  void clear() { collector_.clear(); }
  /// It has ended.
  coverage::Covered take() { return collector_.take(); }
  /// Whether the condition has been negated in an execution that was taken.
  bool has_switched() const { return collector_.switched(); }
  /// What a person has to know about what was collected until now.
  std::vector<std::string> remarks() const;

 private:
  std::vector<std::string> programs_;  ///< of the commands
  std::optional<coverage::Switch> condition_;
  coverage::Collector collector_;
};

}  // namespace smallscope::subjects
