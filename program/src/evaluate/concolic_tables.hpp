// SPDX-License-Identifier: Apache-2.0
// How few tests localise seeded faults, derived by a solver or by changes, as tables and as JSON.
#pragma once

#include <string>

#include <smallscope/evaluation/concolic_study.hpp>
#include <smallscope/report/json.hpp>

namespace smallscope::program {

std::string text(const evaluation::ConcolicStudy& study);
report::Json to_json(const evaluation::ConcolicStudy& study);

}  // namespace smallscope::program
