// SPDX-License-Identifier: Apache-2.0
// What the page shows of a cluster: the only place that reads how clusters are made.
#pragma once

#include <span>
#include <string>
#include <vector>

#include <smallscope/clustering/clusters.hpp>

namespace smallscope::report::page {

struct ShownCluster {
  std::string id;       ///< "C1"
  std::string key;      ///< the same in every store
  std::string anchor;   ///< names it in addresses: the key, or, if several clusters have that, key and id
  std::string message;  ///< of its failures, in one line; of several the most frequent one
  std::size_t failing = 0;
  results::Ordinal first_test = 0;
  std::pair<int, results::Ordinal> representative;
};

std::vector<ShownCluster> shown_clusters(std::span<const clustering::Cluster> clusters);
inline const auto& members_of(const clustering::Cluster& cluster) { return cluster.members; }

}  // namespace smallscope::report::page
