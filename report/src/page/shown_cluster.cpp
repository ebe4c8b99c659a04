// SPDX-License-Identifier: Apache-2.0
#include "page/shown_cluster.hpp"

#include <smallscope/report/presentation.hpp>

namespace smallscope::report::page {

namespace {
constexpr std::size_t title_width = 300;
}

std::vector<ShownCluster> shown_clusters(const Findings& findings) {
  const std::vector<std::string> names = stable_names(findings.clusters);
  std::vector<ShownCluster> shown;
  for (const clustering::Cluster& cluster : findings.clusters)
    shown.push_back({.id = cluster.id,
                     .key = cluster.key,
                     .anchor = names[shown.size()],
                     .message = message_text(cluster, title_width),
                     .failing = cluster.members.size(),
                     .first_test = cluster.first_test,
                     .known = known_words(findings, shown.size())});
  return shown;
}

}  // namespace smallscope::report::page
