// SPDX-License-Identifier: Apache-2.0
// What `compare` compares: several stores of one space, the clusters of each, and what became of these.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <smallscope/clustering/compared_clusters.hpp>
#include <smallscope/results/store.hpp>
#include <smallscope/runner/campaign.hpp>

#include "command_line/context.hpp"

namespace smallscope::program {

/// The clusters of a store, as `clusters` shows them.
struct StoreClusters {
  std::string by;
  std::string obstacle;                 ///< why causes have no part in them
  std::vector<std::string> conditions;  ///< when each fails, "" where no line says it; or nothing at all
};

/// Everything that is compared.
struct Compared {
  std::vector<results::Store> stores;
  std::optional<runner::Campaign> campaign;
  clustering::StoreComparison comparison;
  std::vector<std::vector<clustering::Cluster>> clusters;  ///< of each store
  std::vector<StoreClusters> about;                        ///< the same
  std::vector<clustering::Split> splits;

  const clustering::Cluster& operator[](const clustering::ComparedCluster& cluster) const {
    return clusters[cluster.store][cluster.cluster];
  }
  std::string condition(const clustering::ComparedCluster& cluster) const {
    const std::vector<std::string>& conditions = about[cluster.store].conditions;
    return conditions.empty() ? std::string() : conditions[cluster.cluster];
  }
};

/// Reads the stores, of one space; clusters are formed `by` code, cause or message, with messages abstracted by the
/// rules of the first. The campaign is that of campaign_to_read().
Compared compared_stores(const Context& context, const std::vector<std::string>& files, const std::string& from,
                         const std::string& by);

/// "passes", "refused", "fails now and then"
std::string_view kind_text(const clustering::Standing& standing);

/// What tells a way of a split apart in choices, if the campaign is at hand: "when kind is `a`". Otherwise nothing;
/// inputs of merged levels have no choices of level 0.
std::string distinction_text(const Compared& compared, const clustering::Split& split, std::size_t way);

}  // namespace smallscope::program
