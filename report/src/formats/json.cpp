// SPDX-License-Identifier: Apache-2.0
// A store as one JSON document.
#include <ostream>

#include <fmt/format.h>

#include <smallscope/report/json.hpp>

#include "formats/formats.hpp"

namespace smallscope::report {

void export_json(const results::Store& store, const std::vector<clustering::Cluster>& clusters, Output& output) {
  Json head = account_json(store);
  const results::Manifest& manifest = store.manifest();
  head["manifest"] = {{"description", text_json(manifest.description)},
                      {"structure", text_json(manifest.structure)},
                      {"fingerprint",
                       {{"population", manifest.fingerprint.population},
                        {"subject", manifest.fingerprint.subject},
                        {"oracles", manifest.fingerprint.oracles}}}};
  head["certificate"] = store.certificate();
  head["passes"] = Json::array();
  for (const results::Pass& pass : store.passes())
    head["passes"].push_back({{"level", pass.level},
                              {"order", pass.order.name},
                              {"jump_limit", pass.order.jump_limit},
                              {"seed", pass.order.seed},
                              {"strength", pass.order.strength},
                              {"factors", pass.order.factors},
                              {"listed", pass.order.listed ? Json(*pass.order.listed) : Json(nullptr)},
                              {"repeat", pass.repeat},
                              {"begin", pass.begin},
                              {"end", pass.end},
                              {"done", pass.done},
                              {"executed", pass.executed}});
  const results::Discards discards = store.discards(0);
  head["filtered_ranges"] = discards.filtered;
  head["rejected_ordinals"] = discards.rejected;
  head["refused_ordinals"] = discards.refused;
  head["not_applicable_ordinals"] = discards.not_applicable;
  head["clusters"] = Json::array();
  for (const clustering::Cluster& cluster : clusters) head["clusters"].push_back(to_json(cluster));
  // Cases are streamed: there may be more of them than fit in memory.
  std::string opening = text(head);
  opening.erase(opening.rfind('}'));
  while (opening.back() == '\n') opening.pop_back();
  output << opening;
  const auto stream_list = [&](std::string_view name, auto&& for_each) {
    output << fmt::format(",\n  \"{}\": [", name);
    bool first = true;
    for_each([&](const auto& record) {
      output << (first ? "\n" : ",\n") << "    "
             << to_json(record).dump(-1, ' ', false, Json::error_handler_t::replace);
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
