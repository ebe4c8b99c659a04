// SPDX-License-Identifier: Apache-2.0
#include "triage/stored_findings.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <smallscope/report/causes_text.hpp>
#include <smallscope/report/text.hpp>

#include "command_line/print.hpp"
#include "triage/stored_clusters.hpp"
#include "triage/unjudged_values.hpp"

namespace smallscope::program {

StoredFindings findings_of(const results::Store& store, const std::optional<runner::Campaign>& campaign,
                           const std::string& by, std::optional<clustering::Faults> faults, clustering::Day today,
                           std::size_t most_explained) {
  clustering::Options options = options_of(store);
  if (const auto abstraction = clustering::abstraction_named(by)) options.abstraction = *abstraction;
  StoredFindings findings{.by = by, .triage = triage_by(by, store, options, campaign)};
  if (campaign) findings.unjudged = unjudged_lines(unjudged_values(store, *campaign));
  note_limits(options, findings.triage.clusters);
  findings.by = by_name(findings.triage, by);
  std::vector<clustering::Cluster>& clusters = findings.triage.clusters;
  std::vector<std::string> none;
  if (faults) findings.known = compare_with(*std::move(faults), store, options, today, clusters, none);
  if (!findings.triage.explainer) return findings;
  const std::size_t wanted = std::min(clusters.size(), most_explained);
  const auto affordable = clustering::affordable_explanations(*findings.triage.explainer);
  const auto explained = static_cast<std::ptrdiff_t>(std::min(wanted, affordable));
  if (affordable < wanted)
    complain(fmt::format("note: of so many failing inputs, {} explained; `explain {} --cluster C` explains another one",
                         few_of_clusters("the first ", affordable, wanted), report::shell_word(store.file().string())));
  findings.explanations =
      explain_clusters(*findings.triage.explainer, {clusters.begin(), clusters.begin() + explained});
  for (const clustering::Cluster& cluster : clusters)
    findings.causes.push_back(report::causes_text(findings.triage, cluster));
  return findings;
}

clustering::Triage triage_for_explaining(const results::Store& store, const runner::Campaign& campaign, bool counted) {
  const clustering::Options options = options_of(store);
  clustering::Triage triaged = triage(store, options, campaign);
  note_limits(options, triaged.clusters);
  if (counted && triaged.explainer && triaged.explainer->population().not_listed() > 0)
    triaged.explainer = explainer_of(store, campaign, clustering::Partial::counted);
  if (!triaged.explainer)
    throw clustering::ExplanationError(
        fmt::format("{} cannot be explained: {}", store.file().string(), triaged.obstacle));
  return triaged;
}

std::size_t leave_out_settled(StoredFindings& findings) {
  if (!findings.known) return 0;
  std::vector<clustering::ClusterState>& states = findings.known->states;
  const auto is_kept = [&](std::size_t cluster) { return !clustering::is_settled(states[cluster]); };
  const std::size_t clusters = states.size();
  std::size_t kept = 0;
  for (std::size_t i = 0; i < clusters; ++i) kept += is_kept(i) ? 1 : 0;
  const auto leave_out = [&](auto& items) {
    auto rest = std::decay_t<decltype(items)>();
    for (std::size_t i = 0; i < std::min(items.size(), clusters); ++i)
      if (is_kept(i)) rest.push_back(std::move(items[i]));
    items = std::move(rest);
  };
  leave_out(findings.triage.clusters);
  leave_out(findings.explanations);
  leave_out(findings.causes);
  std::erase_if(states, [](const clustering::ClusterState& state) { return clustering::is_settled(state); });
  return clusters - kept;
}

report::Findings shown(const results::Store& store, const StoredFindings& findings, std::string replay) {
  report::Findings shown{.store = store, .clusters = findings.triage.clusters, .by = findings.by};
  if (findings.triage.explainer) {
    shown.causes = findings.causes;
    shown.explanations = findings.explanations;
    shown.explainer = &*findings.triage.explainer;
  } else if (!findings.triage.clusters.empty()) {
    shown.unexplained = findings.triage.obstacle;
  }
  if (findings.known) shown.known.emplace(findings.known->clusters());
  shown.unjudged = findings.unjudged;
  shown.replay = std::move(replay);
  return shown;
}

}  // namespace smallscope::program
