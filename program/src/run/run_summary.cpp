// SPDX-License-Identifier: Apache-2.0
#include "run/run_summary.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <smallscope/program/main.hpp>
#include <smallscope/report/account.hpp>
#include <smallscope/report/json.hpp>
#include <smallscope/report/presentation.hpp>
#include <smallscope/report/text.hpp>

#include "command_line/context.hpp"
#include "command_line/print.hpp"
#include "run/coverage.hpp"
#include "run/executed_again.hpp"
#include "shards/shard.hpp"
#include "triage/representatives.hpp"

namespace smallscope::program {

namespace {

/// Why the run ended before the end of its space.
std::string_view reason(runner::Stop stop) {
  switch (stop) {
    case runner::Stop::first_failure:
      return "at the first failure";
    case runner::Stop::max_tests:
      return "at the limit of --max-tests";
    case runner::Stop::budget:
      return "at the end of --budget";
    case runner::Stop::in_vain:
      return "because nothing can be judged any more (--max-unjudged)";
    default:
      return name(stop);
  }
}

std::string stopped_text(const runner::Summary& summary, const results::Account& account,
                         const std::optional<CombinationsCovered>& combinations) {
  if (account.inputs == 0) return "";
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
      text = fmt::format("{:<10} {}: {} executed", "stopped", reason(summary.stop), covered);
  }
  text += fmt::format(" in {}   {}", report::duration(account.seconds), report::counts_text(account));
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

/// The option that `clusters` needs to print commands for pasting.
std::string from_option(const RunArguments& arguments) {
  return is_specification(arguments.campaign) ? " --from " + report::shell_word(arguments.campaign) : "";
}

/// One line per merged level: what was run, and what taking its failures apart found.
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
    const results::Ordinal apart =
        count(Ending::explained) + count(Ending::bounded) + count(Ending::unstable) + count(Ending::hopeless);
    if (apart > 0)
      text +=
          fmt::format("   {} taken apart with {} probes: {} failing inputs, {} combinations", report::grouped(apart),
                      report::grouped(level.probes), report::grouped(level.found), report::grouped(level.combinations));
    if (count(Ending::known) > 0)
      text += fmt::format("   {} say nothing new (--unmerge all takes them apart, too)",
                          report::grouped(count(Ending::known)));
    if (count(Ending::bounded) > 0) text += fmt::format("   {} ended by the bound on probes", count(Ending::bounded));
    if (count(Ending::unpaid) > 0)
      text += fmt::format("   {} not taken apart, as that had stopped finding anything new",
                          report::grouped(count(Ending::unpaid)));
    if (count(Ending::hopeless) > 0)
      text += fmt::format("   {} wrong outside every fragment", report::grouped(count(Ending::hopeless)));
    if (count(Ending::unstable) > 0) text += fmt::format("   {} did not fail again", count(Ending::unstable));
    text += "\n";
  }
  if (!account.merged.empty() && !account.complete)
    text +=
        "           a merged input that passes proves nothing about its parts, one of which may hide another: level 0 "
        "decides\n";
  return text;
}

std::string candidates_text(std::optional<results::Ordinal> candidates) {
  return candidates ? fmt::format("{:<10} {} candidates of the search\n", "explored", report::grouped(*candidates))
                    : "";
}

/// Whether the run has done what it could, and the rest is that of other shards.
bool leaves_rest_to_shards(const RunResults& run) {
  return run.summary.stop == runner::Stop::finished && !run.store.account().complete &&
         std::ranges::any_of(run.store.passes(), &results::Pass::is_part);
}

/// What is left to other shards.
std::string shard_text(const std::optional<runner::Shard>& shard, const RunResults& run) {
  std::string text;
  if (!shard && leaves_rest_to_shards(run))
    text += fmt::format("{:<10} what other shards execute is not in this store\n", "missing");
  if (shard)
    text += fmt::format("{:<10} {} of {}: what the others execute is not in this store\n", "shard", shard->number,
                        shard->count);
  if (run.summary.waits)
    text += fmt::format(
        "{:<10} failing merged inputs are taken apart, and a repeat begins, when all shards are in one store\n",
        "waits");
  return text;
}

