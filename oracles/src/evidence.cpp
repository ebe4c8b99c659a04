// SPDX-License-Identifier: Apache-2.0
#include "evidence.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <smallscope/subjects/nearest.hpp>
#include <vector>

namespace smallscope::oracles {

bool is_absent(const subjects::Observation& observation, std::string_view name) {
  return std::ranges::find(observation.absent, name) != observation.absent.end();
}

std::string outputs_there(std::string_view how, std::string_view name, const std::vector<std::string>& names) {
  std::vector<std::string> quoted;
  for (const std::string& one : names) quoted.push_back(subjects::in_quotes(one));
  const auto meant = subjects::nearest(name, names);
  return fmt::format(
      "{}{}", names.empty() ? fmt::format("nothing was {}", how) : fmt::format("{}: {}", how, fmt::join(quoted, ", ")),
      meant ? fmt::format("; did you mean {}?", subjects::in_quotes(*meant)) : "");
}

void miss_output(const subjects::Observation& observation, std::string_view name) {
  std::vector<std::string> names;
  for (const subjects::NamedText& output : observation.outputs) names.push_back(output.name);
  names.insert(names.end(), observation.absent.begin(), observation.absent.end());
  const std::string end = observation.exit_status == 0
                              ? std::string()
                              : fmt::format(", and the subject exited with {}", observation.exit_status);
  throw CannotJudge(fmt::format(
      "there is no output {}{}; {}; use the same name on both sides, or report null where an input has no such output",
      subjects::in_quotes(name), end, outputs_there("reported", name, names)));
}

const std::string* require_output(const subjects::Observation& observation, std::string_view name) {
  const std::string* output = subjects::find(observation.outputs, name);
  if (output == nullptr && !is_absent(observation, name)) miss_output(observation, name);
  return output;
}

void require_streams(const subjects::Observation& observation) {
  if (observation.streams) return;
  throw CannotJudge(
      "the worker does not report what the subject printed; report \"standard_output\" and \"standard_error\", empty "
      "when nothing was printed");
}

}  // namespace smallscope::oracles
