#include "run/run_summary.hpp"

#include <fmt/format.h>

#include <smallscope/program/main.hpp>
#include <smallscope/report/json.hpp>
#include <smallscope/report/presentation.hpp>
#include <smallscope/report/text.hpp>

#include "command_line/context.hpp"

namespace smallscope::program {

namespace {

std::string stopped_text(const runner::Summary& summary, const results::Account& account,
                         const std::optional<CombinationsCovered>& combinations) {
  const std::string covered = report::executed_of_inputs(account);
  std::string text;
  switch (summary.stop) {
    case runner::Stop::finished:
      text = fmt::format("{:<10} {}", account.complete ? "complete" : "finished", covered);
      break;
    case runner::Stop::interrupted:
      text = fmt::format("{:<10} interrupted at {}, nothing lost", "stopped", covered);
      break;
    default:
      text = fmt::format("{:<10} at the {}: {} executed", "stopped", name(summary.stop), covered);
  }
  text += fmt::format(" in {}   {} failing", report::duration(account.seconds), report::grouped(account.failed()));
  if (account.discarded() > 0) {
    const double yield = 100.0 * static_cast<double>(account.executed - account.discarded()) /
                         static_cast<double>(std::max<results::Ordinal>(account.executed, 1));
    text += fmt::format("   {} discarded ({} filtered, {} rejected; {:.1f}% were valid inputs)",
                        report::grouped(account.discarded()), report::grouped(account.filtered),
                        report::grouped(account.rejected), yield);
  }
  if (account.complete)
    text += "   every input has one verdict";
  else if (combinations)
    text += "   " + to_string(*combinations);
  return text + "\n";
}

report::Json to_json(const CombinationsCovered& covered) {
  return {{"strength", covered.strength},
          {"combinations", covered.combinations},
          {"covered", covered.covered},
          {"exact", covered.exact}};
}

/// One line a merged level: what was run, and what taking its failures apart gave.
std::string merged_text(const results::Account& account) {
  using Ending = results::Unmerging::Ending;
  std::string text;
  for (const results::LevelAccount& level : account.merged) {
    text +=
        fmt::format("{:<10} {} of {} merged inputs in {}   {} failing, {} rejected", fmt::format("M{}", level.level),
                    report::grouped(level.executed), report::grouped(level.inputs), report::duration(level.seconds),
                    report::grouped(level.failed), report::grouped(level.rejected));
    const auto count = [&](Ending ending) {
      const auto found = level.unmergings.find(ending);
      return found == level.unmergings.end() ? 0 : found->second;
    };
    const results::Ordinal apart = count(Ending::explained) + count(Ending::bounded) + count(Ending::unstable);
    if (apart > 0)
      text +=
          fmt::format("   {} taken apart with {} probes: {} failing inputs, {} combinations", report::grouped(apart),
                      report::grouped(level.probes), report::grouped(level.found), report::grouped(level.combinations));
    if (count(Ending::known) > 0) text += fmt::format("   {} show nothing new", report::grouped(count(Ending::known)));
    if (count(Ending::bounded) > 0) text += fmt::format("   {} ended by the bound on probes", count(Ending::bounded));
    if (count(Ending::unstable) > 0) text += fmt::format("   {} did not fail again", count(Ending::unstable));
    text += "\n";
  }
  if (!account.merged.empty() && !account.complete)
    text +=
        "           a merged input that passes proves nothing of its parts: one may hide another; level 0 decides\n";
  return text;
}

}  // namespace

int status_of(const runner::Summary& summary, const results::Account& account) {
  if (summary.stop == runner::Stop::interrupted) return interrupted;
  const auto count = [&](oracles::Verdict verdict) {
    const auto found = account.cases.find(verdict);
    return found == account.cases.end() ? 0 : found->second;
  };
  if (count(oracles::Verdict::oracle_error) + count(oracles::Verdict::infrastructure) > 0) return not_carried_out;
  return account.failed() > 0 ? failures_found : nothing_failed;
}

void print_results(const RunArguments& arguments, const runner::Summary& summary, const results::Store& store,
                   const std::vector<clustering::Cluster>& clusters, const std::optional<CombinationsCovered>& covered,
                   const std::string& invocation) {
  const results::Account account = store.account();
  if (arguments.json) {
    report::Json json = report::account_json(store);
    json["clusters"] = clusters.size();
    json["stop"] = runner::name(summary.stop);
    json["confirmed"] = summary.confirmed;
    json["flaky"] = summary.flaky;
    json["covered"] = covered ? to_json(*covered) : report::Json();
    json["store"] = store.file().string();
    fmt::print("{}", report::text(json));
    return;
  }
  if (account.inputs == 0) {
    fmt::print("no tests: the space of {} is empty, so nothing was run\n", store.manifest().campaign);
    return;
  }
  fmt::print("{}{}", merged_text(account), stopped_text(summary, account, covered));
  if (summary.confirmed > 0)
    fmt::print("{:<10} {} failure{} executed again in a fresh process: {}\n", "confirmed", summary.confirmed,
               summary.confirmed == 1 ? "" : "s",
               summary.flaky == 0 ? "all the same" : fmt::format("{} differed and count as flaky", summary.flaky));
  for (const auto verdict : {oracles::Verdict::oracle_error, oracles::Verdict::infrastructure}) {
    const auto found = account.cases.find(verdict);
    if (found == account.cases.end()) continue;
    fmt::print("{:<10} {} input{} could not be judged ({}); these are listed by `export`\n", "trouble", found->second,
               found->second == 1 ? "" : "s", oracles::name(verdict));
    store.for_each_case([&](const results::Case& record) {
      if (record.verdict != verdict) return true;
      fmt::print("{}", report::block(report::shown(record.judgements), "           "));
      return false;
    });
  }
  const std::string file = store.file().empty() ? "" : report::short_path(store.file().string());
  if (!clusters.empty()) {
    fmt::print("\n{}", report::cluster_table(clusters));
    const std::string replay = file.empty() ? fmt::format("{} show {}", invocation, arguments.campaign)
                                            : fmt::format("{} replay {}", invocation, file);
    for (std::size_t i = 0; i < std::min(arguments.representatives, clusters.size()); ++i) {
      const auto [level, ordinal] = clusters[i].representative;
      const results::Case failing = *store.find_failure(level, ordinal);
      fmt::print("\n{}", report::representative(clusters[i], failing,
                                                fmt::format("{} {}", replay, report::replay_arguments(failing))));
    }
    if (clusters.size() > arguments.representatives && !file.empty())
      fmt::print("\nall {} clusters: {} clusters {} --representatives {}\n", clusters.size(), invocation, file,
                 clusters.size());
  }
  if (file.empty()) return;
  if (!account.complete)
    fmt::print("\nnext: {} run {} --store {} --resume{}\n", invocation, arguments.campaign, file,
               arguments.options.merge_level > 0 ? " --ladder" : "");
  else if (!clusters.empty())
    fmt::print("\nnext: {0} clusters {1} | {0} export {1} --format junit\n", invocation, file);
}

}  // namespace smallscope::program
