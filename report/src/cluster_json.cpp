// SPDX-License-Identifier: Apache-2.0
// Clusters as JSON. Their members may be millions, so that a list of clusters is written piece by piece.
#include <smallscope/report/json.hpp>

#include <fmt/format.h>

namespace smallscope::report {

namespace {

constexpr std::size_t piece = 1u << 16;  // bytes that are written together
constexpr std::size_t depth_of_entry = 4;

/// Everything but the members, whose value is null.
Json without_members(const clustering::Cluster& cluster) {
  Json signature = Json::array();
  for (const clustering::SignaturePart& part : cluster.signature)
    signature.push_back({{"oracle", text_json(part.oracle)},
                         {"verdict", oracles::name(part.verdict)},
                         {"messages", texts_json(part.messages)}});
  return {{"id", cluster.id},
          {"key", cluster.key},
          {"failing", cluster.failing()},
          {"signature", std::move(signature)},
          {"signatures", cluster.signatures},
          {"first_test", cluster.first_test},
          {"representative", {{"level", cluster.representative.first}, {"ordinal", cluster.representative.second}}},
          {"members", nullptr}};
}

void write_members(const clustering::Cluster& cluster, const JsonSink& sink) {
  std::string text = "[";
  for (const auto& [level, ordinal] : cluster.members) {
    fmt::format_to(std::back_inserter(text), "{0}\n{1:8}{{\n{1:10}\"level\": {2},\n{1:10}\"ordinal\": {3}\n{1:8}}}",
                   &ordinal == &cluster.members.front().second ? "" : ",", "", level, ordinal);
    if (text.size() < piece) continue;
    sink(text);
    text.clear();
  }
  sink(text + (cluster.members.empty() ? "]" : "\n      ]"));
}

}  // namespace

Json to_json(const clustering::Cluster& cluster) {
  Json json = without_members(cluster);
  json["members"] = Json::array();
  for (const auto& [level, ordinal] : cluster.members)
    json["members"].push_back({{"level", level}, {"ordinal", ordinal}});
  return json;
}

Json to_json(const clustering::ClearerMember& clearer, std::span<const clustering::Cluster> clusters) {
  return {{"level", clearer.input.first},
          {"ordinal", clearer.input.second},
          {"other", clusters[clearer.other].id},
          {"shared", to_json(clearer.shared)}};
}

AroundValue around_value(const Json& json, std::string_view key, std::size_t depth) {
  std::string whole;
  const std::string unindented = text(json);
  for (const char character : std::string_view(unindented).substr(0, unindented.size() - 1)) {
    whole += character;
    if (character == '\n') whole.append(depth, ' ');
  }
  // Line ends in texts are escaped, so nothing else begins a line of this depth with this key.
  const std::string named = fmt::format("\n{:{}}\"{}\": ", "", depth + 2, key);
  const std::size_t begin = whole.find(named) + named.size();
  return {whole.substr(0, begin), whole.substr(begin + std::string_view("null").size())};
}

void write_clusters(std::span<const clustering::Cluster> clusters,
                    const std::function<void(Json& entry, std::size_t cluster)>& complete, const JsonSink& sink) {
  sink("[");
  for (std::size_t i = 0; i < clusters.size(); ++i) {
    Json entry = without_members(clusters[i]);
    complete(entry, i);
    const AroundValue around = around_value(entry, "members", depth_of_entry);
    sink(fmt::format("{}\n{:{}}{}", i == 0 ? "" : ",", "", depth_of_entry, around.before));
    write_members(clusters[i], sink);
    sink(around.behind);
  }
  sink(clusters.empty() ? "]" : "\n  ]");
}

}  // namespace smallscope::report