/// The command that joins the shards, once all of them are there.
std::string gather_text(const runner::Shard& shard, const std::string& file, const Context& context) {
  std::string stores = report::shell_word(file), whole = "STORE";
  const std::string name = fmt::format(".{}.", name_of(shard));
  if (const std::size_t at = file.rfind(name); at != std::string::npos) {
    const std::string before = file.substr(0, at), after = file.substr(at + name.size());
    stores = fmt::format("{}.*-of-{}.{}", report::shell_word(before), shard.count, report::shell_word(after));
    whole = report::shell_word(before + "." + after);
  } else {
    stores = "STORES";
  }
  return fmt::format("\nnext: {} {} --output {}\n      once the stores of all {} shards are there\n",
                     context.command({"gather"}), stores, whole, shard.count);
}

/// What waiting for inputs that do not end has cost, if it was most of the run.
std::string waiting_text(const results::Store& store, const results::Account& account) {
  constexpr double noticed = 5;  // seconds
  const auto found = account.cases.find(oracles::Verdict::timed_out);
  if (found == account.cases.end()) return "";
  double seconds = 0;
  store.for_each_failure(
      [&](const results::Case& record) {
        if (record.verdict == oracles::Verdict::timed_out) seconds += record.seconds;
        return true;
      },
      false, results::CaseParts::none());
  if (seconds < noticed || seconds < account.seconds / 2) return "";
  return fmt::format(
      "{:<10} {} input{} that did not end took {} of execution: --timeout ends them sooner; "
      "`learned` is ten times what others need (docs/trust.md)\n",
      "note", report::grouped(found->second), found->second == 1 ? "" : "s", report::duration(seconds));
}

/// Inputs that could not be judged, each kind with the messages of its first input, and whatever else keeps the run
/// from showing anything.
std::string trouble_text(const results::Store& store, const results::Account& account) {
  std::string text;
  for (const auto verdict : {oracles::Verdict::oracle_error, oracles::Verdict::infrastructure}) {
    const auto found = account.cases.find(verdict);
    if (found == account.cases.end()) continue;
    text += fmt::format("{:<10} {} input{} could not be judged ({}); `export` lists them, --resume tries them again\n",
                        "trouble", found->second, found->second == 1 ? "" : "s", oracles::name(verdict));
    store.for_each_case([&](const results::Case& record) {
      if (record.verdict != verdict) return true;
      text += report::block(report::shown(record.judgements), "           ");
      return false;
    });
  }
  for (const std::string& warning : report::warnings(store)) text += fmt::format("{:<10} {}\n", "warning", warning);
  return text;
}

/// The clusters, and the smallest input of the first of them.
void print_clusters(const RunArguments& arguments, const RunResults& run, const Context& context,
                    const std::string& file, const std::string& replay) {
  const std::vector<clustering::Cluster>& clusters = run.clusters;
  if (clusters.empty()) return;
  print_visible("\n{}", report::cluster_table(clusters, report::Keys::hidden,
                                              run.known ? known_as(*run.known, clusters) : std::vector<std::string>()));
  print_representatives(run.store, clusters, run.explanations, run.known ? &*run.known : nullptr,
                        arguments.representatives, replay);
  if (clusters.size() > arguments.representatives && !file.empty())
    print_visible("\n{}: {}{} --representatives {}\n",
                  clusters.size() == 1 ? "the cluster" : fmt::format("all {} clusters", clusters.size()),
                  context.command({"clusters", file}), from_option(arguments), clusters.size());
}

