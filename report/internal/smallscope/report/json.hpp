// Records as JSON, for --json and export. Texts that are not UTF-8 lose the offending bytes; the store keeps them.
#pragma once

#include <nlohmann/json.hpp>

#include <smallscope/clustering/clusters.hpp>
#include <smallscope/results/store.hpp>

namespace smallscope::report {

using Json = nlohmann::ordered_json;

Json to_json(const generators::Choices& choices);
Json to_json(const std::vector<subjects::NamedText>& texts);
Json to_json(const std::vector<oracles::Judgement>& judgements);
Json to_json(const results::Case& record);
Json to_json(const clustering::Cluster& cluster);
Json to_json(const results::Unmerging& unmerging);
/// campaign, inputs, executed, discarded, failed, first_failure, merged levels, seconds, complete, the verdict counts.
Json account_json(const results::Store& store);
/// Indented text; never throws for bad UTF-8.
std::string text(const Json& json);

}  // namespace smallscope::report
