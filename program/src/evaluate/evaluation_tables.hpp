// SPDX-License-Identifier: Apache-2.0
// Studies as tables for people and as JSON.
#pragma once

#include <string>
#include <vector>

#include <smallscope/evaluation/merging_study.hpp>
#include <smallscope/evaluation/order_study.hpp>

#include <smallscope/report/json.hpp>

namespace smallscope::program {

report::Json to_json(const evaluation::SampleMean& mean);

/// One table of orders per campaign; for synthetic failures one line per space; then one table of geometric means per
/// family.
std::string text(const std::vector<evaluation::OrderStudy>& studies);
report::Json to_json(const std::vector<evaluation::OrderStudy>& studies);

/// One table of levels per campaign, with what they missed, then the sum over all.
std::string text(const std::vector<evaluation::MergingStudy>& studies);
report::Json to_json(const std::vector<evaluation::MergingStudy>& studies);

}  // namespace smallscope::program