report::Json summary_json(const runner::RunOptions& options, const RunResults& run) {
  report::Json json = report::account_json(run.store);
  json["clusters"] = run.clusters.size();
  json["stop"] = runner::name(run.summary.stop);
  json.update(executed_again_json(run.summary, run.store));
  json["shard"] =
      options.shard ? report::Json{{"number", options.shard->number}, {"count", options.shard->count}} : report::Json();
  json["coverage"] = coverage_json(run.summary, run.store);
  json["waits"] = run.summary.waits;
  json["candidates"] = run.candidates ? report::Json(*run.candidates) : report::Json();
  json["unjudged"] = to_json(run.unjudged);
  json["covered"] = run.covered ? to_json(*run.covered) : report::Json();
  json["store"] = report::text_json(run.store.file().string());
  if (run.known) report::add_json(json, run.known->clusters());
  return json;
}

}  // namespace

int status_of(const RunArguments& arguments, const RunResults& run) {
  if (run.summary.stop == runner::Stop::interrupted) return interrupted;
  if (!run.store.open_cases().empty()) return not_carried_out;
  const results::Account account = run.store.account();
  const bool is_bad =
      run.known ? is_failed(arguments.faults, {"new", "grown", "expired"}, *run.known, account) : account.failed() > 0;
  if (is_bad) return failures_found;
  if (arguments.allow_empty || account.failed() > 0) return nothing_failed;
  if (arguments.options.shard && run.summary.stop == runner::Stop::finished) return nothing_failed;  // others may judge
  const auto says_little = [&] {
    return !report::idle_oracles(run.store).empty() || !report::doubtful_oracles(run.store, 0).empty();
  };
  if (arguments.coverage && run.summary.visited > 0 && run.store.code_elements().empty()) return not_carried_out;
  const bool shows_nothing = report::is_vacuous(account) || report::compares_nothing(run.store) ||
                             (run.summary.stop == runner::Stop::finished && says_little());
  return shows_nothing ? not_carried_out : nothing_failed;
}

void print_results(const RunArguments& arguments, const RunResults& run, const Context& context,
                   const std::string& replay) {
  if (arguments.json) {
    print_visible("{}", report::text(summary_json(arguments.options, run)));
    return;
  }
  const results::Store& store = run.store;
  const results::Account account = store.account();
  print_visible("{}{}{}{}{}{}{}{}{}", merged_text(account), stopped_text(run.summary, account, run.covered),
                shard_text(arguments.options.shard, run), candidates_text(run.candidates),
                executed_again_text(arguments.options, run.summary, store),
                coverage_text(run.summary, store, arguments.coverage), waiting_text(store, account),
                trouble_text(store, account), to_string(run.unjudged));
  if (account.inputs == 0) return;
  if (const std::string judging = report::judging_text(store); !judging.empty()) print_visible("\n{}", judging);
  const std::string file = store.file().empty() ? "" : report::short_path(store.file().string());
  if (run.known) print_faults(*run.known);
  print_clusters(arguments, run, context, file, replay);
  if (file.empty()) return;
  if (arguments.options.shard && leaves_rest_to_shards(run))
    print_visible("{}", gather_text(*arguments.options.shard, file, context));
  else if (leaves_rest_to_shards(run))
    print_visible(
        "\nnext: gather the stores of all shards, or execute here what is missing:\n      {} --resume --shard "
        "1/1\n",
        context.command({"run", arguments.campaign, "--store", file}));
  else if (!account.complete)
    print_visible("\nnext: {} --resume{}{}{}\n", context.command({"run", arguments.campaign, "--store", file}),
                  arguments.shard.empty() ? "" : " --shard " + arguments.shard,
                  arguments.options.merge_level > 0 ? " --ladder" : "", arguments.coverage ? " --coverage" : "");
  else if (run.known && !run.known->questions.empty())
    print_visible("\nnext: {}{}\n", context.command({"review", file, "--faults", arguments.faults.files.front()}),
                  from_option(arguments));
  else if (!run.clusters.empty())
    print_visible("\nnext: {}{}\n      {} --format junit\n",
                  context.command({run.explanations.empty() ? "clusters" : "explain", file}), from_option(arguments),
                  context.command({"export", file}));
}

}  // namespace smallscope::program
