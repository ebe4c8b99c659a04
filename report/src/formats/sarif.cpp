// SPDX-License-Identifier: Apache-2.0
// A store as SARIF 2.1.0: one result per cluster.
//
// Within the limits of GitHub's code scanning: one run, every result with a location, 5,000 results (more are not
// shown), 10 MB (it allows as much after compression).
#include <map>
#include <ostream>

#include <fmt/format.h>

#include <smallscope/report/account.hpp>
#include <smallscope/report/json.hpp>
#include <smallscope/report/presentation.hpp>
#include <smallscope/report/text.hpp>

#include "formats/cluster_text.hpp"
#include "formats/formats.hpp"

namespace smallscope::report {

namespace {

constexpr std::size_t most_sarif_results = 5'000;
constexpr std::size_t most_sarif_bytes = 10'000'000;
constexpr std::size_t sarif_line_width = 300;
constexpr std::size_t sarif_description_width = 1'000;

/// Text for a message: visible, with nothing in it that a reader takes for a placeholder ("{0}") or a link ("[a](b)").
std::string sarif_text(std::string_view text) {
  std::string result;
  for (const char character : visible(text)) {
    if (character == '{' || character == '}') result += character;
    if (character == '(' && result.ends_with(']')) result.insert(result.size() - 1, "\\");
    result += character;
  }
  return result;
}

Json sarif_message(std::string_view text) { return {{"text", sarif_text(text)}}; }

/// A path as a URI: relative to the root of the sources, or absolute.
std::string sarif_uri(std::string_view path) {
  std::string uri = path.starts_with('/') ? "file://" : "";
  for (const char character : path) {
    const bool is_plain = (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
                          (character >= '0' && character <= '9') ||
                          std::string_view("-._~/").find(character) != std::string_view::npos;
    uri += is_plain ? std::string(1, character) : fmt::format("%{:02X}", static_cast<unsigned char>(character));
  }
  return uri;
}

Json sarif_location(const Place& place) {
  Json artifact{{"uri", sarif_uri(place.file)}};
  if (!place.file.starts_with('/')) artifact["uriBaseId"] = "%SRCROOT%";
  return {
      {"physicalLocation",
       {{"artifactLocation", std::move(artifact)},
        {"region",
         {{"startLine", place.line}, {"startColumn", 1}, {"endLine", place.line}, {"endColumn", place.end_column}}}}}};
}

/// The oracles of the results, numbered as they come.
class SarifRules {
 public:
  explicit SarifRules(const std::string& campaign) : campaign_(campaign) {}

  std::size_t index(const std::string& id) {
    const auto [place, added] = indices_.try_emplace(id, rules_.size());
    if (added)
      rules_.push_back(
          {{"id", id},
           {"shortDescription", description(fmt::format("The oracle `{}` objects.", id))},
           {"fullDescription",
            description(fmt::format("Inputs of the campaign `{}` to which the oracle `{}` objects.", campaign_, id))},
           {"help", description("Each result is a cluster of failing inputs, meant to be one fault. Its command runs "
                                "the smallest of them again; `explain` says when they fail.")},
           {"defaultConfiguration", {{"level", "error"}}},
           {"properties", {{"tags", {"smallscope"}}}}});
    return place->second;
  }
  Json take() { return std::move(rules_); }

 private:
  static Json description(const std::string& text) {
    return {{"text", sarif_text(one_line(text, sarif_description_width))}};
  }
  std::string campaign_;
  std::map<std::string, std::size_t> indices_;
  Json rules_ = Json::array();
};

std::string rule_of(const clustering::Cluster& cluster, const results::Case& record) {
  for (const clustering::SignaturePart& part : cluster.signature)
    if (!part.oracle.empty()) return one_line(part.oracle, sarif_line_width);
  return std::string(oracles::name(record.verdict));
}

Json suppressions(bool settled, const ClusterText& told) {
  if (!settled) return Json::array();
  Json json = Json::array();
  for (const std::string& line : told.known)
    json.push_back({{"kind", "external"}, {"status", "accepted"}, {"justification", line}});
  return json;
}

Json sarif_result(const ExportContents& contents, std::size_t place, const std::string& name, SarifRules& rules) {
  const Findings& findings = contents.findings;
  const clustering::Cluster& cluster = findings.clusters[place];
  const Smallest smallest = smallest_of(findings, place);
  const auto record = *findings.store.find_failure(smallest.input.first, smallest.input.second);
  const ClusterText told = cluster_text(findings, place);
  std::string text = one_line(told.message, sarif_line_width) + "\n";
  for (const std::string& line : told.known) text += line + "\n";
  text += fmt::format("{}; {} is {}: {}\n", told.failing, smallest.text, short_name(record),
                      one_line(generators::to_string(record.choices), sarif_line_width));
  if (!told.condition.empty()) text += told.condition + "\n";
  const std::string again = fmt::format("{} {}", findings.replay, replay_arguments(record));
  text += fmt::format("again: {}", again);
  const std::string rule = rule_of(cluster, record);
  Json json{{"ruleId", rule},
            {"ruleIndex", rules.index(rule)},
            {"level", record.verdict == oracles::Verdict::flaky ? "warning" : "error"},
            {"message", sarif_message(text)},
            {"locations", Json::array({sarif_location(contents.places[place])})},
            {"partialFingerprints", {{"primaryLocationLineHash", name}}},
            {"occurrenceCount", cluster.members.size()}};
  if (findings.known) json["suppressions"] = suppressions(is_settled(findings, place), told);
  json["properties"] = {
      {"cluster", cluster.id}, {"key", cluster.key}, {"explanation", told.condition}, {"again", visible(again)}};
  return json;
}

Json notification(std::string_view level, const std::string& text) {
  return {{"level", level}, {"message", sarif_message(text)}};
}

/// What keeps the store from showing that the rest is right, and what was left out.
Json notifications(const ExportContents& contents, std::size_t left_out) {
  const results::Store& store = contents.findings.store;
  const results::Account account = store.account();
  Json json = Json::array();
  for (const std::string& doubt : doubts(store)) json.push_back(notification("warning", doubt));
  if (account.open > 0)
    json.push_back(notification("error", fmt::format("{} of the inputs could not be judged", grouped(account.open))));
  if (!account.complete)
    json.push_back(notification(
        "warning", fmt::format("the run is not complete: {} executed", executed_of_inputs(account, " inputs"))));
  if (!contents.findings.unexplained.empty())
    json.push_back(notification("note", fmt::format("no explanations: {}", contents.findings.unexplained)));
  if (contents.left_out > 0)
    json.push_back(notification(
        "note", fmt::format("{} clusters that known faults account for were left out", grouped(contents.left_out))));
  if (left_out > 0)
    json.push_back(notification("warning", fmt::format("{} of {} clusters were left out: at most {} results and {} "
                                                       "bytes are exported",
                                                       grouped(left_out), grouped(contents.findings.clusters.size()),
                                                       grouped(most_sarif_results), grouped(most_sarif_bytes))));
  return json;
}

}  // namespace

void export_sarif(const ExportContents& contents, Output& output) {
  const Findings& findings = contents.findings;
  const results::Account account = findings.store.account();
  const std::string campaign = visible(findings.store.manifest().campaign);
  const std::vector<std::string> names = stable_names(findings.clusters);
  SarifRules rules(campaign);
  Json results = Json::array();
  constexpr std::size_t reserve = 1'000'000;  // for everything that is not a result; a rule is smaller than its result
  std::size_t bytes = 0, shown = 0;
  for (; shown < std::min(findings.clusters.size(), most_sarif_results); ++shown) {
    Json result = sarif_result(contents, shown, names[shown], rules);
    bytes += report::text(result, -1).size();
    if (bytes > most_sarif_bytes - reserve) break;
    results.push_back(std::move(result));
  }
  Json run{
      {"tool", {{"driver", {{"name", "smallscope"}, {"version", SMALLSCOPE_VERSION}, {"rules", rules.take()}}}}},
      {"automationDetails", {{"id", fmt::format("smallscope/{}/", campaign)}}},
      {"originalUriBaseIds", {{"%SRCROOT%", {{"description", {{"text", "The directory that --source-root names."}}}}}}},
      {"columnKind", "unicodeCodePoints"},
      {"invocations",
       Json::array({{{"executionSuccessful", account.open == 0 && !is_vacuous(account)},
                     {"toolExecutionNotifications", notifications(contents, findings.clusters.size() - shown)}}})},
      {"results", std::move(results)}};
  const Json json{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                  {"version", "2.1.0"},
                  {"runs", Json::array({std::move(run)})}};
  output << report::text(json, -1);
}

}  // namespace smallscope::report
