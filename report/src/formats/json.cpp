// SPDX-License-Identifier: Apache-2.0
// A store as one JSON document.
#include <ostream>

#include <fmt/format.h>

#include <smallscope/clustering/explanations/stored.hpp>
#include <smallscope/report/json.hpp>
#include <smallscope/report/text.hpp>

#include "formats/formats.hpp"

namespace smallscope::report {

namespace {

/// Adds what is known of a cluster to its entry.
void complete_cluster(const Findings& findings, std::size_t place, Json& json) {
  const clustering::Cluster& cluster = findings.clusters[place];
  const std::string_view causes = causes_of(findings, place);
  json["causes"] = causes.empty() ? Json(nullptr) : text_json(causes);
  const clustering::Explanation* explanation = explanation_of(findings, place);
  if (explanation == nullptr)
    json["explanation"] = nullptr;
  else
    json["explanation"] = findings.explainer == nullptr ? report::to_json(*explanation)
                                                        : report::to_json(*explanation, *findings.explainer,
                                                                          clustering::explained_members(cluster));
  if (findings.known)
    json["known"] = report::to_json(findings.known->states[place], findings.known->comparison, findings.known->faults);
}

}  // namespace

void export_json(const ExportContents& contents, Output& output) {
  const Findings& findings = contents.findings;
  const results::Store& store = findings.store;
  Json head = account_json(store);
  head["unjudged_lines"] = texts_json({findings.unjudged.begin(), findings.unjudged.end()});
  const results::Manifest& manifest = store.manifest();
  head["manifest"] = {{"description", text_json(manifest.description)},
                      {"structure", text_json(manifest.structure)},
                      {"fingerprint",
                       {{"population", manifest.fingerprint.population},
                        {"subject", manifest.fingerprint.subject},
                        {"oracles", manifest.fingerprint.oracles}}}};
  head["containment"] = manifest.containment;
  head["certificate"] = store.certificate();
  head["passes"] = Json::array();
  for (const results::Pass& pass : store.passes())
    head["passes"].push_back({{"level", pass.level},
                              {"order", pass.order.name},
                              {"jump_limit", pass.order.jump_limit},
                              {"seed", pass.order.seed},
                              {"strength", pass.order.strength},
                              {"factors", Json::parse(generators::to_string(pass.order.factors))},
                              {"listed", pass.order.listed ? Json(*pass.order.listed) : Json(nullptr)},
                              {"repeat", pass.repeat},
                              {"begin", pass.begin},
                              {"end", pass.end},
                              {"done", pass.done},
                              {"whole", pass.whole},
                              {"executed", pass.executed}});
  const results::Discards discards = store.discards(0);
  head["filtered_ranges"] = discards.filtered;
  head["rejected_ordinals"] = discards.rejected;
  head["refused_ordinals"] = discards.refused;
  head["not_applicable_ordinals"] = discards.not_applicable;
  head["by"] = findings.by;
  head["obstacle"] = findings.unexplained.empty() ? Json(nullptr) : text_json(findings.unexplained);
  head["clusters"] = nullptr;
  if (findings.known) add_json(head, *findings.known);
  // Members and cases are streamed: there may be more of them than fit in memory.
  auto [opening, closing] = around_value(head, "clusters");
  output << opening;
  write_clusters(
      findings.clusters, [&](Json& entry, std::size_t place) { complete_cluster(findings, place, entry); },
      [&](std::string_view text) { output << text; });
  closing.erase(closing.rfind("\n}"));
  output << closing;
  const auto stream_list = [&](std::string_view name, auto&& for_each) {
    output << fmt::format(",\n  \"{}\": [", name);
    bool first = true;
    for_each([&](const auto& record) {
      output << (first ? "\n" : ",\n") << "    "
             << visible(to_json(record).dump(-1, ' ', false, Json::error_handler_t::replace));
      first = false;
      return static_cast<bool>(output);
    });
    output << "\n  ]";
  };
  stream_list("cases", [&](const auto& visit) { store.for_each_failure(visit); });
  stream_list("unmergings", [&](const auto& visit) { store.for_each_unmerging(visit); });
  output << "\n}\n";
}

}  // namespace smallscope::report
