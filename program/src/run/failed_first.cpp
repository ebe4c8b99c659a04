// SPDX-License-Identifier: Apache-2.0
#include "run/failed_first.hpp"

#include <unordered_set>

#include <fmt/format.h>

#include "command_line/context.hpp"
#include "triage/stored_clusters.hpp"

namespace smallscope::program {

FailedFirst failed_first(const std::string& file, const results::Manifest& now, const runner::Campaign& campaign) {
  const results::Store earlier = inspect_store(file);
  const results::Manifest& before = earlier.manifest();
  if (before.inputs != now.inputs)
    throw UsageError(fmt::format(
        "--failed-first {}: it is of {}, whose space has {} inputs, that of {} has {}; name a store of the same space",
        file, before.campaign, generators::size_text(before.inputs), now.campaign, generators::size_text(now.inputs)));
  FailedFirst first{.ordinals = {}, .clusters = 0, .different = {}};
  if (before.campaign != now.campaign)
    first.different = fmt::format("campaign (stored: {}; now: {})", before.campaign, now.campaign);
  if (const std::string more = results::differences(before.fingerprint, now.fingerprint); !more.empty())
    first.different += (first.different.empty() ? "" : ", ") + more;
  std::unordered_set<results::Ordinal> known;
  const auto add = [&](const std::pair<int, results::Ordinal>& failing) {
    if (failing.first == 0 && known.insert(failing.second).second) first.ordinals.push_back(failing.second);
  };
  const std::vector<clustering::Cluster> clusters = clusters_of(earlier, campaign);
  first.clusters = clusters.size();
  for (const clustering::Cluster& cluster : clusters) add(cluster.representative);
  for (const clustering::Cluster& cluster : clusters)
    for (const auto& member : cluster.members) add(member);
  return first;
}

}  // namespace smallscope::program
