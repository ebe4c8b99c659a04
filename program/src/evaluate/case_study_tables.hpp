// SPDX-License-Identifier: Apache-2.0
// The tables and figures of `evaluate fase2009`: those of the paper, and what goes beyond them.
#pragma once

#include <smallscope/evaluation/case_study.hpp>
#include <string>
#include <vector>

#include <smallscope/report/json.hpp>

namespace smallscope::program {

/// Figure 5 in time and in tests, Figure 6, merging against M0, and the trade-off over the jump limit.
std::string text(const std::vector<evaluation::CaseStudy>& studies);
report::Json to_json(const std::vector<evaluation::CaseStudy>& studies);

/// Tests to the first failure of M0 over the jump limit, one line for each campaign with failures.
std::string jump_limit_figure(const std::vector<evaluation::CaseStudy>& studies);
/// Total seconds of each merge level, one line per campaign.
std::string merge_level_figure(const std::vector<evaluation::CaseStudy>& studies);

}  // namespace smallscope::program
