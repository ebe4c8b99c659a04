// SPDX-License-Identifier: Apache-2.0
// replay: inputs of a campaign, or of a store again, executed and judged.
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

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
  std::vector<std::string> words;
  int level = 0;
  bool json = false;
  bool one_process = false;
  unsigned jobs = 0;
};

constexpr std::size_t most_replayed = 10'000;

/// One input, executed again.
struct Replayed {
  results::Ordinal ordinal;
  generators::Choices choices;
  std::optional<subjects::Input> input;  ///< none: the generator discards it
  std::optional<oracles::Verdict> before;
  const runner::ExecutedAlone* executed;

  oracles::Verdict verdict() const {
    return executed->outcome ? executed->outcome->verdict : oracles::Verdict::discarded;
  }
};

/// What the oracles said that do not object, which is not among the judgements of the outcome.
std::vector<oracles::Judgement> without_objection(const runner::ExecutedAlone& executed) {
  std::vector<oracles::Judgement> judgements;
  for (const oracles::Tally& tally : executed.tallies) {
    if (tally.applied() != tally.passed()) continue;  // it objects
    const oracles::Verdict verdict = tally.passed() > 0 ? oracles::Verdict::pass : oracles::Verdict::not_applicable;
    if (tally.count(verdict) == 0) continue;
    oracles::Judgement judgement{tally.oracle, verdict, {}};
    for (const results::Reason& reason : executed.reasons)
      if (reason.oracle == tally.oracle && reason.verdict == verdict)
        judgement.messages.insert(judgement.messages.end(), reason.messages.begin(), reason.messages.end());
    judgements.push_back(std::move(judgement));
  }
  return judgements;
}

report::Json json_of(const std::string& campaign, int level, const Replayed& replayed) {
  const auto& [ordinal, choices, input, before, executed] = replayed;
  report::Json object{{"campaign", report::text_json(campaign)},
                      {"level", level},
                      {"ordinal", ordinal},
                      {"verdict", oracles::name(replayed.verdict())}};
  object["recorded"] = before ? report::Json(oracles::name(*before)) : report::Json(nullptr);
  object["choices"] = report::to_json(choices);
  if (const auto& outcome = executed->outcome) {
    object["judgements"] = report::to_json(outcome->judgements);
    object["without_objection"] = report::to_json(without_objection(*executed));
    object["observed"] = report::to_json(outcome->observed);
  }
  return object;
}

void print_text(const Replayed& replayed, bool is_of_store) {
  const auto& [ordinal, choices, input, before, executed] = replayed;
  print_visible("{}\n", report::one_line(generators::to_string(choices)));
  if (input) print_visible("{}", report::shown(*input));
  if (executed->outcome)
    for (const subjects::NamedText& observed : executed->outcome->observed)  // no line of it may look like one of ours
      print_visible("--- {}\n{}", report::one_line(observed.name), report::block(observed.text, "| ", 200));
  const std::string recorded = !is_of_store ? ""
                               : !before    ? ", not recorded before"
                               : *before == replayed.verdict()
                                   ? ", as recorded"
                                   : fmt::format(", but recorded as {}", oracles::name(*before));
  print_visible("verdict: {}{}\n", oracles::name(replayed.verdict()), recorded);
  if (executed->outcome)
    print_visible("{}{}", report::shown(executed->outcome->judgements), report::shown(without_objection(*executed)));
}

/// "3 inputs: 2 pass, 1 fail"
std::string counts_text(const std::map<oracles::Verdict, std::size_t>& counts, std::size_t all) {
  std::vector<std::string> parts;
  std::size_t executed = 0;
  for (const auto& [verdict, count] : counts) {
    parts.push_back(fmt::format("{} {}", report::grouped(count), oracles::name(verdict)));
    executed += count;
  }
  const std::string of = executed < all ? fmt::format(" of {}", report::grouped(all)) : "";
  return fmt::format("{}{} inputs{}{}\n", report::grouped(executed), of, parts.empty() ? "" : ": ",
                     fmt::join(parts, ", "));
}

