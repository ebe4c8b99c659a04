// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <smallscope/report/text.hpp>

#include "diagnosis/diagnosis_text.hpp"

namespace smallscope::program {

using diagnosis::Element;
using diagnosis::Ranked;
using diagnosis::Ranking;

namespace {

report::Json element_json(const Diagnosed& diagnosed, diagnosis::Column column) {
  report::Json json = program::to_json(diagnosed.recorded.spectrum.elements()[column]);
  json["element"] = column;
  return json;
}

report::Json second_ranking_json(const Diagnosed& diagnosed, const Ranking& ranking, std::size_t top) {
  report::Json json = report::Json::array();
  for (const Ranked& each : ranking.order) {
    if (json.size() == top) break;
    report::Json entry = element_json(diagnosed, each.element);
    entry["first"] = each.first;
    entry["last"] = each.last;
    json.push_back(std::move(entry));
  }
  return json;
}

}  // namespace

report::Json to_json(const Element& each) {
  report::Json json{{"name", report::text_json(each.name)}};
  if (!each.file.empty()) json["file"] = report::text_json(each.file);
  if (each.line != 0) json["line"] = each.line;
  if (!each.function.empty()) json["function"] = report::text_json(each.function);
  return json;
}

report::Json to_json(const Diagnosed& diagnosed, std::size_t top) {
  const diagnosis::Spectrum& spectrum = diagnosed.recorded.spectrum;
  report::Json json{{"name", report::text_json(diagnosed.recorded.name)},
                    {"tests", spectrum.tests()},
                    {"failing", spectrum.failing()},
                    {"passing", spectrum.passing()},
                    {"elements", spectrum.columns()},
                    {"groups", diagnosed.groups.size()},
                    {"measure", diagnosed.measure->name},
                    {"ranking", report::Json::array()},
                    {"group_members", report::Json::object()}};
  for (const Ranked& each : diagnosed.ranking.order) {
    if (json["ranking"].size() == top) break;
    report::Json entry = element_json(diagnosed, each.element);
    const double value = diagnosed.measure->value(each.score);
    entry["score"] = std::isinf(value) ? report::Json("infinite") : report::Json(value);
    entry["first"] = each.first;
    entry["last"] = each.last;
    const diagnosis::Column group = diagnosed.group_of[each.element];
    entry["group"] = group;
    if (auto& members = json["group_members"][std::to_string(group)]; members.is_null())
      members = diagnosed.groups[group];
    entry["faulty"] = is_faulty(diagnosed, each.element);
    json["ranking"].push_back(std::move(entry));
  }
  if (diagnosed.functions) {
    const diagnosis::FunctionRanking& found = *diagnosed.functions;
    json["pairs"] = found.pairs;
    json["background"] = diagnosed.background;
    json["functions"] = report::Json::array();
    for (const Ranked& each : found.ranking.order) {
      if (json["functions"].size() == top) break;
      const Element& function = found.functions[each.element];
      report::Json entry{{"function", report::text_json(function.function)},
                         {"file", report::text_json(function.file)},
                         {"first", each.first},
                         {"last", each.last}};
      for (std::size_t view = 0; view < found.views.size(); ++view) {
        const Ranking& ranking = found.view_rankings[view];
        const Ranked& in_view = ranking.order[ranking.position[each.element]];
        entry["views"][std::string(name(found.views[view]))] = {{"first", in_view.first}, {"last", in_view.last}};
      }
      json["functions"].push_back(std::move(entry));
    }
  }
  if (diagnosed.flitsr)
    json["flitsr"] = {{"bases", diagnosed.flitsr->bases},
                      {"unexplained", diagnosed.flitsr->unexplained},
                      {"ranking", second_ranking_json(diagnosed, diagnosed.flitsr->ranking, top)}};
  if (diagnosed.single_fault) {
    json["single_fault"] = to_json(*diagnosed.single_fault, spectrum);
    const diagnosis::SingleFault& found = diagnosed.single_fault->found;
    json["single_fault"]["ranking"] = second_ranking_json(diagnosed, found.ranking, std::min(top, ranked_of(found)));
  }
  if (!diagnosed.diagnoses) return json;
  const diagnosis::Diagnoses& found = *diagnosed.diagnoses;
  json["diagnoses"] = {{"found", found.all.size()},
                       {"enumeration", name(found.enumeration)},
                       {"unexplained", found.unexplained},
                       {"list", report::Json::array()}};
  for (const diagnosis::Diagnosis& each : found.all) {
    if (json["diagnoses"]["list"].size() == top) break;
    report::Json elements = report::Json::array();
    for (std::size_t i = 0; i < each.elements.size(); ++i) {
      elements.push_back(element_json(diagnosed, each.elements[i]));
      elements.back()["health"] = each.health[i];
    }
    json["diagnoses"]["list"].push_back(
        {{"probability", each.probability}, {"log_likelihood", each.log_likelihood}, {"elements", elements}});
  }
  return json;
}

}  // namespace smallscope::program
