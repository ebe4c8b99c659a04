// SPDX-License-Identifier: Apache-2.0
// recheck: what failed in a store, executed again by the campaign's present program.
#include <algorithm>
#include <chrono>
#include <iterator>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <smallscope/clustering/changes.hpp>
#include <smallscope/report/json.hpp>
#include <smallscope/report/presentation.hpp>
#include <smallscope/report/text.hpp>
#include <smallscope/runner/isolated.hpp>

#include "command_line/commands.hpp"
#include "command_line/interrupt.hpp"
#include "command_line/options.hpp"
#include "command_line/print.hpp"
#include "run/execution_options.hpp"
#include "triage/stored_campaign.hpp"
#include "triage/stored_clusters.hpp"

namespace smallscope::program {

namespace {

using clustering::Change;
using Key = std::pair<int, results::Ordinal>;

struct RecheckArguments {
  std::string store;
  std::string from;
  std::string cluster;
  ExecutionArguments execution;
  bool json = false;
};

/// What became of one failure.
struct Rechecked {
  Change change = Change::not_executed;
  std::optional<oracles::Verdict> verdict;  ///< empty if it was not executed
  std::string key;                          ///< of a failing input: how it fails now
  std::string says;                         ///< the signature behind the key, or why it could not be judged
};

using Results = std::map<Key, Rechecked>;

/// How many failures had each change.
class Counts {
 public:
  void add(Change change) { ++counts_[change]; }
  std::size_t of(Change change) const {
    const auto found = counts_.find(change);
    return found == counts_.end() ? 0 : found->second;
  }
  std::size_t failing() const { return of(Change::failing) + of(Change::changed); }

