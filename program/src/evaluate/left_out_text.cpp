// SPDX-License-Identifier: Apache-2.0
#include "evaluate/left_out_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <smallscope/report/text.hpp>

namespace smallscope::program {

std::string text(const evaluation::LeftOutCampaigns& left_out) {
  std::string text;
  const auto add = [&](const std::vector<std::string>& campaigns, const std::string& why) {
    if (!campaigns.empty())
      text += report::one_line(fmt::format("left out, {}: {}", why, fmt::join(campaigns, ", "))) + "\n";
  };
  add(left_out.without_place, "no place of the fault is known");
  add(left_out.without_failure, "no failing input shows the fault");
  add(left_out.not_covered, "no covered block is at a place of the fault");
  return text;
}

void add_to_json(report::Json& json, const evaluation::LeftOutCampaigns& left_out) {
  const auto add = [&](const char* reason, const std::vector<std::string>& campaigns) {
    json[reason] = report::Json::array();
    for (const std::string& each : campaigns) json[reason].push_back(report::text_json(each));
  };
  add("without_place", left_out.without_place);
  add("without_failure", left_out.without_failure);
  add("not_covered", left_out.not_covered);
}

}  // namespace smallscope::program
