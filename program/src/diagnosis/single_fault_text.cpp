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
  std::string text = fmt::format("\nsingle fault: {} covered by all {}\n{}", counted(found.common.size(), "element"),
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
  return {{"common", found.common},
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
}

}  // namespace smallscope::program