 private:
  std::map<Change, std::size_t> counts_;
};

/// "still_failing"
std::string json_name(Change change) {
  std::string name(clustering::name(change));
  std::ranges::replace(name, ' ', '_');
  return name;
}

constexpr std::initializer_list<Change> shown_changes{Change::fixed,   Change::failing,    Change::changed,
                                                      Change::refused, Change::not_judged, Change::not_executed};

Counts count(const Results& results, const std::vector<Key>& members) {
  Counts counts;
  for (const Key& member : members) counts.add(results.at(member).change);
  return counts;
}

int status_of(const Counts& all, runner::Stop stop) {
  if (stop == runner::Stop::interrupted) return interrupted;
  if (all.failing() > 0) return failures_found;
  const bool refused_only = all.of(Change::refused) > 0 && all.of(Change::fixed) == 0;
  const bool is_unknown = all.of(Change::not_judged) + all.of(Change::not_executed) > 0;
  return is_unknown || refused_only ? not_carried_out : nothing_failed;
}

/// Why an execution that neither passed nor failed shows nothing about the failure.
std::string why_not_judged(const runner::Outcome& outcome) {
  if (outcome.verdict == oracles::Verdict::pass) return "it was flaky: that it passes this time shows nothing";
  for (const oracles::Judgement& judgement : outcome.judgements)
    if (judgement.verdict == outcome.verdict && !judgement.messages.empty())
      return fmt::format("{}: {}", judgement.oracle, report::one_line(judgement.messages.front(), 200));
  return std::string(oracles::name(outcome.verdict));
}

Rechecked judge(const results::Case& recorded, const std::optional<runner::Outcome>& outcome,
                const clustering::Options& options) {
  if (!outcome) return {Change::not_judged, std::nullopt, "", "the campaign has another input under this ordinal now"};
  const auto now = clustering::standing(outcome->verdict, outcome->judgements, options);
  Rechecked result{clustering::change(clustering::standing(recorded.verdict, recorded.judgements, options), now),
                   outcome->verdict, now.key, ""};
  if (now.kind == clustering::Standing::Kind::fails)
    result.says = clustering::to_string(clustering::signature(outcome->verdict, outcome->judgements, options));
  else if (result.change != Change::fixed)
    result.says = why_not_judged(*outcome);
  return result;
}

/// The recorded failure, and if only a combination of fragments shows it, which.
runner::Again failure_at(const results::Store& store, const Key& key) {
  runner::Again failure{*store.find_failure(key.first, key.second), std::nullopt};
  if (key.first == 0) return failure;
  if (const auto unmerging = store.find_unmerging(key.first, key.second))
    for (const results::Part& part : unmerging->parts)
      if (part.found.level == key.first && part.found.input == failure.recorded.input)
        failure.selection = part.selection;
  return failure;
}

/// Of the same change and for the same reason: how many, and the first of them.
struct Kind {
  std::string key, says;
  std::size_t count = 0;
  Key first;
};

/// The kinds of a change, the most frequent first.
std::vector<Kind> kinds_of(const Results& results, const std::vector<Key>& members, Change change) {
  std::map<std::pair<std::string, std::string>, Kind> kinds;
  for (const Key& member : members) {
    const Rechecked& result = results.at(member);
    if (result.change != change) continue;
    Kind& kind = kinds[{result.key, result.says}];
    if (kind.count++ == 0) kind = {result.key, result.says, 1, member};
  }
  std::vector<Kind> sorted;
  for (auto& [name, kind] : kinds) sorted.push_back(std::move(kind));
  std::ranges::stable_sort(sorted, std::greater(), &Kind::count);
  return sorted;
}

/// "#12"; of a merged input "M1 #12".
std::string key_text(const Key& key) { return report::short_name({.level = key.first, .ordinal = key.second}); }

/// A column for each change that is worth one: always the first three.
std::string table_of(const std::vector<clustering::Cluster>& clusters, const Results& results, const Counts& all) {
  std::vector<Change> columns;
  for (const Change change : shown_changes)
    if (change <= Change::changed || all.of(change) > 0) columns.push_back(change);
  std::vector<std::string> header{"cluster", "failed"};
  for (const Change change : columns) header.emplace_back(clustering::name(change));
  header.emplace_back("message (abstract)");
  std::vector<bool> right(header.size(), true);
  right.front() = right.back() = false;
  report::Table table(std::move(header), std::move(right));
  for (const clustering::Cluster& cluster : clusters) {
    const Counts counts = count(results, cluster.members);
    std::vector<std::string> row{cluster.id, report::grouped(cluster.members.size())};
    for (const Change change : columns) row.push_back(report::grouped(counts.of(change)));
    row.push_back(report::message_text(cluster, 200));
    table.add(row);
  }
  return table.text(report::terminal_width(1));
}

/// What is not fixed, a line for each kind of it. That all of a cluster fail as before is in the table.
std::string details_of(const clustering::Cluster& cluster, const Results& results) {
  std::string text;
  const bool all_fail = count(results, cluster.members).of(Change::failing) == cluster.members.size();
  for (const Change change : shown_changes) {
    if (change == Change::fixed || all_fail) continue;
    const std::vector<Kind> kinds = kinds_of(results, cluster.members, change);
    for (const Kind& kind : kinds) {
      text += fmt::format("{:<4} {}: {}, first {}", cluster.id, clustering::name(change), report::grouped(kind.count),
                          key_text(kind.first));
      if (change == Change::changed) text += fmt::format(", now {}", kind.key);
      const bool is_in_table = change == Change::failing && kinds.size() == 1;
      if (!is_in_table && !kind.says.empty()) text += "   " + report::one_line(kind.says, 200);
      text += "\n";
    }
  }
  return text;
}

std::string result_text(const Counts& all, std::size_t failures, runner::Stop stop) {
  std::vector<std::string> parts;
  for (const Change change : shown_changes)
    if (all.of(change) > 0)
      parts.push_back(fmt::format("{} {}", report::grouped(all.of(change)), clustering::name(change)));
  const std::string what = failures == 0                       ? "nothing failed in the store"
                           : all.of(Change::fixed) == failures ? "nothing of it fails any more"
                           : all.failing() == 0 ? "nothing of it fails, but not everything is shown to be fixed"
                                                : "it still fails";
  const std::string_view why = stop == runner::Stop::interrupted ? "interrupted; "
                               : stop == runner::Stop::budget    ? "stopped at the end of --budget; "
                                                                 : "";
  return fmt::format("{:<10} {}{}{}{}\n", "result", why, what, parts.empty() ? "" : ": ", fmt::join(parts, ", "));
}

report::Json counts_json(const Counts& counts) {
  report::Json json = report::Json::object();
  for (const Change change : shown_changes) json[json_name(change)] = counts.of(change);
  return json;
}

report::Json cluster_json(const clustering::Cluster& cluster, const Results& results) {
  report::Json json{{"id", cluster.id}, {"key", cluster.key}, {"failed", cluster.members.size()}};
  json["counts"] = counts_json(count(results, cluster.members));
  report::Json& members = json["members"] = report::Json::array();
  for (const Key& member : cluster.members) {
    const Rechecked& result = results.at(member);
    report::Json entry{{"level", member.first}, {"ordinal", member.second}, {"change", json_name(result.change)}};
    entry["verdict"] = result.verdict ? report::Json(oracles::name(*result.verdict)) : report::Json(nullptr);
    entry["key"] = result.key.empty() ? report::Json(nullptr) : report::Json(result.key);
    entry["says"] = result.says.empty() ? report::Json(nullptr) : report::text_json(result.says);
    members.push_back(std::move(entry));
  }
  return json;
}

int recheck(const Context& context, const RecheckArguments& arguments) {
  const results::Store store = inspect_store(arguments.store);
  const auto budget = budget_of(arguments.execution);
  const runner::Campaign campaign =
      campaign_or_become_program(context, arguments.store, store.manifest(), arguments.from);
  const std::vector<clustering::Cluster> clusters =
      wanted_clusters(store, clusters_of(store, campaign), arguments.cluster);
  const clustering::Options options = options_of(store);
  const runner::Campaign executed = runner::isolated(campaign);
  const Interrupt interrupt;
  runner::Engine engine(executed, arguments.execution.engine);
  note_changes(engine, arguments.store, store.manifest());

  std::vector<Key> sequence;  // cluster by cluster, each failure once
  Results results;
  for (const clustering::Cluster& cluster : clusters)
    for (const Key& member : cluster.members)
      if (results.try_emplace(member).second) sequence.push_back(member);
  ProgressObserver progress(arguments.execution.progress, clustering::Clustering(options, clustering::Members::counted),
                            "");
  const auto start = std::chrono::steady_clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
  std::size_t given = 0, done = 0, failed = 0;
  const auto next = [&]() -> std::optional<runner::Again> {
    if (given == sequence.size()) return std::nullopt;
    return failure_at(store, sequence[given++]);
  };
  const auto is_same = [&](const results::Case& recorded, const runner::Outcome& now) {
    return clustering::standing(recorded.verdict, recorded.judgements, options).key ==
           clustering::standing(now.verdict, now.judgements, options).key;
  };
  const auto seen = [&](const runner::Again& failure, const std::optional<runner::Outcome>& outcome) {
    Rechecked& result = results.at({failure.recorded.level, failure.recorded.ordinal});
    result = judge(failure.recorded, outcome, options);
    failed += result.change == Change::failing || result.change == Change::changed;
    progress.rechecking(++done, sequence.size(), failed);
  };
  const runner::Stop stop = engine.execute_again(next, {.budget = budget, .is_same = is_same}, seen, interrupt.token());

  const Counts all = count(results, sequence);
  if (arguments.json) {
    report::Json json{{"campaign", report::text_json(store.manifest().campaign)},
                      {"store", report::text_json(arguments.store)},
                      {"version", report::text_json(engine.version())},
                      {"different", report::text_json(results::differences(store.manifest().fingerprint,
                                                                           engine.manifest().fingerprint))},
                      {"stop", runner::name(stop)},
                      {"failed", sequence.size()},
                      {"seconds", seconds()}};
    json["counts"] = counts_json(all);
    json["clusters"] = report::Json::array();
    for (const clustering::Cluster& cluster : clusters) json["clusters"].push_back(cluster_json(cluster, results));
    print_visible("{}", report::text(json));
    return status_of(all, stop);
  }
  print_visible("{}: {} of {} failures of {} executed again in {}\n", report::one_line(store.manifest().campaign),
                report::grouped(done), report::grouped(sequence.size()), arguments.store, report::duration(seconds()));
  if (!clusters.empty()) print_visible("\n{}", table_of(clusters, results, all));
  std::string details;
  for (const clustering::Cluster& cluster : clusters) details += details_of(cluster, results);
  if (!details.empty()) print_visible("\n{}", details);
  print_visible("\n{}", result_text(all, sequence.size(), stop));
  const auto failing = std::ranges::find_if(sequence, [&](const Key& key) {
    const Change change = results.at(key).change;
    return change == Change::failing || change == Change::changed;
  });
  if (failing != sequence.end())
    print_visible("next: {} {}\n", replay_command(context, arguments.store, arguments.from),
                  report::replay_arguments({.level = failing->first, .ordinal = failing->second}));
  return status_of(all, stop);
}

}  // namespace

void add_recheck(CLI::App* command, const Context& context, Action& action) {
  auto arguments = std::make_shared<RecheckArguments>();
  command->add_option("store", arguments->store, "Result store")->required();
  command->add_option("--cluster", arguments->cluster, "Only the failures of this cluster (its id or its key)")
      ->check(not_empty());
  add_from(*command, arguments->from);
  add_execution(*command, arguments->execution);
  command->add_flag("--json", arguments->json, "Print everything as JSON");
  command->callback([=, &context, &action] { action = [=, &context] { return recheck(context, *arguments); }; });
}

}  // namespace smallscope::program
