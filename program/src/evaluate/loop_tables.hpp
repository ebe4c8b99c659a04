// SPDX-License-Identifier: Apache-2.0
// What `evaluate loop` says, for people and as JSON.
#pragma once

#include <string>

#include <smallscope/evaluation/loop_study.hpp>
#include <smallscope/report/json.hpp>

namespace smallscope::program {

std::string text(const evaluation::LoopStudy& study);
report::Json to_json(const evaluation::LoopStudy& study);

}  // namespace smallscope::program
