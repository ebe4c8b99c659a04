// SPDX-License-Identifier: Apache-2.0
// A store for GitLab's Code Quality report: one entry per cluster, and one for what the run does not show.
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

constexpr std::size_t quality_line_width = 300;

std::string_view severity_of(const clustering::Cluster& cluster, bool settled) {
  using oracles::Verdict;
  if (settled) return "info";
  const Verdict verdict = cluster.signature.empty() ? Verdict::fail : cluster.signature.front().verdict;
  if (verdict == Verdict::flaky) return "minor";
  return verdict == Verdict::crashed || verdict == Verdict::timed_out ? "critical" : "major";
}

Json quality_entry(std::string description, std::string_view check, std::string fingerprint, std::string_view severity,
                   const Place& place) {
  return {{"description", one_line(description)},
          {"check_name", one_line(check, quality_line_width)},
          {"fingerprint", visible(fingerprint)},
          {"severity", severity},
          {"location", {{"path", visible(place.file)}, {"lines", {{"begin", place.line}}}}}};
}

Json quality_entry(const ExportContents& contents, std::size_t place, const std::string& name) {
  const Findings& findings = contents.findings;
  const clustering::Cluster& cluster = findings.clusters[place];
  const ClusterText told = cluster_text(findings, place);
  std::string text;
  for (const std::string& line : told.known) text += line + "; ";
  text += fmt::format("{} ({}", one_line(told.message, quality_line_width), told.failing);
  if (!told.condition.empty()) text += "; " + told.condition;
  const bool has_oracle = !cluster.signature.empty() && !cluster.signature.front().oracle.empty();
  return quality_entry(text + ")", has_oracle ? cluster.signature.front().oracle : "smallscope",
                       fmt::format("{} {}", findings.store.manifest().campaign, name),
                       severity_of(cluster, is_settled(findings, place)), contents.places[place]);
}

}  // namespace

void export_codequality(const ExportContents& contents, Output& output) {
  const Findings& findings = contents.findings;
  const results::Account account = findings.store.account();
  std::vector<std::string> unseen = doubts(findings.store);
  if (account.open > 0) unseen.push_back(fmt::format("{} of the inputs could not be judged", grouped(account.open)));
  if (!account.complete)
    unseen.push_back(fmt::format("the run is not complete: {} executed", executed_of_inputs(account, " inputs")));
  Json json = Json::array();
  for (const std::string& text : unseen)
    json.push_back(quality_entry(fmt::format("{}: {}", findings.store.manifest().campaign, text), "smallscope",
                                 fmt::format("{} run {}", findings.store.manifest().campaign, json.size()), "info",
                                 contents.campaign_place));
  const std::vector<std::string> names = stable_names(findings.clusters);
  for (std::size_t i = 0; i < findings.clusters.size(); ++i) json.push_back(quality_entry(contents, i, names[i]));
  output << text(json);
}

}  // namespace smallscope::report
