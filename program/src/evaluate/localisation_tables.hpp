// SPDX-License-Identifier: Apache-2.0
// How well stores with coverage lead to known faults, as tables for people and as JSON.
#pragma once

#include <string>

#include <smallscope/evaluation/localisation_study.hpp>

#include <smallscope/report/json.hpp>

namespace smallscope::program {

/// A table of views, and one of measures for each level, the best first; what is counted takes one rule for ties.
std::string text(const evaluation::LocalisationStudy& study, diagnosis::Ties ties);
/// Every fault, by all rules for ties.
report::Json to_json(const evaluation::LocalisationStudy& study);

}  // namespace smallscope::program
