// SPDX-License-Identifier: Apache-2.0
// The clusters of a store, as every command of triage counts them, and the ones that a user names.
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include <smallscope/clustering/causes/stored.hpp>
#include <smallscope/clustering/clusters.hpp>
#include <smallscope/results/store.hpp>
#include <smallscope/runner/campaign.hpp>

namespace smallscope::program {

/// How the store's failures are compared: by the messages that its own rules abstract.
clustering::Options options_of(const results::Store& store);

/// What limits have done to clusters, a line each: that message rules took too long and left messages as they were,
/// which may split clusters; that there are more messages than are told apart.
std::vector<std::string> limit_texts(const clustering::Options& options,
                                     const std::vector<clustering::Cluster>& clusters);
/// Says so on standard error. For every command that prints clusters.
void note_limits(const clustering::Options& options, const std::vector<clustering::Cluster>& clusters);
/// "only the first 3 of 10 clusters are" for few "the first "; "none of the 10 clusters is" for none.
std::string few_of_clusters(std::string_view few, std::size_t number, std::size_t all);
/// Says on standard error how many clusters report::explanation_lines() has explained, if not all, or that it was
/// stopped, and what explains all of them. `from` is the specification or program of the campaign, if one was given.
void note_unexplained(const clustering::Triage& triage, const results::Store& store, const std::string& from,
                      const std::stop_token& stop = {});

/// The clusters of a store by messages, for commands that have no campaign; most failing inputs first.
std::vector<clustering::Cluster> clusters_of(const results::Store& store);
/// The same with the campaign: by causes if the store can be explained.
std::vector<clustering::Cluster> clusters_of(const results::Store& store, const runner::Campaign& campaign);

/// The clusters by code, cause or message; by messages without a campaign. Other names are the abstraction of the
/// options.
clustering::Triage triage_by(const std::string& by, const results::Store& store, const clustering::Options& options,
                             const std::optional<runner::Campaign>& campaign);

/// All of the clusters, or, if `wanted` is not empty, the one with this id, its number alone, or this key. The key of a
/// cluster by messages is found, too. Throws UsageError if there is none.
std::vector<clustering::Cluster> wanted_clusters(const results::Store& store,
                                                 const std::vector<clustering::Cluster>& clusters,
                                                 const std::string& wanted);

}  // namespace smallscope::program
