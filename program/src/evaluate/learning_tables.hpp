// SPDX-License-Identifier: Apache-2.0
// The study of an order that learns, as a table for people and as JSON.
#pragma once

#include <string>
#include <vector>

#include <smallscope/evaluation/learning_study.hpp>

#include <smallscope/report/json.hpp>

namespace smallscope::program {

/// One line per campaign, then the geometric mean and the worst of the ratios.
std::string text(const std::vector<evaluation::LearningStudy>& studies);
report::Json to_json(const std::vector<evaluation::LearningStudy>& studies);

}  // namespace smallscope::program
