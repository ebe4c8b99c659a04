// SPDX-License-Identifier: Apache-2.0
// unmerge: which fragments of a merged input its failure comes from.
#include <fmt/format.h>

#include <smallscope/report/json.hpp>
#include <smallscope/report/presentation.hpp>
#include <smallscope/report/text.hpp>
#include <smallscope/runner/isolated.hpp>

#include "command_line/commands.hpp"
#include "command_line/interrupt.hpp"
#include "command_line/options.hpp"
#include "command_line/print.hpp"
#include "triage/stored_campaign.hpp"

namespace smallscope::program {

namespace {

struct UnmergeArguments {
  std::string store;
  std::string from;
  results::Ordinal ordinal = 0;
  int level = 1;
  bool again = false;
  bool json = false;
};

std::string ending_text(const results::Unmerging& unmerging) {
  using Ending = results::Unmerging::Ending;
  switch (unmerging.ending) {
    case Ending::explained:
      return "these account for all that it shows";
    case Ending::known:
      return "not taken apart: parts found earlier account for all that it shows";
    case Ending::bounded:
      return "ended by the bound on probes: there may be more";
    case Ending::unstable:
      return "it did not fail again";
    case Ending::hopeless:
      return "what is wrong lies outside every fragment";
    case Ending::unpaid:
      return "not taken apart: taking others apart had stopped finding anything new";
  }
  return {};
}

void print(const runner::Campaign& campaign, const results::Unmerging& unmerging) {
  const auto& space = campaign.space_at(unmerging.level);
  const generators::Constituents constituents = space.constituents(unmerging.ordinal);
  print_visible("M{} #{}   {}\n", unmerging.level, unmerging.ordinal,
                report::one_line(generators::to_string(space.choices(unmerging.ordinal)), 200));
  std::string axes;
  for (const generators::Axis& axis : constituents.axes)
    axes += fmt::format("{}{} {}", axes.empty() ? "" : " x ",
                        axis.name.empty() ? "fragments" : report::one_line(axis.name), axis.count);
  print_visible("stands for {} inputs ({}); taken apart with {} probes: {}\n", report::grouped(constituents.count()),
                axes, unmerging.probes, ending_text(unmerging));
  for (const results::Part& part : unmerging.parts) {
    const results::Case& found = part.found;
    if (found.level == 0)
      print_visible("\n#{} ({})   {}\n", found.ordinal, oracles::name(found.verdict),
                    report::one_line(generators::to_string(found.choices), 200));
    else
      print_visible("\nonly the combination of fragments {} ({})\n", generators::to_string(part.selection),
                    oracles::name(found.verdict));
    print_visible("{}{}", report::shown(found.input), report::shown(found.judgements));
  }
}

int unmerge(const Context& context, const UnmergeArguments& arguments) {
  results::Store store = inspect_store(arguments.store);
  const runner::Campaign campaign =
      campaign_or_become_program(context, arguments.store, store.manifest(), arguments.from);
  if (arguments.level == 0) throw UsageError("--merge-level 0: inputs of level 0 are not merged");
  require_input(campaign, arguments.level, arguments.ordinal);
  auto unmerging = store.find_unmerging(arguments.level, arguments.ordinal);
  const bool not_apart = !unmerging || unmerging->ending == results::Unmerging::Ending::known ||
                         unmerging->ending == results::Unmerging::Ending::unpaid;
  if (not_apart || arguments.again) {
    const runner::Campaign executed = runner::isolated(campaign);
    const Interrupt interrupt;
    runner::RunOptions options;
    clustering::Options clustering_options;
    clustering_options.rules = clustering::rules_of(store.manifest());
    options.messages = [&](const auto& judgements) { return clustering::messages(judgements, clustering_options); };
    runner::Engine engine(executed, {.jobs = 1});
    note_changes(engine, arguments.store, store.manifest());
    unmerging = engine.unmerge(arguments.level, arguments.ordinal, options, interrupt.token());
    if (interrupt.token().stop_requested()) return interrupted;
  }
  if (!unmerging) {
    print_visible("M{} #{} passes: there is nothing to take apart\n", arguments.level, arguments.ordinal);
    return nothing_failed;
  }
  if (arguments.json)
    print_visible("{}", report::text(report::to_json(*unmerging)));
  else
    print(campaign, *unmerging);
  return failures_found;
}

}  // namespace

void add_unmerge(CLI::App* command, const Context& context, Action& action) {
  auto arguments = std::make_shared<UnmergeArguments>();
  command->add_option("store", arguments->store, "Result store")->required();
  command->add_option("ordinal", arguments->ordinal, "Ordinal of the merged input")
      ->required()
      ->transform(whole_number());
  command->add_option("--merge-level", arguments->level, "Merge level of the input")
      ->transform(whole_number())
      ->capture_default_str();
  command->add_flag("--again", arguments->again, "Take it apart again, even if the store holds the result");
  add_from(*command, arguments->from);
  command->add_flag("--json", arguments->json, "Print JSON");
  command->callback([=, &context, &action] { action = [=, &context] { return unmerge(context, *arguments); }; });
}

}  // namespace smallscope::program
