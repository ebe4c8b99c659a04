// SPDX-License-Identifier: Apache-2.0
// What the page shows of a cluster: the only place that reads how clusters are made.
#pragma once

#include <string>
#include <vector>

#include <smallscope/report/findings.hpp>

namespace smallscope::report::page {

struct ShownCluster {
  std::string id;       ///< "C1"
  std::string key;      ///< the same in every store
  std::string anchor;   ///< names it in addresses: stable_names()
  std::string message;  ///< of its failures, in one line; of several the most frequent one
  std::size_t failing = 0;
  results::Ordinal first_test = 0;
  std::vector<std::string> known;  ///< known_words()
};

std::vector<ShownCluster> shown_clusters(const Findings& findings);
inline const auto& members_of(const clustering::Cluster& cluster) { return cluster.members; }

}  // namespace smallscope::report::page
