// SPDX-License-Identifier: Apache-2.0
// How well measures find known faults, as a table for people and as JSON.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <smallscope/diagnosis/measure_study.hpp>

#include <smallscope/report/json.hpp>

namespace smallscope::program {

/// The words of --ties.
std::vector<std::pair<std::string, diagnosis::Ties>> tie_choices();

/// One line for each measure, the best first; EXAM, acc@n and mAP under one rule for ties.
std::string text(const diagnosis::MeasureStudy& study, diagnosis::Ties ties);
/// All rules for ties.
report::Json to_json(const diagnosis::MeasureStudy& study);

}  // namespace smallscope::program
