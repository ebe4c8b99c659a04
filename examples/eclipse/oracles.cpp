// SPDX-License-Identifier: Apache-2.0
#include "oracles.hpp"

#include <smallscope/oracles/standard.hpp>
#include <string_view>

namespace eclipse_campaigns {
namespace {

namespace oracles = smallscope::oracles;
namespace subjects = smallscope::subjects;
using oracles::OraclePointer;
using subjects::Input;
using subjects::Observation;

/// The output called `name`; empty if it is not reported.
std::string_view reported(const Observation& observation, std::string_view name) {
  const std::string* output = subjects::find(observation.outputs, name);
  return output == nullptr ? std::string_view() : *output;
}

bool has(const Observation& observation, std::string_view name) {
  return subjects::find(observation.outputs, name) != nullptr;
}

/// The oracles that say what is wrong with a result.
std::vector<OraclePointer> result_oracles(const std::string& fragment_mark) {
  const auto javac_is_needed = [](const Input&, const Observation& observation) {
    return reported(observation, "javac errors before").empty() &&
           reported(observation, "compile errors after").empty();
  };
  return {oracles::reported_compiles(),
          oracles::restricted("", javac_is_needed,
                              oracles::renamed("javac agrees", oracles::reported_compiles("", "javac errors after"))),
          oracles::reported_behaviour("behaviour before", "behaviour after", {}, fragment_mark),
          oracles::reported_round_trip("before", "there and back")};
}

void add_results(std::vector<OraclePointer>& all, const std::string& qualifier,
                 const std::vector<std::string>& severities, const std::string& fragment_mark) {
  const auto has_severity = [severities](const Input&, const Observation& observation) {
    const std::string_view severity = reported(observation, "severity");
    for (const std::string& one : severities)
      if (severity == one) return true;
    return false;
  };
  // Some refactorings never warn, and some requests do not ask for javac, behaviour or the way back.
  for (const OraclePointer& oracle : result_oracles(fragment_mark))
    all.push_back(oracles::occasional(oracles::restricted(qualifier, has_severity, oracle)));
}

/// Whether the result that Eclipse makes despite its own objections is right, as far as it was checked.
bool is_right(const Observation& observation) {
  const auto is_equal = [&](std::string_view name, std::string_view other) {
    return !has(observation, other) || reported(observation, name) == reported(observation, other);
  };
  return has(observation, "compile errors after") && reported(observation, "compile errors after").empty() &&
         reported(observation, "javac errors after").empty() && is_equal("behaviour before", "behaviour after") &&
         is_equal("before", "there and back");
}

std::vector<oracles::Message> lines(std::string_view text) {
  std::vector<oracles::Message> result;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    result.emplace_back(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  }
  return result;
}

OraclePointer erroneous_warning() {
  return oracles::predicate("erroneous warning", [](const Input&, const Observation& observation) {
    const std::string_view severity = reported(observation, "severity");
    const bool objected = severity == "FATAL" || severity == "ERROR" || severity == "WARNING";
    return objected && is_right(observation) ? lines(reported(observation, "status")) : std::vector<oracles::Message>();
  });
}

}  // namespace

std::vector<OraclePointer> refactoring_oracles(const Judging& judging) {
  std::vector<OraclePointer> all{
      oracles::renamed("input compiles", oracles::reported_compiles("compile errors before", "")),
      oracles::renamed("no engine exception", oracles::no_crash()), oracles::no_time_out()};
  if (judging.unwarned) add_results(all, "", {"OK", "INFO"}, judging.fragment_mark);
  if (judging.warned) add_results(all, "warned", {"WARNING"}, judging.fragment_mark);
  if (judging.warned_as_error) add_results(all, "warned as error", {"ERROR"}, judging.fragment_mark);
  if (judging.erroneous_warnings) all.push_back(erroneous_warning());
  return all;
}

}  // namespace eclipse_campaigns
