// SPDX-License-Identifier: Apache-2.0
// compare: what several stores of one space find differently.
#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <smallscope/report/presentation.hpp>
#include <smallscope/report/text.hpp>

#include "command_line/commands.hpp"
#include "command_line/options.hpp"
#include "command_line/print.hpp"
#include "triage/compared_stores.hpp"
#include "triage/comparison_json.hpp"

namespace smallscope::program {

namespace {

using clustering::Change;
using clustering::ClusterChange;
using clustering::ComparedCluster;
using clustering::InputKey;
using clustering::Standing;

struct CompareArguments {
  std::vector<std::string> stores;
  std::string by = "code";
  std::string from;
  bool all = false;
  bool json = false;
};

/// As of diff: whether a store has failures that the first does not have.
bool is_worse(Change change) {
  return change == Change::appeared || change == Change::appeared_unknown || change == Change::changed;
}

constexpr std::size_t shown_inputs = 8;
constexpr std::size_t shown_rows = 10;     ///< of one change, without --all
constexpr std::size_t shown_clusters = 3;  ///< of what fails otherwise now
constexpr std::size_t message_width = 160;

std::string inputs_text(const std::vector<InputKey>& inputs, bool all) {
  std::string text;
  const std::size_t shown = all ? inputs.size() : std::min(shown_inputs, inputs.size());
  for (std::size_t i = 0; i < shown; ++i)
    text += fmt::format("{}{}", i == 0 ? "" : ", ",
                        report::short_name({.level = inputs[i].first, .ordinal = inputs[i].second}));
  return shown < inputs.size() ? fmt::format("{}, and {} more", text, report::grouped(inputs.size() - shown)) : text;
}

/// "C1"; of another store than the first, "C1 of S2".
std::string cluster_name(const Compared& compared, const ComparedCluster& cluster) {
  const std::string& id = compared[cluster].id;
  return cluster.store == 0 ? id : fmt::format("{} of S{}", id, cluster.store + 1);
}

/// Its name and message.
std::string cluster_title(const Compared& compared, const ComparedCluster& cluster) {
  return fmt::format("{}  {}", cluster_name(compared, cluster), report::message_text(compared[cluster], message_width));
}

void print_change(const Compared& compared, const ClusterChange& entry, std::size_t store, bool all,
                  std::set<ComparedCluster>& explained) {
  const auto print_below = [](const std::string& text) { print_visible("  {:<16} {:>7}  {}\n", "", "", text); };
  print_visible("  {:<16} {:>7}  {}\n", clustering::name(entry.change), report::grouped(entry.inputs.size()),
                cluster_title(compared, entry.cluster));
  const std::string when = compared.condition(entry.cluster);
  const auto failing = compared[entry.cluster].failing();
  if (!when.empty() && explained.insert(entry.cluster).second)
    print_below(entry.inputs.size() < failing ? fmt::format("(all {} of {}) {}", report::grouped(failing),
                                                            cluster_name(compared, entry.cluster), when)
                                              : when);
  if (entry.change == Change::changed) {
    for (std::size_t i = 0; i < std::min(shown_clusters, entry.now.size()); ++i)
      print_visible("  {:<16} {:>7}  {}\n", "  now", report::grouped(entry.now[i].second),
                    cluster_title(compared, {store, entry.now[i].first}));
    if (entry.now.size() > shown_clusters)
      print_below(fmt::format("and in {} more clusters", report::grouped(entry.now.size() - shown_clusters)));
  }
  print_below(inputs_text(entry.inputs, all));
}

void print_changes(const Compared& compared, const std::vector<ClusterChange>& changes, std::size_t store, bool all) {
  std::map<Change, std::size_t> counts;
  std::vector<Change> in_order;
  for (const ClusterChange& entry : changes) {
    if (!counts.contains(entry.change)) in_order.push_back(entry.change);
    counts[entry.change] += entry.inputs.size();
  }
  std::vector<std::string> parts;
  for (const Change change : in_order)
    parts.push_back(fmt::format("{} {}", report::grouped(counts[change]), clustering::name(change)));
  print_visible("{}\n", parts.empty() ? "nothing fails in either" : fmt::format("{}", fmt::join(parts, ", ")));
  std::map<Change, std::size_t> rows, unshown;
  std::set<ComparedCluster> explained;  // once is enough
  for (std::size_t i = 0; i < changes.size(); ++i) {
    const ClusterChange& entry = changes[i];
    if (all || ++rows[entry.change] <= shown_rows)
      print_change(compared, entry, store, all, explained);
    else
      unshown[entry.change] += entry.inputs.size();
    const bool is_last = i + 1 == changes.size() || changes[i + 1].change != entry.change;
    if (is_last && unshown.contains(entry.change))
      print_visible("  {:<16} {:>7}  in {} more clusters, which --all lists\n", clustering::name(entry.change),
                    report::grouped(unshown[entry.change]), report::grouped(rows[entry.change] - shown_rows));
  }
}

void print_split(const Compared& compared, const clustering::Split& split, bool all) {
  print_visible("\n{}\n  its inputs behave in {} ways: several faults, or a fix that is not complete\n",
                cluster_title(compared, split.cluster), split.ways.size());
  for (std::size_t i = 0; i < split.ways.size(); ++i) {
    const clustering::Way& way = split.ways[i];
    std::vector<std::string> standings;
    for (std::size_t store = 0; store < way.standings.size(); ++store)
      standings.push_back(fmt::format("{}{}", kind_text(way.standings[store]),
                                      way.changes[store] == Change::changed ? " otherwise" : ""));
    print_visible("  {:>7}  {}   {}\n", report::grouped(way.inputs.size()), fmt::join(standings, ", "),
                  inputs_text(way.inputs, all));
    if (const std::string when = distinction_text(compared, split, i); !when.empty())
      print_visible("  {:>7}  {}\n", "", when);
  }
}

/// The stores, and that clusters are by messages where causes were wanted.
void print_stores(const Compared& compared, const CompareArguments& arguments) {
  report::Table table({"", "store", "executed", "failing", "clusters", "campaign", "subject"},
                      {false, false, true, true, true, false, false});
  for (std::size_t i = 0; i < compared.stores.size(); ++i) {
    const results::Account account = compared.stores[i].account();
    const results::Manifest& manifest = compared.stores[i].manifest();
    table.add({fmt::format("S{}", i + 1), report::one_line(arguments.stores[i], 100),
               report::executed_of_inputs(account), report::grouped(account.failed()),
               fmt::format("{} by {}", report::grouped(compared.clusters[i].size()), compared.about[i].by),
               report::one_line(manifest.campaign, 100), report::one_line(manifest.fingerprint.subject, 100)});
  }
  print_visible("{}", table.text(report::terminal_width(1)));
  for (std::size_t i = 0; i < compared.stores.size(); ++i)
    if (arguments.by != "message" && compared.about[i].by == "message" && !compared.clusters[i].empty())
      print_visible("S{}: clusters by messages, not by causes: {}\n", i + 1, compared.about[i].obstacle);
}

int compare(const Context& context, const CompareArguments& arguments) {
  if (arguments.stores.size() < 2) throw UsageError("compare: one store is given; name at least two");
  const Compared compared = compared_stores(context, arguments.stores, arguments.from, arguments.by);
  bool worse = false;
  for (const clustering::ComparedGroup& group : compared.comparison.groups)
    for (const Standing& standing : group.standings)
      worse |= is_worse(clustering::change(group.standings.front(), standing));
  const int status = worse ? failures_found : nothing_failed;
  if (arguments.json) {
    print_visible("{}", report::text(comparison_json(compared)));
    return status;
  }
  print_stores(compared, arguments);
  for (std::size_t store = 1; store < compared.stores.size(); ++store) {
    print_visible("\nS1 to S{}: ", store + 1);
    print_changes(compared, clustering::changes(compared.comparison, compared.clusters, store), store, arguments.all);
  }
  const std::size_t shown = arguments.all ? compared.splits.size() : std::min(shown_rows, compared.splits.size());
  for (std::size_t i = 0; i < shown; ++i) print_split(compared, compared.splits[i], arguments.all);
  if (shown < compared.splits.size())
    print_visible("\n{} more clusters behave in several ways, which --all lists\n",
                  report::grouped(compared.splits.size() - shown));
  return status;
}

}  // namespace

void add_compare(CLI::App* command, const Context& context, Action& action) {
  auto arguments = std::make_shared<CompareArguments>();
  command->add_option("stores", arguments->stores, "Result stores of one space; the others are compared with the first")
      ->required();
  command
      ->add_option("--by", arguments->by,
                   "What the failures of a cluster have in common, as in `clusters`; each store has its own clusters")
      ->check(CLI::IsMember({"code", "cause", "message"}))
      ->capture_default_str();
  add_from(*command, arguments->from);
  command->add_flag("--all", arguments->all, "List all inputs and all clusters, not only the first ones");
  command->add_flag("--json", arguments->json, "Print everything as JSON");
  command->callback([=, &context, &action] { action = [=, &context] { return compare(context, *arguments); }; });
}

}  // namespace smallscope::program
