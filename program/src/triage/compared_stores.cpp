// SPDX-License-Identifier: Apache-2.0
#include "triage/compared_stores.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include <smallscope/report/causes_text.hpp>
#include <smallscope/report/explanation_text.hpp>

#include "command_line/print.hpp"
#include "triage/stored_campaign.hpp"
#include "triage/stored_clusters.hpp"
#include "triage/stored_findings.hpp"

namespace smallscope::program {

namespace {

/// The clusters of all stores, with messages abstracted by the rules of the first.
void add_clusters(Compared& compared, const clustering::Options& options, const std::string& by,
                  const std::string& from) {
  for (const results::Store& store : compared.stores) {
    clustering::Triage triaged = triage_by(by, store, options, compared.campaign);
    compared.about.push_back({.by = by_name(triaged, by),
                              .obstacle = triaged.obstacle,
                              .conditions = report::lines_with_code(triaged, report::explanation_lines(triaged))});
    note_unexplained(triaged, store, from);
    compared.clusters.push_back(std::move(triaged.clusters));
  }
  std::set<std::string> limits;  // those of the rules are the same for every store
  for (const std::vector<clustering::Cluster>& clusters : compared.clusters)
    for (std::string& limit : limit_texts(options, clusters)) limits.insert(std::move(limit));
  for (const std::string& limit : limits) complain("warning: " + limit);
  compared.splits = clustering::splits(compared.comparison, compared.clusters);
}

}  // namespace

Compared compared_stores(const Context& context, const std::vector<std::string>& files, const std::string& from,
                         const std::string& by) {
  Compared compared;
  for (const std::string& file : files) compared.stores.push_back(inspect_store(file));
  std::vector<const results::Store*> pointers;
  for (const results::Store& store : compared.stores) pointers.push_back(&store);
  compared.campaign = campaign_to_read(context, files.front(), compared.stores.front().manifest(), from);
  const clustering::Options options = options_of(compared.stores.front());
  compared.comparison = clustering::compare(pointers, options);
  add_clusters(compared, options, by, from);
  return compared;
}

std::string_view kind_text(const clustering::Standing& standing) {
  switch (standing.kind) {
    case clustering::Standing::Kind::not_executed:
      return "not executed";
    case clustering::Standing::Kind::open:
      return "not judged";
    case clustering::Standing::Kind::no_test:
      return "no test";
    case clustering::Standing::Kind::refused:
      return "refused";
    case clustering::Standing::Kind::passes:
      return "passes";
    case clustering::Standing::Kind::fails:
      break;
  }
  return standing.flaky ? "fails now and then" : "fails";
}

std::string distinction_text(const Compared& compared, const clustering::Split& split, std::size_t way) {
  const std::string& structure = compared.stores.front().manifest().structure;
  if (!compared.campaign || generators::to_string(structure_of(*compared.campaign)) != structure) return {};
  const auto is_plain = [](const clustering::Way& one) { return one.inputs.back().first == 0; };
  if (!std::ranges::all_of(split.ways, is_plain)) return {};
  const auto explanation = clustering::distinction(split, way, choices_of(*compared.campaign));
  if (!clustering::is_compact(explanation) || explanation.unexplained > 0) return {};
  const bool is_unless = explanation.exceptions && explanation.scope.literals.empty();
  return (is_unless ? "unless " : "when ") + report::conditions_text(explanation);
}

}  // namespace smallscope::program
