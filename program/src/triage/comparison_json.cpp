// SPDX-License-Identifier: Apache-2.0
#include "triage/comparison_json.hpp"

namespace smallscope::program {

namespace {

using clustering::ClusterChange;
using clustering::ComparedCluster;
using clustering::InputKey;
using clustering::Standing;
using clustering::StoreComparison;

report::Json inputs_json(const std::vector<InputKey>& inputs) {
  report::Json json = report::Json::array();
  for (const auto& [level, ordinal] : inputs) json.push_back({{"level", level}, {"ordinal", ordinal}});
  return json;
}

report::Json standing_json(const Standing& standing) {
  report::Json json{{"standing", kind_text(standing)}};
  json["key"] = standing.key.empty() ? report::Json(nullptr) : report::Json(standing.key);
  return json;
}

report::Json cluster_json(const Compared& compared, const ComparedCluster& cluster) {
  return {{"store", cluster.store}, {"id", compared[cluster].id}, {"key", compared[cluster].key}};
}

report::Json change_json(const Compared& compared, const ClusterChange& change, std::size_t store) {
  report::Json json{{"store", store},
                    {"change", clustering::name(change.change)},
                    {"cluster", cluster_json(compared, change.cluster)},
                    {"now", report::Json::array()},
                    {"inputs", inputs_json(change.inputs)}};
  for (const auto& [cluster, inputs] : change.now) {
    report::Json entry = cluster_json(compared, {store, cluster});
    entry["inputs"] = inputs;
    json["now"].push_back(std::move(entry));
  }
  return json;
}

report::Json store_json(const Compared& compared, std::size_t place) {
  const results::Store& store = compared.stores[place];
  const StoreClusters& about = compared.about[place];
  report::Json json{{"store", report::text_json(store.file().string())},
                    {"campaign", report::text_json(store.manifest().campaign)},
                    {"subject", report::text_json(store.manifest().fingerprint.subject)},
                    {"executed", store.account().executed},
                    {"failed", store.account().failed()},
                    {"by", about.by},
                    {"clusters", report::Json::array()}};
  json["obstacle"] = about.obstacle.empty() ? report::Json(nullptr) : report::text_json(about.obstacle);
  for (std::size_t i = 0; i < compared.clusters[place].size(); ++i) {
    const clustering::Cluster& cluster = compared.clusters[place][i];
    const std::string when = compared.condition({place, i});
    json["clusters"].push_back({{"id", cluster.id},
                                {"key", cluster.key},
                                {"failing", cluster.failing()},
                                {"message", report::text_json(clustering::to_string(cluster.signature))},
                                {"messages", cluster.signatures},
                                {"explanation", when.empty() ? report::Json(nullptr) : report::text_json(when)}});
  }
  return json;
}

}  // namespace

report::Json comparison_json(const Compared& compared) {
  const StoreComparison& comparison = compared.comparison;
  report::Json json{{"inputs", compared.stores.front().manifest().inputs},
                    {"stores", report::Json::array()},
                    {"keys", report::Json::object()},
                    {"changes", report::Json::array()},
                    {"groups", report::Json::array()},
                    {"splits", report::Json::array()}};
  for (std::size_t store = 0; store < compared.stores.size(); ++store)
    json["stores"].push_back(store_json(compared, store));
  for (const auto& [key, signature] : comparison.signatures)
    json["keys"][key] = report::text_json(clustering::to_string(signature));
  for (std::size_t store = 1; store < compared.stores.size(); ++store)
    for (const ClusterChange& change : clustering::changes(comparison, compared.clusters, store))
      json["changes"].push_back(change_json(compared, change, store));
  for (const clustering::ComparedGroup& group : comparison.groups) {
    report::Json entry{{"vector", report::Json::array()}, {"inputs", inputs_json(group.inputs)}};
    for (const Standing& standing : group.standings) entry["vector"].push_back(standing_json(standing));
    json["groups"].push_back(std::move(entry));
  }
  for (const clustering::Split& split : compared.splits) {
    report::Json entry{{"cluster", cluster_json(compared, split.cluster)}, {"ways", report::Json::array()}};
    for (std::size_t i = 0; i < split.ways.size(); ++i) {
      report::Json way{{"vector", report::Json::array()}, {"inputs", inputs_json(split.ways[i].inputs)}};
      for (std::size_t store = 0; store < compared.stores.size(); ++store)
        way["vector"].push_back({{"standing", kind_text(split.ways[i].standings[store])},
                                 {"change", clustering::name(split.ways[i].changes[store])}});
      const std::string when = distinction_text(compared, split, i);
      way["when"] = when.empty() ? report::Json(nullptr) : report::text_json(when);
      entry["ways"].push_back(std::move(way));
    }
    json["splits"].push_back(std::move(entry));
  }
  return json;
}

}  // namespace smallscope::program
