// SPDX-License-Identifier: Apache-2.0
#include "evaluate/evaluation_tables.hpp"

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include <smallscope/report/text.hpp>

#include "evaluate/table_width.hpp"

namespace smallscope::program {

namespace {

using evaluation::MergedLevelStudy;
using evaluation::MergingStudy;
using evaluation::OrderStudy;
using evaluation::SampleMean;

constexpr std::size_t name_width = 120;

std::string shown(const SampleMean& mean, int digits) {
  const std::string text = fmt::format("{:.{}f}", mean.mean, digits);
  return mean.half_width > 0 ? fmt::format("{} ± {:.{}f}", text, mean.half_width, digits) : text;
}
std::string percent(const SampleMean& mean) { return shown({100 * mean.mean, 100 * mean.half_width}, 2); }

std::string orders_table(const OrderStudy& study) {
  const bool has_faults = !study.rows.empty() && study.rows.front().faults;
  std::vector<std::string> header{"order", "replays", "first failure", "cluster first seen", "APFD %", "total tests"};
  if (has_faults) header.insert(header.end() - 1, {"fault first seen", "APFD of faults %"});
  std::vector<bool> right(header.size(), true);
  right.front() = false;
  report::Table table(std::move(header), std::move(right));
  for (const evaluation::OrderRow& row : study.rows) {
    std::vector<std::string> cells{
        row.order,         std::to_string(row.replays), shown(row.first_failure, 1), shown(row.first_seen, 1),
        percent(row.apfd), shown(row.total, 0)};
    if (row.faults) cells.insert(cells.end() - 1, {shown(row.faults->first_seen, 1), percent(row.faults->apfd)});
    table.add(std::move(cells));
  }
  std::vector<std::string> cells{"random, expected",
                                 "",
                                 fmt::format("{:.1f}", study.random.first_failure),
                                 fmt::format("{:.1f}", study.random.first_seen),
                                 fmt::format("{:.2f}", 100 * study.random.apfd),
                                 fmt::format("{:.0f}", study.random.total)};
  if (has_faults) {
    const evaluation::Score random = evaluation::random_expectation(study.labels->faults);
    cells.insert(cells.end() - 1, {fmt::format("{:.1f}", random.first_seen), fmt::format("{:.2f}", 100 * random.apfd)});
  }
  table.add(std::move(cells));
  return table.text(table_width);
}

/// ", 7 labelled faults (12 failing inputs show none; not seen: ...)", or nothing.
std::string labels_text(const OrderStudy& study) {
  if (!study.labels) return {};
  std::string text = fmt::format(", {} labelled fault{}", study.labels->faults.groups.size(),
                                 study.labels->faults.groups.size() == 1 ? "" : "s");
  if (!study.labels->unlabelled.empty())
    text += fmt::format("; {} failing inputs show none, the first #{}", study.labels->unlabelled.size(),
                        study.labels->unlabelled.front());
  for (const std::string& name : study.labels->unseen) text += fmt::format("; not seen: {}", name);
  return text;
}

/// One line per space: if there is only one cluster, the first failure shows it.
std::string first_failures_table(const std::vector<OrderStudy>& studies) {
  std::vector<std::string> header{"space"};
  for (const evaluation::OrderRow& row : studies.front().rows) header.push_back(row.order);
  header.push_back("random, expected");
  std::vector<bool> right(header.size(), true);
  right.front() = false;
  report::Table table(std::move(header), std::move(right));
  for (const OrderStudy& study : studies) {
    std::vector<std::string> cells{study.space};
    for (const evaluation::OrderRow& row : study.rows) cells.push_back(shown(row.first_failure, 1));
    cells.push_back(fmt::format("{:.1f}", study.random.first_failure));
    table.add(std::move(cells));
  }
  return table.text(table_width);
}

std::string summary_table(const evaluation::FamilySummary& family) {
  report::Table table({"order", "spaces", "first failure", "cluster first seen", "first failure / random",
                       "worst / jump", "cluster, worst / jump"},
                      {false, true, true, true, true, true, true});
  for (const evaluation::OrderSummary& summary : family.orders)
    table.add({summary.order, std::to_string(summary.spaces), fmt::format("{:.2f}", summary.first_failure_gain),
               fmt::format("{:.2f}", summary.first_seen_gain), fmt::format("{:.2f}", summary.over_random),
               fmt::format("{:.2f}", summary.worst_first_failure), fmt::format("{:.2f}", summary.worst_first_seen)});
  return table.text(table_width);
}

report::Json to_json(const evaluation::LabelledFailures& labels) {
  report::Json json{{"seen", report::Json::array()}, {"not_seen", labels.unseen}, {"unlabelled", labels.unlabelled}};
  for (const evaluation::FailureGroup& fault : labels.faults.groups)
    json["seen"].push_back({{"name", fault.name}, {"members", fault.members.size()}, {"first", fault.members.front()}});
  return json;
}

report::Json to_json(const evaluation::Score& score) {
  return {{"first_failure", score.first_failure},
          {"first_seen", score.first_seen},
          {"apfd", score.apfd},
          {"total", score.total}};
}

std::string levels_table(const MergingStudy& study) {
  report::Table table({"level", "inputs", "executed", "seconds", "failing", "rejected", "clusters", "masked", "probes",
                       "probe seconds", "parts", "combinations", "masked after", "found so far"},
                      std::vector<bool>(14, true));
  for (const MergedLevelStudy& level : study.levels)
    table.add({fmt::format("M{}", level.account.level), std::to_string(level.account.inputs),
               std::to_string(level.account.executed), fmt::format("{:.2f}", level.seconds),
               std::to_string(level.account.failed), std::to_string(level.account.rejected),
               std::to_string(level.signatures), std::to_string(level.masked_merged),
               std::to_string(level.account.probes), fmt::format("{:.2f}", level.account.probe_seconds),
               std::to_string(level.account.found), std::to_string(level.account.combinations),
               std::to_string(level.masked_unmerged), fmt::format("{} of {}", level.found_so_far, study.clusters)});
  table.add({"M0", std::to_string(study.inputs), std::to_string(study.inputs), fmt::format("{:.2f}", study.seconds),
             std::to_string(study.failing), "-", std::to_string(study.clusters), "-", "-", "-", "-", "-", "-", "-"});
  return table.text(table_width);
}

std::string ratio(double dividend, double divisor) {
  return divisor > 0 ? fmt::format("{:.1f}", dividend / divisor) : "-";
}

/// Over one or several campaigns.
struct Sum {
  double merged_seconds = 0, seconds = 0;
  results::Ordinal merged_executions = 0, inputs = 0;
  std::size_t found = 0, clusters = 0;
  explicit Sum(std::span<const MergingStudy> studies) {
    for (const MergingStudy& study : studies) {
      merged_seconds += study.merged_seconds();
      seconds += study.seconds;
      merged_executions += study.merged_executions();
      inputs += study.inputs;
      found += study.found();
      clusters += study.clusters;
    }
  }
};

/// "8 of 9 clusters found before M0, with 31.4 times less time ..."
std::string outcome(const Sum& sum) {
  return fmt::format(
      "{} of {} clusters found before M0, in {:.2f} s against {:.2f} s: {} times less; {} executions against {}: {} "
      "times "
      "fewer",
      sum.found, sum.clusters, sum.merged_seconds, sum.seconds, ratio(sum.seconds, sum.merged_seconds),
      sum.merged_executions, sum.inputs,
      ratio(static_cast<double>(sum.inputs), static_cast<double>(sum.merged_executions)));
}

std::string missed_text(const evaluation::MissedCluster& missed) {
  const std::string shown_at = missed.shown_at ? fmt::format("shown by M{}, but by no part of it", *missed.shown_at)
                                               : "shown by no merged input";
  return fmt::format("  missed: {} ({} inputs, the first #{}; {})\n", report::one_line(missed.name, name_width),
                     missed.members, missed.first, shown_at);
}

/// What merged levels find of the labelled faults, one line each; empty without labels.
std::string faults_text(const MergingStudy& study) {
  if (study.faults.empty()) return {};
  std::string text;
  for (const MergedLevelStudy& level : study.levels)
    text += fmt::format("  M{}: masks {} of {} labelled faults after un-merging; {} found so far\n",
                        level.account.level, level.faults_masked, study.faults.size(), level.faults_so_far);
  for (const std::string& name : study.missed_faults) text += fmt::format("  missed fault: {}\n", name);
  return text;
}

report::Json to_json(const MergedLevelStudy& level) {
  const results::LevelAccount& account = level.account;
  return {{"level", account.level},
          {"inputs", account.inputs},
          {"executed", account.executed},
          {"seconds", level.seconds},
          {"failed", account.failed},
          {"rejected", account.rejected},
          {"clusters", level.signatures},
          {"masked", level.masked_merged},
          {"probes", account.probes},
          {"probe_seconds", account.probe_seconds},
          {"found", account.found},
          {"combinations", account.combinations},
          {"masked_after", level.masked_unmerged},
          {"found_so_far", level.found_so_far},
          {"faults_masked_after", level.faults_masked},
          {"faults_so_far", level.faults_so_far}};
}

}  // namespace

report::Json to_json(const SampleMean& mean) { return {{"mean", mean.mean}, {"half_width", mean.half_width}}; }

std::string text(const std::vector<OrderStudy>& studies) {
  std::string text;
  std::vector<OrderStudy> synthetic;
  for (const OrderStudy& study : studies) {
    if (study.synthetic)
      synthetic.push_back(study);
    else
      text += fmt::format("{}: {} inputs, {:.0f} failing, {} cluster{}{}\n{}\n", report::one_line(study.space),
                          study.inputs, study.failing, study.groups, study.groups == 1 ? "" : "s", labels_text(study),
                          orders_table(study));
  }
  if (!synthetic.empty())
    text += fmt::format(
        "tests to the first failure, which takes k particular choices: mean of {} such failures a space\n{}\n",
        synthetic.front().rows.front().replays, first_failures_table(synthetic));
  for (const evaluation::FamilySummary& family : evaluation::summarise(studies))
    text += fmt::format("{}: geometric means, how many times fewer tests than {}\n{}\n",
                        report::one_line(family.family), family.orders.front().order, summary_table(family));
  text.pop_back();  // the empty line after the last table
  return text;
}

report::Json to_json(const std::vector<OrderStudy>& studies) {
  report::Json json{{"studies", report::Json::array()}, {"summaries", report::Json::object()}};
  for (const OrderStudy& study : studies) {
    report::Json entry{{"space", study.space},           {"families", study.families},
                       {"inputs", study.inputs},         {"failing", study.failing},
                       {"clusters", study.groups},       {"random", to_json(study.random)},
                       {"orders", report::Json::array()}};
    for (const evaluation::OrderRow& row : study.rows) {
      report::Json cells{{"order", row.order},
                         {"replays", row.replays},
                         {"first_failure", to_json(row.first_failure)},
                         {"first_seen", to_json(row.first_seen)},
                         {"apfd", to_json(row.apfd)},
                         {"total", to_json(row.total)}};
      if (row.faults)
        cells["faults"] = {{"first_seen", to_json(row.faults->first_seen)}, {"apfd", to_json(row.faults->apfd)}};
      entry["orders"].push_back(std::move(cells));
    }
    if (study.labels) entry["faults"] = to_json(*study.labels);
    json["studies"].push_back(std::move(entry));
  }
  for (const evaluation::FamilySummary& family : evaluation::summarise(studies))
    for (const evaluation::OrderSummary& summary : family.orders)
      json["summaries"][family.family][summary.order] = {{"spaces", summary.spaces},
                                                         {"first_failure_gain", summary.first_failure_gain},
                                                         {"first_seen_gain", summary.first_seen_gain},
                                                         {"over_random", summary.over_random},
                                                         {"worst_first_failure", summary.worst_first_failure},
                                                         {"worst_first_seen", summary.worst_first_seen}};
  return json;
}

std::string text(const std::vector<MergingStudy>& studies) {
  std::string text;
  for (const MergingStudy& study : studies) {
    text += fmt::format("{}: {}\n{}", report::one_line(study.campaign), outcome(Sum(std::span(&study, 1))),
                        levels_table(study));
    for (const evaluation::MissedCluster& missed : study.missed) text += missed_text(missed);
    text += faults_text(study);
    text += "\n";
  }
  return text + fmt::format("all {}: {}\n", studies.size(), outcome(Sum(studies)));
}

report::Json to_json(const std::vector<MergingStudy>& studies) {
  const Sum sum(studies);
  report::Json json{{"found", sum.found},
                    {"clusters", sum.clusters},
                    {"merged_seconds", sum.merged_seconds},
                    {"seconds", sum.seconds},
                    {"merged_executions", sum.merged_executions},
                    {"inputs", sum.inputs},
                    {"campaigns", report::Json::array()}};
  for (const MergingStudy& study : studies) {
    report::Json entry{{"campaign", study.campaign},
                       {"inputs", study.inputs},
                       {"failed", study.failing},
                       {"clusters", study.clusters},
                       {"found", study.found()},
                       {"seconds", study.seconds},
                       {"merged_seconds", study.merged_seconds()},
                       {"merged_executions", study.merged_executions()},
                       {"levels", report::Json::array()},
                       {"missed", report::Json::array()},
                       {"faults", study.faults},
                       {"missed_faults", study.missed_faults}};
    for (const MergedLevelStudy& level : study.levels) entry["levels"].push_back(to_json(level));
    for (const evaluation::MissedCluster& missed : study.missed)
      entry["missed"].push_back(
          {{"cluster", missed.name},
           {"members", missed.members},
           {"first", missed.first},
           {"shown_at", missed.shown_at ? report::Json(*missed.shown_at) : report::Json(nullptr)}});
    json["campaigns"].push_back(std::move(entry));
  }
  return json;
}

}  // namespace smallscope::program
