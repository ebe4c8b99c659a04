// SPDX-License-Identifier: Apache-2.0
// How well measures find known faults, as a table for people and as JSON.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <smallscope/diagnosis/measure_study.hpp>

#include <smallscope/report/json.hpp>

namespace smallscope::program {

/// The place of a rule in arrays by diagnosis::all_ties.
inline std::size_t index_of(diagnosis::Ties ties) { return static_cast<std::size_t>(ties); }

/// The words of --ties.
std::vector<std::pair<std::string, diagnosis::Ties>> tie_choices();

/// One line for each measure, the best first; EXAM, acc@n and mAP under one rule for ties.
std::string text(const diagnosis::MeasureStudy& study, diagnosis::Ties ties);
/// All rules for ties.
report::Json to_json(const diagnosis::MeasureStudy& study);

/// One line for each measure with and without FLITSR, under one rule for ties.
std::string text(const std::vector<diagnosis::FlitsrRow>& rows, diagnosis::Ties ties);
report::Json to_json(const std::vector<diagnosis::FlitsrRow>& rows);

}  // namespace smallscope::program
