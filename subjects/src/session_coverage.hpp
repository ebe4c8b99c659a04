// SPDX-License-Identifier: Apache-2.0
// What a session's executions cover of code that was compiled for it: the collector, as sessions use it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <smallscope/coverage/collector.hpp>
#include <smallscope/subjects/command.hpp>

namespace smallscope::subjects {

class SessionCoverage {
 public:
  /// Collects below `directory`, which it makes. Throws SubjectUnavailable.
  explicit SessionCoverage(const std::filesystem::path& directory);

  /// The command, whose processes report what they cover.
  Command covered(Command command);
  /// An execution begins.
  void clear() { collector_.clear(); }
  /// It has ended.
  coverage::Covered take() { return collector_.take(); }
  /// What a person has to know about what was collected until now.
  std::vector<std::string> remarks() const;

 private:
  std::vector<std::string> programs_;  ///< of the commands
  coverage::Collector collector_;
};

}  // namespace smallscope::subjects
