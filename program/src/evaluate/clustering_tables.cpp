// SPDX-License-Identifier: Apache-2.0
#include "evaluate/clustering_tables.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <smallscope/report/text.hpp>

#include "evaluate/evaluation_tables.hpp"
#include "evaluate/table_width.hpp"

namespace smallscope::program {

namespace {

using evaluation::ClusteringRow;
using evaluation::ClusteringStudy;
using evaluation::ClusteringTotal;

constexpr std::size_t inspections[] = {5, 10, 20};

/// Faults seen after so many inspections; after all of them, if there are fewer.
std::size_t seen_after(const std::vector<std::size_t>& seen, std::size_t count) {
  return seen.empty() ? 0 : seen[std::min(count, seen.size()) - 1];
}

/// A clustering of one campaign or of all: both have these members.
template <class Row>
std::vector<std::string> cells_of(const Row& row, std::size_t faults) {
  std::vector<std::string> cells{
      row.clustering,
      std::to_string(row.clusters),
      fmt::format("{:.2f}", static_cast<double>(row.clusters) / static_cast<double>(faults)),
      fmt::format("{:.2f}", static_cast<double>(row.pure) / static_cast<double>(row.clusters)),
      fmt::format("{:.2f}", row.rand_index),
      fmt::format("{:.1f} of {}", row.expected_faults, faults)};
  cells.push_back(std::to_string(row.seen));
  for (const std::size_t count : inspections) cells.push_back(std::to_string(seen_after(row.inspected, count)));
  return cells;
}

report::Table empty_table() {
  std::vector<std::string> header{"clusters by",           "clusters", "a fault", "pure", "Rand index",
                                  "faults, one test each", "smallest"};
  for (const std::size_t count : inspections) header.push_back(fmt::format("after {}", count));
  std::vector<bool> right(header.size(), true);
  right.front() = false;
  return report::Table(std::move(header), std::move(right));
}

report::Json to_json(const ClusteringRow& row, std::size_t faults) {
  return {{"clusters", row.clusters},
          {"inflation", static_cast<double>(row.clusters) / static_cast<double>(faults)},
          {"pure", row.pure},
          {"adjusted_rand_index", row.rand_index},
          {"expected_faults", row.expected_faults},
          {"sampled_faults", program::to_json(row.sampled_faults)},
          {"seen", row.seen},
          {"inspected", row.inspected}};
}

/// Which faults each cluster has.
std::string clusters_text(const ClusteringStudy& study) {
  report::Table table({"cluster", "labelled", "faults, and the failing inputs that show each"}, {false, true, false});
  for (const evaluation::ClusterFaults& cluster : study.clusters) {
    std::string faults;
    for (const auto& [fault, inputs] : cluster.faults)
      faults += fmt::format("{}{} {}", faults.empty() ? "" : "; ", inputs, report::one_line(study.faults[fault], 60));
    table.add({cluster.id, std::to_string(cluster.labelled), faults});
  }
  const auto smallest = std::ranges::count_if(study.clusters, &evaluation::ClusterFaults::smallest_alone);
  const auto clearer = std::ranges::count_if(study.clusters, &evaluation::ClusterFaults::clearer_alone);
  return fmt::format(
      "by {}\n{}{} of {} smallest inputs show the first fault of their cluster alone; with clearer ones, {}\n\n",
      study.rows.front().clustering, table.text(std::string::npos), smallest, study.clusters.size(), clearer);
}

report::Json to_json(const evaluation::ClusterFaults& cluster, const std::vector<std::string>& names) {
  report::Json faults = report::Json::array();
  for (const auto& [fault, inputs] : cluster.faults)
    faults.push_back({{"fault", report::text_json(names[fault])}, {"inputs", inputs}});
  return {{"id", cluster.id},
          {"labelled", cluster.labelled},
          {"faults", std::move(faults)},
          {"smallest_alone", cluster.smallest_alone},
          {"clearer_alone", cluster.clearer_alone}};
}

}  // namespace

std::string text(const std::vector<ClusteringStudy>& studies, bool clusters) {
  std::string text;
  for (const ClusteringStudy& study : studies) {
    if (study.rows.empty()) {
      text += fmt::format("{}: no input fails\n\n", report::one_line(study.campaign));
      continue;
    }
    const std::string executed =
        study.executed == study.inputs
            ? ""
            : fmt::format("{} of {} inputs were executed; ", study.executed, generators::size_text(study.inputs));
    text += fmt::format("{}: {}{} failing inputs show {} labelled fault{}{}\n", report::one_line(study.campaign),
                        executed, study.labelled, study.faults.size(), study.faults.size() == 1 ? "" : "s",
                        study.unlabelled.empty() ? ""
                                                 : fmt::format("; {} show none and are left out, the first #{}",
                                                               study.unlabelled.size(), study.unlabelled.front()));
    report::Table table = empty_table();
    for (const ClusteringRow& row : study.rows) table.add(cells_of(row, study.faults.size()));
    text += table.text(table_width) + "\n";
    if (clusters) text += clusters_text(study);
  }
  const auto failing = std::ranges::count_if(studies, [](const auto& study) { return !study.rows.empty(); });
  if (failing > 1) {
    text += fmt::format("all {} campaigns with failures; the Rand index is their mean\n", failing);
    report::Table table = empty_table();
    for (const ClusteringTotal& total : evaluation::totals(studies)) table.add(cells_of(total, total.faults));
    text += table.text(table_width) + "\n";
  }
  text.pop_back();  // the empty line after the last table
  return text;
}

report::Json to_json(const std::vector<ClusteringStudy>& studies) {
  report::Json json{{"campaigns", report::Json::array()}, {"total", report::Json::object()}};
  for (const ClusteringStudy& study : studies) {
    report::Json entry{{"campaign", study.campaign},  {"executed", study.executed},     {"inputs", study.inputs},
                       {"labelled", study.labelled},  {"unlabelled", study.unlabelled}, {"faults", study.faults},
                       {"by", report::Json::object()}};
    for (const ClusteringRow& row : study.rows) entry["by"][row.clustering] = to_json(row, study.faults.size());
    entry["clusters"] = report::Json::array();
    for (const evaluation::ClusterFaults& cluster : study.clusters)
      entry["clusters"].push_back(to_json(cluster, study.faults));
    json["campaigns"].push_back(std::move(entry));
  }
  for (const ClusteringTotal& total : evaluation::totals(studies))
    json["total"][total.clustering] = {{"clusters", total.clusters},
                                       {"faults", total.faults},
                                       {"pure", total.pure},
                                       {"adjusted_rand_index", total.rand_index},
                                       {"expected_faults", total.expected_faults},
                                       {"seen", total.seen},
                                       {"inspected", total.inspected}};
  return json;
}

}  // namespace smallscope::program
