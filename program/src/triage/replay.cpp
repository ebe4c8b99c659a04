// SPDX-License-Identifier: Apache-2.0
// replay: one input of a campaign, or of a store again, executed and judged.
#include <fmt/format.h>

#include <smallscope/report/json.hpp>
#include <smallscope/report/presentation.hpp>
#include <smallscope/report/text.hpp>
#include <smallscope/runner/isolated.hpp>
#include <smallscope/runner/run.hpp>

#include "command_line/commands.hpp"
#include "command_line/interrupt.hpp"
#include "command_line/options.hpp"
#include "command_line/print.hpp"
#include "triage/stored_campaign.hpp"

namespace smallscope::program {

namespace {

struct ReplayArguments {
  std::string name;  ///< of a store, a campaign or a specification
  std::string from;
  results::Ordinal ordinal = 0;
  int level = 0;
  bool json = false;
  bool one_process = false;
};

int replay(const Context& context, const ReplayArguments& arguments) {
  const auto& [name, from, ordinal, level, json, one_process] = arguments;
  std::optional<results::Store> store;
  if (!is_specification(name) && !context.has(name)) store.emplace(inspect_store(name));
  if (!store && !from.empty())
    throw UsageError(fmt::format("--from says which campaign made a store, and {} is a campaign; leave it out",
                                 report::one_line(name)));
  const runner::Campaign campaign =
      store ? campaign_or_become_program(context, name, store->manifest(), from) : context.campaign(name);
  require_input(campaign, level, ordinal);
  const runner::Campaign executed = one_process ? campaign : runner::isolated(campaign);
  const Interrupt interrupt;
  runner::Engine engine(executed, {.jobs = 1});
  if (store) note_changes(engine, name, store->manifest());
  const runner::Space& space = campaign.space_at(level);
  const auto input = space.render(ordinal);
  const auto before = store ? store->verdict(level, ordinal) : std::nullopt;
  const auto outcome = engine.execute(ordinal, interrupt.token(), level, runner::patience_with(before));
  if (interrupt.token().stop_requested()) return interrupted;
  const auto verdict = outcome ? outcome->verdict : oracles::Verdict::discarded;
  if (json) {
    report::Json object{{"campaign", report::text_json(campaign.name)},
                        {"level", level},
                        {"ordinal", ordinal},
                        {"verdict", oracles::name(verdict)}};
    object["recorded"] = before ? report::Json(oracles::name(*before)) : report::Json(nullptr);
    object["choices"] = report::to_json(space.choices(ordinal));
    if (outcome) {
      object["judgements"] = report::to_json(outcome->judgements);
      object["observed"] = report::to_json(outcome->observed);
    }
    print_visible("{}", report::text(object));
  } else {
    print_visible("{}\n", report::one_line(generators::to_string(space.choices(ordinal))));
    if (input) print_visible("{}", report::shown(*input));
    if (outcome)
      for (const subjects::NamedText& observed : outcome->observed)  // no line of it may look like one of ours
        print_visible("--- {}\n{}", report::one_line(observed.name), report::block(observed.text, "| ", 200));
    const std::string recorded = !store               ? ""
                                 : !before            ? ", not recorded before"
                                 : *before == verdict ? ", as recorded"
                                                      : fmt::format(", but recorded as {}", oracles::name(*before));
    print_visible("verdict: {}{}\n", oracles::name(verdict), recorded);
    if (outcome) print_visible("{}", report::shown(outcome->judgements));
  }
  if (verdict == oracles::Verdict::oracle_error || verdict == oracles::Verdict::infrastructure) return not_carried_out;
  return oracles::is_failing(verdict) ? failures_found : nothing_failed;
}

}  // namespace

void add_replay(CLI::App* command, const Context& context, Action& action) {
  auto arguments = std::make_shared<ReplayArguments>();
  command
      ->add_option("store", arguments->name,
                   "Result store; or a campaign or a specification file (.toml), to try an input before a run")
      ->required();
  command->add_option("ordinal", arguments->ordinal, "Ordinal of the input")->required()->transform(whole_number());
  command->add_option("--merge-level", arguments->level, "Merge level of the input")
      ->transform(whole_number())
      ->capture_default_str();
  add_from(*command, arguments->from);
  command->add_flag("--json", arguments->json, "Print JSON");
  command->add_flag(
      "--one-process", arguments->one_process,
      "In process: execute the input in this process, for debuggers; an input that ends it ends the command");
  command->callback([=, &context, &action] { action = [=, &context] { return replay(context, *arguments); }; });
}

}  // namespace smallscope::program