int status_of(const std::map<oracles::Verdict, std::size_t>& counts, std::size_t all) {
  int status = nothing_failed;
  for (const auto& [verdict, count] : counts) {
    all -= count;
    if (verdict == oracles::Verdict::oracle_error || verdict == oracles::Verdict::infrastructure)
      return not_carried_out;
    if (oracles::is_failing(verdict)) status = failures_found;
  }
  return all > 0 ? not_carried_out : status;
}

int replay(const Context& context, const ReplayArguments& arguments) {
  const auto& [name, from, words, level, json, one_process, jobs] = arguments;
  const std::vector<results::Ordinal> ordinals = ordinals_in(words, most_replayed, "replay fewer at a time");
  std::optional<results::Store> store;
  if (!is_specification(name) && !context.has(name)) store.emplace(inspect_store(name));
  if (!store && !from.empty())
    throw UsageError(fmt::format("--from says which campaign made a store, and {} is a campaign; leave it out",
                                 report::one_line(name)));
  const runner::Campaign campaign =
      store ? campaign_or_become_program(context, name, store->manifest(), from) : context.campaign(name);
  std::vector<runner::Alone> inputs;
  for (const results::Ordinal ordinal : ordinals) {
    require_input(campaign, level, ordinal);
    const auto before = store ? store->verdict(level, ordinal) : std::nullopt;
    inputs.push_back({.level = level, .ordinal = ordinal, .patience = runner::patience_with(before)});
  }
  const runner::Campaign executed = one_process ? campaign : runner::isolated(campaign);
  const Interrupt interrupt;
  const bool several = inputs.size() > 1;
  runner::Engine engine(executed, {.jobs = several && !one_process ? jobs : 1});
  if (store) note_changes(engine, name, store->manifest());
  const runner::Space& space = campaign.space_at(level);
  std::map<oracles::Verdict, std::size_t> counts;
  const auto seen = [&](const runner::Alone& input, const runner::ExecutedAlone& found) {
    const Replayed replayed{input.ordinal, space.choices(input.ordinal), space.render(input.ordinal),
                            store ? store->verdict(level, input.ordinal) : std::nullopt, &found};
    if (json) {
      print_visible("{}", report::text(json_of(campaign.name, level, replayed), several ? -1 : 2));
    } else {
      if (several) print_visible("{}#{}\n", counts.empty() ? "" : "\n", input.ordinal);
      print_text(replayed, store.has_value());
    }
    ++counts[replayed.verdict()];
  };
  const runner::Stop stop = engine.execute_each(inputs, seen, {}, interrupt.token());
  if (several && !json) print_visible("\n{}", counts_text(counts, inputs.size()));
  return stop == runner::Stop::interrupted ? interrupted : status_of(counts, inputs.size());
}

}  // namespace

void add_replay(CLI::App* command, const Context& context, Action& action) {
  auto arguments = std::make_shared<ReplayArguments>();
  command
      ->add_option("store", arguments->name,
                   "Result store; or a campaign or a specification file (.toml), to try an input before a run")
      ->required();
  command
      ->add_option("ordinals", arguments->words,
                   "Ordinals of inputs, from 0; also ranges such as 3-9, or with a step such as 3-99/12")
      ->required();
  command->add_option("--merge-level", arguments->level, "Merge level of the input")
      ->transform(whole_number())
      ->capture_default_str();
  add_from(*command, arguments->from);
  command
      ->add_option("-j,--jobs", arguments->jobs, "Of several inputs, how many at the same time (default: one per core)")
      ->check(CLI::Range(1, 1024));
  command->add_flag("--json", arguments->json, "Print JSON; of several inputs, an object on each line");
  command->add_flag(
      "--one-process", arguments->one_process,
      "In process: execute the input in this process, for debuggers; an input that ends it ends the command");
  command->callback([=, &context, &action] { action = [=, &context] { return replay(context, *arguments); }; });
}

}  // namespace smallscope::program
