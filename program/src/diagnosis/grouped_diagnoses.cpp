// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/grouped_diagnoses.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <smallscope/report/text.hpp>

#include "diagnosis/diagnosis_text.hpp"

namespace smallscope::program {

namespace {

constexpr std::size_t named_of_group = 3;

std::vector<diagnosis::Column> with_lines_first(const GroupedDiagnoses& found, diagnosis::Column group) {
  std::vector<diagnosis::Column> elements = found.groups[group];
  std::ranges::stable_partition(elements, [&](diagnosis::Column each) { return found.elements[each].line > 0; });
  return elements;
}

}  // namespace

GroupedDiagnoses grouped_diagnoses(const diagnosis::planning::Session& session) {
  return {session.spectrum().elements(), session.groups(), session.diagnoses()};
}

const diagnosis::Element& first_element(const GroupedDiagnoses& found, const diagnosis::Diagnosis& diagnosis) {
  return found.elements[with_lines_first(found, diagnosis.elements[0])[0]];
}

std::string elements_text(const GroupedDiagnoses& found, const diagnosis::Diagnosis& diagnosis) {
  std::string text;
  for (std::size_t i = 0; i < diagnosis.elements.size(); ++i) {
    const std::vector<diagnosis::Column> group = with_lines_first(found, diagnosis.elements[i]);
    text += fmt::format("{}health {:.2f}: ", i == 0 ? "" : "; and ", diagnosis.health[i]);
    for (std::size_t k = 0; k < std::min(named_of_group, group.size()); ++k)
      text += (k == 0 ? "" : ", ") + shown(found.elements[group[k]]);
    if (group.size() > named_of_group)
      text += fmt::format(" and {} more", report::grouped(group.size() - named_of_group));
  }
  return text;
}

std::string text(const GroupedDiagnoses& found, std::size_t top,
                 const std::function<std::string(const diagnosis::Element&)>& source) {
  report::Table table({"probability", "elements, each with those that nothing tells apart from it", "source"},
                      {true, false, false});
  for (std::size_t i = 0; i < std::min(top, found.diagnoses.all.size()); ++i) {
    const diagnosis::Diagnosis& each = found.diagnoses.all[i];
    table.add({fmt::format("{:.4f}", each.probability), elements_text(found, each),
               report::one_line(source(first_element(found, each)), 60)});
  }
  std::string text = table.text(160);
  if (const std::size_t all = found.diagnoses.all.size(); all > top)
    text += fmt::format("{} more; --top shows them\n", report::grouped(all - top));
  return text;
}

report::Json to_json(const GroupedDiagnoses& found, std::size_t top) {
  report::Json json = report::Json::array();
  for (std::size_t i = 0; i < std::min(top, found.diagnoses.all.size()); ++i) {
    const diagnosis::Diagnosis& each = found.diagnoses.all[i];
    report::Json groups = report::Json::array();
    for (std::size_t k = 0; k < each.elements.size(); ++k) {
      report::Json elements = report::Json::array();
      for (const diagnosis::Column column : found.groups[each.elements[k]])
        elements.push_back(to_json(found.elements[column]));
      groups.push_back({{"health", each.health[k]}, {"elements", std::move(elements)}});
    }
    json.push_back({{"probability", each.probability}, {"groups", std::move(groups)}});
  }
  return json;
}

}  // namespace smallscope::program
