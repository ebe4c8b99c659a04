// SPDX-License-Identifier: Apache-2.0
#include "triage/stored_clusters.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "command_line/context.hpp"
#include "command_line/print.hpp"
#include "triage/stored_campaign.hpp"

namespace smallscope::program {

clustering::Options options_of(const results::Store& store) {
  clustering::Options options;
  options.rules = clustering::rules_of(store.manifest());
  return options;
}

std::string given_up_text(std::size_t given_up) {
  return fmt::format(
      "message rules took too long and left messages unchanged ({} {}); cut them with --rule of clusters", given_up,
      given_up == 1 ? "time" : "times");
}

void note_given_up(const clustering::Options& options) {
  if (const std::size_t given_up = options.rules.given_up(); given_up > 0)
    complain("warning: " + given_up_text(given_up));
}

std::vector<clustering::Cluster> clusters_of(const results::Store& store) {
  const clustering::Options options = options_of(store);
  std::vector<clustering::Cluster> clusters = clustering::cluster(store, options);
  note_given_up(options);
  return clusters;
}

std::vector<clustering::Cluster> clusters_of(const results::Store& store, const runner::Campaign& campaign) {
  const clustering::Options options = options_of(store);
  std::vector<clustering::Cluster> clusters = triage(store, options, campaign).clusters;
  note_given_up(options);
  return clusters;
}

std::vector<clustering::Cluster> wanted_clusters(const results::Store& store,
                                                 const std::vector<clustering::Cluster>& clusters,
                                                 const std::string& wanted) {
  if (wanted.empty()) return clusters;
  const auto found = std::ranges::find_if(
      clusters, [&](const clustering::Cluster& cluster) { return cluster.id == wanted || cluster.key == wanted; });
  if (found != clusters.end()) return {*found};
  const std::vector<clustering::Cluster> by_messages = clusters_of(store);
  const auto same = std::ranges::find(by_messages, wanted, &clustering::Cluster::key);
  if (same != by_messages.end()) return {*same};
  throw UsageError(fmt::format("--cluster {}: the store has no such cluster; `clusters {}` lists the {} that it has",
                               wanted, store.file().string(), clusters.size()));
}

}  // namespace smallscope::program
