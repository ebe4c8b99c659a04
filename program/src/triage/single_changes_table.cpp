// SPDX-License-Identifier: Apache-2.0
#include "triage/single_changes_table.hpp"

#include <fmt/format.h>

#include <smallscope/report/text.hpp>

namespace smallscope::program {

std::string text(const std::vector<clustering::SingleChange>& changes, std::size_t looked_at, std::size_t failing) {
  report::Table table({"change", "to", "passes", "still fails", "fails otherwise", "not known", "for example"},
                      {false, false, true, true, true, true, false});
  std::string choice;
  for (const clustering::SingleChange& each : changes) {
    table.add({each.choice == choice ? "" : report::one_line(each.choice, 40), report::one_line(each.value, 40),
               report::grouped(each.passing), report::grouped(each.same), report::grouped(each.other),
               report::grouped(each.unknown),
               each.example ? fmt::format("#{} fails, #{} passes", each.example->first, each.example->second) : ""});
    choice = each.choice;
  }
  const std::string of = looked_at == failing ? fmt::format("of its {} failing inputs", report::grouped(failing))
                                              : fmt::format("of the first {} of its {} failing inputs",
                                                            report::grouped(looked_at), report::grouped(failing));
  return fmt::format("\n  if one choice is changed, and nothing else, {}:\n{}", of,
                     changes.empty() ? "no input differs in one choice\n" : table.text(160));
}

report::Json to_json(const std::vector<clustering::SingleChange>& changes) {
  report::Json list = report::Json::array();
  for (const clustering::SingleChange& each : changes) {
    report::Json entry{{"choice", report::text_json(each.choice)},
                       {"value", report::text_json(each.value)},
                       {"passing", each.passing},
                       {"same", each.same},
                       {"other", each.other},
                       {"unknown", each.unknown}};
    if (each.example) entry["example"] = {{"failing", each.example->first}, {"passing", each.example->second}};
    list.push_back(std::move(entry));
  }
  return list;
}

}  // namespace smallscope::program
