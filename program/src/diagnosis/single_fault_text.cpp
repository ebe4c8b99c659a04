// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/single_fault_text.hpp"

#include <fmt/format.h>

#include <smallscope/report/text.hpp>

#include "command_line/counted.hpp"

namespace smallscope::program {

namespace {

std::string certificate_text(const diagnosis::Certificate& certificate) {
  const std::string scanned = report::grouped(certificate.scanned);
  if (!certificate.population)
    return fmt::format("certificate: {} known; how many there are, and whether more fail, is not known\n",
                       counted(certificate.scanned, "test"));
  if (certificate.is_complete())
    return fmt::format("certificate: complete, all {} of the space are known\n",
                       counted(*certificate.population, "input"));
  return fmt::format(
      "certificate: {} of {} inputs of the space are known; one of the others may fail and cover fewer\n", scanned,
      report::grouped(*certificate.population));
}

/// What a slice does not contain has a number.
std::string slice_text(const diagnosis::FunctionSlice& slice) {
  std::string text = "slice: ";
  switch (slice.state) {
    case diagnosis::SliceState::restricted:
      text += fmt::format("restricted to {} of {}; {} of {} left out: a fault there is missed",
                          counted(slice.elements, "element"), counted(slice.functions, "function"),
                          counted(slice.other_elements, "element"), counted(slice.other_functions, "function"));
      break;
    case diagnosis::SliceState::nothing_passes:
      text += "not restricted, because no passing test covers an element";
      break;
    case diagnosis::SliceState::nothing_in_common:
      text += "not restricted, because the failing tests have no element in common";
      break;
    case diagnosis::SliceState::nothing_of_its_own:
      text += "not restricted, because every passing test covers what the failing ones have in common";
      break;
  }
  if (slice.without_function > 0)
    text += fmt::format("; {} without a known function kept", counted(slice.without_function, "element"));
  return text + "\n";
}

report::Json slice_json(const diagnosis::FunctionSlice& slice) {
  return {{"state", name(slice.state)},
          {"elements", slice.elements},
          {"functions", slice.functions},
          {"other_elements", slice.other_elements},
          {"other_functions", slice.other_functions},
          {"without_function", slice.without_function},
          {"failing", slice.failing},
          {"passing", slice.passing}};
}

/// The witnesses, then the companions.
std::vector<std::size_t> tests_of(const diagnosis::SingleFault& found) {
  std::vector<std::size_t> tests = found.witnesses.tests;
  tests.insert(tests.end(), found.companions.begin(), found.companions.end());
  return tests;
}

report::Json tests_json(const ReportedSingleFault& reported, const diagnosis::Spectrum& spectrum,
                        const std::vector<std::size_t>& tests) {
  report::Json json = report::Json::array();
  for (const std::size_t test : tests) {
    const NamedTest named = reported.test_named(test);
    report::Json entry{{"ordinal", spectrum.test(test).ordinal}, {"test", report::text_json(named.name)}};
    if (!named.command.empty()) entry["replay"] = report::text_json(named.command);
    json.push_back(std::move(entry));
  }
  return json;
}

}  // namespace

std::string text(const ReportedSingleFault& reported, const diagnosis::Spectrum& spectrum) {
  const diagnosis::SingleFault& found = reported.found;
  std::string text = "\n" + (found.slice ? slice_text(*found.slice) : "");
  text += fmt::format("single fault: {} covered by all {}\n{}", counted(found.common.size(), "element"),
                      counted(found.certificate.failing - found.certificate.unexplained, "failing test"),
                      certificate_text(found.certificate));
  text +=
      fmt::format("witnesses: {} only these in common; {}\ncompanions: {}, by {}\n",
                  found.witnesses.tests.size() == 1 ? "1 failing test has"
                                                    : counted(found.witnesses.tests.size(), "failing test") + " have",
                  found.witnesses.is_fewest ? "no fewer do" : "fewer may do",
                  counted(found.companions.size(), "passing test"), name(reported.rule));
  bool has_command = false;
  for (const std::size_t test : tests_of(found))
    has_command = has_command || !reported.test_named(test).command.empty();
  std::vector<std::string> header{"test", "outcome"};
  if (has_command) header.emplace_back("again");
  report::Table table(header, std::vector<bool>(header.size(), false));
  for (const std::size_t test : tests_of(found)) {
    const NamedTest named = reported.test_named(test);
    std::vector<std::string> row{report::one_line(named.name, 60), std::string(name(spectrum.test(test).outcome))};
    if (has_command) row.push_back(named.command);
    table.add(row);
  }
  return text + table.text(std::string::npos);  // commands are never cut
}

report::Json to_json(const ReportedSingleFault& reported, const diagnosis::Spectrum& spectrum) {
  const diagnosis::SingleFault& found = reported.found;
  const diagnosis::Certificate& certificate = found.certificate;
  report::Json json{{"common", found.common},
                    {"certificate",
                     {{"failing", certificate.failing},
                      {"unexplained", certificate.unexplained},
                      {"known", certificate.scanned},
                      {"population", certificate.population ? report::Json(*certificate.population) : report::Json()},
                      {"complete", certificate.is_complete()}}},
                    {"fewest", found.witnesses.is_fewest},
                    {"witnesses", tests_json(reported, spectrum, found.witnesses.tests)},
                    {"rule", name(reported.rule)},
                    {"companions", tests_json(reported, spectrum, found.companions)}};
  if (found.slice) json["slice"] = slice_json(*found.slice);
  return json;
}

}  // namespace smallscope::program
