// SPDX-License-Identifier: Apache-2.0
#include "page/shown_cluster.hpp"

#include <map>

#include <smallscope/report/presentation.hpp>

namespace smallscope::report::page {

namespace {
constexpr std::size_t title_width = 300;
}

std::vector<ShownCluster> shown_clusters(std::span<const clustering::Cluster> clusters) {
  std::map<std::string_view, std::size_t> with_key;
  for (const clustering::Cluster& cluster : clusters) ++with_key[cluster.key];
  std::vector<ShownCluster> shown;
  for (const clustering::Cluster& cluster : clusters)
    shown.push_back({.id = cluster.id,
                     .key = cluster.key,
                     .anchor = with_key[cluster.key] == 1 ? cluster.key : cluster.key + "-" + cluster.id,
                     .message = message_text(cluster, title_width),
                     .failing = cluster.members.size(),
                     .first_test = cluster.first_test,
                     .representative = cluster.representative});
  return shown;
}

}  // namespace smallscope::report::page
