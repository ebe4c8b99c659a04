// SPDX-License-Identifier: Apache-2.0
#include <smallscope/clustering/preset_hint.hpp>

#include <algorithm>
#include <set>

namespace smallscope::clustering {

namespace {

Options with_preset(results::Manifest rules, const std::string& preset) {
  rules.presets.push_back(preset);
  return {.rules = rules_of(rules)};
}

}  // namespace

bool is_worth_a_hint(std::size_t clusters, std::size_t before) { return 5 * clusters <= 4 * before; }

std::optional<PresetHint> preset_hint(const results::Store& store, const results::Manifest& rules,
                                      std::span<const Cluster> clusters) {
  if (clusters.size() < 2 || clusters.size() > most_clusters_for_hint) return std::nullopt;
  std::vector<results::Case> representatives;
  for (const Cluster& cluster : clusters)
    if (auto found = store.find_failure(cluster.representative.first, cluster.representative.second))
      representatives.push_back(*std::move(found));
  // Rules that every campaign has cannot fold anything more.
  std::set<std::string> in_use{"paths", "numbers"};
  in_use.insert(rules.presets.begin(), rules.presets.end());
  PresetHint best{.preset = {}, .before = clusters.size(), .clusters = clusters.size()};
  for (const std::string& name : preset_names()) {
    if (in_use.contains(name)) continue;
    Clustering clustering(with_preset(rules, name));
    std::set<Signature> signatures;
    for (const results::Case& failing : representatives)
      signatures.insert(clustering.signature(clustering.number_of(failing)));
    if (signatures.size() >= best.clusters) continue;
    best.preset = name;
    best.clusters = signatures.size();
  }
  if (!is_worth_a_hint(best.clusters, best.before)) return std::nullopt;
  // Cases of one cluster may be told apart by rules that see more of their messages.
  best.clusters = cluster(store, with_preset(rules, best.preset)).size();
  return is_worth_a_hint(best.clusters, best.before) ? std::optional(best) : std::nullopt;
}

}  // namespace smallscope::clustering
