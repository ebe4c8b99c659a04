// SPDX-License-Identifier: Apache-2.0
// What a study of known faults leaves out, for people and as JSON.
#pragma once

#include <string>

#include <smallscope/evaluation/left_out.hpp>
#include <smallscope/report/json.hpp>

namespace smallscope::program {

/// A line for each reason that applies.
std::string text(const evaluation::LeftOutCampaigns& left_out);
/// Adds a list for each reason to an object.
void add_to_json(report::Json& json, const evaluation::LeftOutCampaigns& left_out);

}  // namespace smallscope::program
