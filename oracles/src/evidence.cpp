// SPDX-License-Identifier: Apache-2.0
#include "evidence.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <smallscope/subjects/nearest.hpp>
#include <vector>

#include "judging.hpp"

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

std::string if_it_refuses(const subjects::Observation& observation) {
  return fmt::format("if exit status {0} is how it refuses, declare `refuses = {{ exit_status = {0} }}`",
                     observation.exit_status);
}

void miss_output(const subjects::Observation& observation, std::string_view name) {
  std::vector<std::string> names;
  for (const subjects::NamedText& output : observation.outputs) names.push_back(output.name);
  names.insert(names.end(), observation.absent.begin(), observation.absent.end());
  if (observation.exit_status != 0)
    throw NoResultOfFailure(fmt::format("there is no output {}; {}; the subject ended with {}; {}; {}",
                                        subjects::in_quotes(name), if_it_refuses(observation), failure(observation),
                                        outputs_there("reported", name, names), if_it_failed));
  throw CannotJudge(fmt::format(
      "there is no output {}; {}; a command has to leave this file, and a worker to use the same name, or to report "
      "null where an input has no such output",
      subjects::in_quotes(name), outputs_there("reported", name, names)));
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
