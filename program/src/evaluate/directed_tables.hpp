// SPDX-License-Identifier: Apache-2.0
// How few tests localise known faults, as tables for people and as JSON.
#pragma once

#include <string>

#include <smallscope/evaluation/directed_study.hpp>
#include <smallscope/report/json.hpp>

namespace smallscope::program {

/// For each strategy, how many faults are localised after so many tests, and how many tests are needed.
std::string text(const evaluation::DirectedStudy& study);
/// Every fault, with the curve of every suite.
report::Json to_json(const evaluation::DirectedStudy& study);

}  // namespace smallscope::program
