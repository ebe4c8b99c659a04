// SPDX-License-Identifier: Apache-2.0
// Records as JSON values, for --json and export. Only for the modules of this project: a public header must not name a
// type of a library. Nothing is lost: a text that is not UTF-8 is {"base64": "..."}, as in the store and the worker
// protocol. Pure functions, for any thread.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include <smallscope/clustering/clearer_members.hpp>
#include <smallscope/report/findings.hpp>

namespace smallscope::report {

using Json = nlohmann::ordered_json;

/// A string; for bytes that are not UTF-8, {"base64": "..."}.
Json text_json(std::string_view text);
Json texts_json(const std::vector<std::string>& texts);
Json to_json(const generators::Choices& choices);
Json to_json(const std::vector<subjects::NamedText>& texts);
Json to_json(const subjects::Input& input);
Json to_json(const std::vector<oracles::Judgement>& judgements);
Json to_json(const results::Case& record);
Json to_json(const clustering::Cluster& cluster);
/// Which member it is, and what its cluster's representative shares with which cluster.
Json to_json(const clustering::ClearerMember& clearer, std::span<const clustering::Cluster> clusters);
/// Takes the next piece of a text.
using JsonSink = std::function<void(std::string_view)>;
/// The list of the clusters as the value of a member of the outermost object, piece by piece: members may be millions.
/// `complete` gives an entry its further members.
void write_clusters(std::span<const clustering::Cluster> clusters,
                    const std::function<void(Json& entry, std::size_t cluster)>& complete, const JsonSink& sink);
/// The text of an object, without the line end behind it, around the value of one of its members, which is null. The
/// object is the outermost one, or is indented by `depth`.
struct AroundValue {
  std::string before, behind;
};
AroundValue around_value(const Json& json, std::string_view key, std::size_t depth = 0);
Json to_json(const results::Unmerging& unmerging);
/// All terms, with the labels of their values.
Json to_json(const clustering::Explanation& explanation);
/// The same with a witness for each condition; null for a cluster without members to explain.
Json to_json(const clustering::Explanation& explanation, const clustering::Explainer& explainer,
             const std::vector<clustering::Ordinal>& members);
/// What became of the known faults, and the new failing inputs.
Json to_json(const clustering::FaultComparison& comparison, const clustering::Faults& faults);
/// How the failures of one cluster are known.
Json to_json(const clustering::ClusterState& state, const clustering::FaultComparison& comparison,
             const clustering::Faults& faults);
/// Adds `known_faults` to the JSON of a store, and `known` to each of its clusters, if it has a list of them.
void add_json(Json& json, const KnownClusters& known);
/// campaign, inputs, executed, discarded, failed, first_failure, merged levels, seconds, complete, the verdict counts.
Json account_json(const results::Store& store);
/// Indented text, made visible, which in JSON is the same text; on one line if `indent` is -1. Use text_json() for
/// texts: here, bytes that are not UTF-8 are replaced.
std::string text(const Json& json, int indent = 2);

}  // namespace smallscope::report
