// SPDX-License-Identifier: Apache-2.0
// show: inputs and the choices behind them.
#include <filesystem>

#include <fmt/format.h>

#include <smallscope/report/json.hpp>
#include <smallscope/report/presentation.hpp>
#include <smallscope/report/text.hpp>

#include "command_line/commands.hpp"
#include "command_line/options.hpp"
#include "command_line/print.hpp"
#include "triage/stored_campaign.hpp"

namespace smallscope::program {

namespace {

using generators::Ordinal;

constexpr std::size_t most_inputs = 1'000'000;

struct ShowArguments {
  std::string name;
  std::vector<std::string> words;
  int level = 0;
  bool json = false;
};

/// An input, from a campaign or a store.
struct Shown {
  Ordinal ordinal;
  generators::Choices choices;
  std::optional<subjects::Input> input;    ///< none: the generator discards it
  const results::Case* failing = nullptr;  ///< of a store
  std::string why_discarded = {};          ///< "", if the campaign says so
};

report::Json json_of(const std::string& campaign, int level, const Shown& shown) {
  report::Json object{{"campaign", report::text_json(campaign)},
                      {"level", level},
                      {"ordinal", shown.ordinal},
                      {"choices", report::to_json(shown.choices)},
                      {"discarded", !shown.input.has_value()}};
  if (shown.input) object["input"] = report::to_json(*shown.input);
  if (!shown.why_discarded.empty()) object["why_discarded"] = report::text_json(shown.why_discarded);
  if (shown.failing != nullptr) {
    object["verdict"] = oracles::name(shown.failing->verdict);
    object["judgements"] = report::to_json(shown.failing->judgements);
  }
  return object;
}

std::string discarded_text(const std::string& why) {
  return fmt::format("discarded by the generator{}{}\n", why.empty() ? "" : ": ", why);
}

void print_text(const Shown& shown) {
  for (const generators::Choice& choice : shown.choices)
    print_visible("{} = {}\n", report::one_line(choice.name), report::one_line(choice.label, 200));
  print_visible("{}", shown.input ? report::shown(*shown.input) : discarded_text(shown.why_discarded));
  if (shown.failing != nullptr)
    print_visible("verdict: {}\n{}", oracles::name(shown.failing->verdict), report::shown(shown.failing->judgements));
}

/// Prints inputs one after the other: several texts under a heading each, or an object of JSON on each line.
class Printer {
 public:
  Printer(std::string campaign, const ShowArguments& arguments, bool several)
      : campaign_(std::move(campaign)), level_(arguments.level), json_(arguments.json), several_(several) {}

  void print(const Shown& shown) {
    if (json_) {
      print_visible("{}", report::text(json_of(campaign_, level_, shown), several_ ? -1 : 2));
      return;
    }
    if (several_) print_visible("{}#{}\n", is_first_ ? "" : "\n", shown.ordinal);
    is_first_ = false;
    print_text(shown);
  }

 private:
  std::string campaign_;
  int level_;
  bool json_, several_, is_first_ = true;
};

int show_of_campaign(const runner::Campaign& campaign, const std::vector<Ordinal>& ordinals,
                     const ShowArguments& arguments) {
  for (const Ordinal ordinal : ordinals) require_input(campaign, arguments.level, ordinal);
  const runner::Space& space = campaign.space_at(arguments.level);
  Printer printer(campaign.name, arguments, ordinals.size() > 1);
  for (const Ordinal ordinal : ordinals) {
    Shown shown{ordinal, space.choices(ordinal), space.render(ordinal)};
    if (!shown.input && arguments.level == 0 && campaign.why_filtered)
      shown.why_discarded = campaign.why_filtered(ordinal);
    printer.print(shown);
  }
  return nothing_failed;
}

/// A store holds the texts of failing inputs, as they were executed.
results::Case stored_case(const results::Store& store, int level, Ordinal ordinal) {
  if (std::optional<results::Case> found = store.find_case(level, ordinal)) return *std::move(found);
  const auto verdict = store.verdict(level, ordinal);
  throw UsageError(fmt::format(
      "#{}{} {}, and a store holds the texts of inputs that fail or could not be judged; give its campaign or "
      "specification instead of the store",
      ordinal, level > 0 ? fmt::format(" at merge level {}", level) : "",
      verdict ? fmt::format("has the verdict {}", oracles::name(*verdict)) : "was not executed"));
}

int show_of_store(const std::vector<Ordinal>& ordinals, const ShowArguments& arguments) {
  const results::Store store = inspect_store(arguments.name);
  for (const Ordinal ordinal : ordinals)
    stored_case(store, arguments.level, ordinal);  // all are there, or none is shown
  Printer printer(store.manifest().campaign, arguments, ordinals.size() > 1);
  for (const Ordinal ordinal : ordinals) {
    const results::Case found = stored_case(store, arguments.level, ordinal);
    printer.print({ordinal, found.choices, found.input, &found});
  }
  return nothing_failed;
}

int show(const Context& context, const ShowArguments& arguments) {
  const std::vector<Ordinal> ordinals = ordinals_in(arguments.words, most_inputs, "show fewer at a time");
  const bool is_store = !is_specification(arguments.name) && !context.has(arguments.name) &&
                        std::filesystem::is_regular_file(arguments.name);
  return is_store ? show_of_store(ordinals, arguments)
                  : show_of_campaign(context.campaign(arguments.name), ordinals, arguments);
}

}  // namespace

void add_show(CLI::App* command, const Context& context, Action& action) {
  auto arguments = std::make_shared<ShowArguments>();
  command
      ->add_option("campaign", arguments->name,
                   "Name of a campaign, a specification file (.toml), or a store, which shows failing inputs as they "
                   "were executed")
      ->required();
  command
      ->add_option("ordinals", arguments->words,
                   "Ordinals of inputs, from 0; also ranges such as 3-9, or with a step such as 3-99/12")
      ->required();
  command->add_option("--merge-level", arguments->level, "Merge level of the inputs")
      ->transform(whole_number())
      ->capture_default_str();
  command->add_flag("--json", arguments->json, "Print JSON; of several inputs, an object on each line");
  command->callback([=, &context, &action] { action = [=, &context] { return show(context, *arguments); }; });
}

}  // namespace smallscope::program
