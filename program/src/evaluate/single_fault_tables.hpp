// SPDX-License-Identifier: Apache-2.0
// What few tests say of known single faults, as a table for people and as JSON.
#pragma once

#include <string>
#include <vector>

#include <smallscope/diagnosis/single_fault_study.hpp>

#include <smallscope/report/json.hpp>

namespace smallscope::program {

/// A study, and what is not in it.
struct ReportedSingleFaults {
  diagnosis::SingleFaultStudy study;
  diagnosis::SingleFaultStudyOptions options;
  std::size_t without_fault = 0;    ///< no faulty element is known, or covered
  std::size_t without_failure = 0;  ///< no failing test that covers something
  bool has_time = false;            ///< times differ from run to run, so they are shown on request
};

/// A line for each suite; the share of faults within the first five under one rule for ties.
std::string text(const ReportedSingleFaults& reported, diagnosis::Ties ties);
/// All rules for ties.
report::Json to_json(const ReportedSingleFaults& reported);

}  // namespace smallscope::program
