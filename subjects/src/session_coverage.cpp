// SPDX-License-Identifier: Apache-2.0
#include "session_coverage.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <smallscope/coverage/instrumentation.hpp>

#include "process.hpp"

namespace smallscope::subjects {

namespace {

coverage::Collector opened(const std::filesystem::path& directory) {
  try {
    return coverage::Collector(directory);
  } catch (const coverage::CollectorError& error) {
    throw SubjectUnavailable(fmt::format("coverage cannot be collected: {}", error.what()));
  }
}

/// Whether it is known to report nothing. What a test makes is not known.
bool lacks_runtime(const std::string& program) {
  if (program.find('{') != std::string::npos) return false;
  try {
    return std::ranges::any_of(locate(program), coverage::lacks_runtime);
  } catch (const SubjectUnavailable&) {
    return false;
  }
}

/// A text that placeholders leave as it is.
std::string literal(const std::string& text) {
  std::string doubled;
  for (const char c : text) doubled += c == '{' || c == '}' ? std::string(2, c) : std::string(1, c);
  return doubled;
}

}  // namespace

SessionCoverage::SessionCoverage(const std::filesystem::path& directory,
                                 const std::optional<coverage::Switch>& condition)
    : condition_(condition), collector_(opened(directory)) {}

Command SessionCoverage::covered(Command command) {
  programs_.push_back(command.arguments.front());
  const auto [name, value] = collector_.environment();
  command.environment.push_back({name, literal(value)});
  if (condition_) {
    const auto [switch_name, switch_value] = coverage::environment(*condition_);
    command.environment.push_back({switch_name, literal(switch_value)});
  }
  return command;
}

std::vector<std::string> SessionCoverage::remarks() const {
  std::vector<std::string> texts = collector_.remarks();
  for (const std::string& program : programs_)
    if (lacks_runtime(program))
      texts.push_back(fmt::format(
          "{}: it was compiled with coverage, but linked with a runtime of clang, and reports nothing: build "
          "it with smallscope-cc, or as docs/coverage.md says",
          program));
  return texts;
}

}  // namespace smallscope::subjects
