// SPDX-License-Identifier: Apache-2.0
// verify: whether a store is what its runs wrote, and whether a sample of its inputs still gives the same results.
#include <fmt/format.h>

#include <smallscope/clustering/changes.hpp>
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

using results::Ordinal;

struct VerifyArguments {
  std::string store;
  std::string from;
  std::uint64_t sample = 0;
  std::uint64_t seed = 1;
  ExecutionArguments execution;
};

/// What executing a sample again showed.
struct Sampled {
  std::uint64_t wanted = 0, executed = 0, same = 0, flaky = 0, open = 0;
  std::vector<std::string> different;
  runner::Stop stop = runner::Stop::finished;
};

/// "fail, v1-0123456789abcdef": two inputs with the same text show the same, up to what message rules abstract from.
std::string shown(oracles::Verdict verdict, const std::vector<oracles::Judgement>& judgements,
                  const clustering::Options& options) {
  const std::string key = clustering::standing(verdict, judgements, options).key;
  return fmt::format("{}{}{}", oracles::name(verdict), key.empty() ? "" : ", ", key);
}

void compare(const results::Store& store, Ordinal ordinal, const std::optional<runner::Outcome>& now,
             const clustering::Options& options, Sampled& sampled) {
  const auto recorded = store.find_case(0, ordinal);
  const oracles::Verdict before = *store.verdict(0, ordinal);
  const oracles::Verdict verdict = now ? now->verdict : oracles::Verdict::discarded;
  ++sampled.executed;
  if (before == oracles::Verdict::flaky) {
    ++sampled.flaky;
    return;
  }
  if (oracles::is_open(before) || oracles::is_open(verdict)) {
    ++sampled.open;
    return;
  }
  const bool fails = oracles::is_failing(verdict) && recorded;
  const std::string then = shown(before, recorded ? recorded->judgements : std::vector<oracles::Judgement>(), options);
  const std::string here = shown(verdict, fails ? now->judgements : std::vector<oracles::Judgement>(), options);
  if (then == here)
    ++sampled.same;
  else
    sampled.different.push_back(fmt::format("#{}: recorded as {}, now {}", ordinal, then, here));
}

Sampled execute_sample(const Context& context, const VerifyArguments& arguments, const results::Store& store) {
  const runner::Campaign campaign =
      campaign_or_become_program(context, arguments.store, store.manifest(), arguments.from);
  const clustering::Options options = options_of(store);
  const runner::Campaign executed = runner::isolated(campaign);
  const Interrupt interrupt;
  runner::Engine engine(executed, arguments.execution.engine);
  note_changes(engine, arguments.store, store.manifest());
  std::vector<runner::Alone> inputs;
  for (const Ordinal ordinal : store.sample(arguments.sample, arguments.seed)) {
    require_input(campaign, 0, ordinal);
    inputs.push_back({.ordinal = ordinal, .patience = runner::patience_with(store.verdict(0, ordinal))});
  }
  Sampled sampled{.wanted = inputs.size()};
  ProgressObserver progress(arguments.execution.progress, clustering::Clustering(options, clustering::Members::counted),
                            "");
  const auto seen = [&](const runner::Alone& input, const runner::ExecutedAlone& found) {
    compare(store, input.ordinal, found.outcome, options, sampled);
    progress.verifying(sampled.executed, sampled.wanted, sampled.different.size());
  };
  sampled.stop = engine.execute_each(inputs, seen, budget_of(arguments.execution), interrupt.token());
  return sampled;
}

void print_sample(const Sampled& sampled) {
  const std::string of = sampled.executed < sampled.wanted ? " of " + report::grouped(sampled.wanted) : "";
  std::string text = fmt::format("{}{} input{} executed again: {} as recorded, {} different",
                                 report::grouped(sampled.executed), of, sampled.wanted == 1 ? "" : "s",
                                 report::grouped(sampled.same), report::grouped(sampled.different.size()));
  if (sampled.flaky > 0) text += fmt::format(", {} flaky", report::grouped(sampled.flaky));
  if (sampled.open > 0) text += fmt::format(", {} not judged", report::grouped(sampled.open));
  const std::string_view why = sampled.stop == runner::Stop::interrupted ? "interrupted; "
                               : sampled.stop == runner::Stop::budget    ? "stopped at the end of --budget; "
                                                                         : "";
  print_visible("{:<12} {}{}\n", "sample", why, text);
  for (const std::string& line : sampled.different) print_visible("{:<12} {}\n", "different", line);
}

void print_checked(const results::Integrity& found) {
  print_visible("{:<12} sound\n", "pages");
  if (found.is_sealed)
    print_visible("{:<12} {} rows are what was written, by their checksums\n", "content", report::grouped(found.rows));
  else
    print_visible("{:<12} can be read; format {} has no checksums\n", "content", found.format);
  print_visible("{:<12} {}\n", "certificate",
                found.certificate.empty() ? "none: no run of this store was complete, or its format has none"
                                          : found.certificate + ", as when the run was complete");
}

int verify(const Context& context, const VerifyArguments& arguments) {
  // Before anything is printed, also what is wrong with an option.
  if (budget_of(arguments.execution) && arguments.sample == 0)
    throw UsageError("--budget says how long --sample may take; give --sample N as well");
  const results::Store store = open_unchecked(arguments.store);
  // Before anything is printed: the program of --from may take the place of this one.
  if (arguments.sample > 0) campaign_or_become_program(context, arguments.store, store.manifest(), arguments.from);
  const results::Integrity found = store.integrity();
  if (!found.damage.empty()) {
    for (const std::string& place : found.damage) print_visible("{:<12} {}\n", "damage", report::one_line(place, 500));
    print_visible("damaged: {}; use a copy, or save what can be read with `sqlite3 FILE .recover`\n", arguments.store);
    return not_carried_out;
  }
  print_checked(found);
  Sampled sampled;
  if (arguments.sample > 0) {
    sampled = execute_sample(context, arguments, store);
    print_sample(sampled);
  }
  print_visible("whole: {}{}\n", arguments.store,
                found.is_sealed ? "" : ", as far as that can be told without checksums");
  if (sampled.stop == runner::Stop::interrupted) return interrupted;
  if (!sampled.different.empty()) return failures_found;
  return sampled.open > 0 || sampled.executed < sampled.wanted ? not_carried_out : nothing_failed;
}

}  // namespace

void add_verify(CLI::App* command, const Context& context, Action& action) {
  auto arguments = std::make_shared<VerifyArguments>();
  command->add_option("store", arguments->store, "Result store")->required();
  command
      ->add_option("--sample", arguments->sample,
                   "Execute so many random inputs again and compare their verdicts and messages (default: none)")
      ->transform(whole_number());
  command->add_option("--seed", arguments->seed, "Which inputs --sample takes")
      ->transform(whole_number())
      ->capture_default_str();
  add_from(*command, arguments->from);
  add_execution(*command, arguments->execution);
  command->callback([=, &context, &action] { action = [=, &context] { return verify(context, *arguments); }; });
}

}  // namespace smallscope::program
