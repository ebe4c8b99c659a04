// SPDX-License-Identifier: Apache-2.0
// Which other preset of message rules would fold the clusters of a store: "`--preset gcc` would make 2 of these 5".
//
// Works on clusters by messages, before causes. Belongs to one thread at a time, like the store.
// Example: if (const auto hint = preset_hint(store, manifest, clusters)) offer(hint->preset);
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include <smallscope/clustering/clusters.hpp>

namespace smallscope::clustering {

struct PresetHint {
  std::string preset;
  std::size_t before = 0;
  std::size_t clusters = 0;  ///< that it makes of those before
  friend bool operator==(const PresetHint&, const PresetHint&) = default;
};

/// So many clusters are looked at for a hint.
inline constexpr std::size_t most_clusters_for_hint = 2'000;
/// Whether so many clusters instead of those before are worth a hint: at least a fifth fewer.
bool is_worth_a_hint(std::size_t clusters, std::size_t before);

/// The preset, besides those of `rules`, that makes the fewest clusters, if is_worth_a_hint(); of equal
/// ones the first of preset_names(). `rules` is the store's manifest with the masks, rules and presets in use, and
/// `clusters` is what they make of the store by abstract messages. Presets are tried on one failure of each cluster,
/// and the best one is confirmed on all failures. None for more than most_clusters_for_hint.
std::optional<PresetHint> preset_hint(const results::Store& store, const results::Manifest& rules,
                                      std::span<const Cluster> clusters);

}  // namespace smallscope::clustering
