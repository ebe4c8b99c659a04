// SPDX-License-Identifier: Apache-2.0
#include "session_coverage.hpp"

#include <fmt/format.h>

namespace smallscope::subjects {

namespace {

coverage::Collector opened(const std::filesystem::path& directory) {
  try {
    return coverage::Collector(directory);
  } catch (const coverage::CollectorError& error) {
    throw SubjectUnavailable(fmt::format("coverage cannot be collected: {}", error.what()));
  }
}

/// A text that placeholders leave as it is.
std::string literal(const std::string& text) {
  std::string doubled;
  for (const char c : text) doubled += c == '{' || c == '}' ? std::string(2, c) : std::string(1, c);
  return doubled;
}

}  // namespace

SessionCoverage::SessionCoverage(const std::filesystem::path& directory) : collector_(opened(directory)) {}

Command SessionCoverage::covered(Command command) const {
  const auto [name, value] = collector_.environment();
  command.environment.push_back({name, literal(value)});
  return command;
}

}  // namespace smallscope::subjects
