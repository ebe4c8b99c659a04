// SPDX-License-Identifier: Apache-2.0
// What `diagnose --single-fault` says before its ranking: common elements, the certificate, the few tests.
#pragma once

#include <functional>
#include <string>

#include <smallscope/diagnosis/single_fault.hpp>

#include <smallscope/report/json.hpp>

namespace smallscope::program {

/// A test of the spectrum, in a person's words.
struct NamedTest {
  std::string name;     ///< "#17", or the name that a file gives it
  std::string command;  ///< that executes it again; "": none is known
};

struct ReportedSingleFault {
  diagnosis::SingleFault found;
  diagnosis::CompanionRule rule = diagnosis::CompanionRule::split;
  std::function<NamedTest(std::size_t)> test_named;
};

/// Of the spectrum in which it was found. Text of files is on one line each.
std::string text(const ReportedSingleFault& reported, const diagnosis::Spectrum& spectrum);
/// Without the ranking.
report::Json to_json(const ReportedSingleFault& reported, const diagnosis::Spectrum& spectrum);

}  // namespace smallscope::program
