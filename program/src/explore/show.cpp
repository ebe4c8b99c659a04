// show: one input and the choices behind it.
#include <fmt/format.h>

#include <smallscope/program/specification.hpp>
#include <smallscope/report/json.hpp>
#include <smallscope/report/presentation.hpp>
#include <smallscope/report/text.hpp>

#include "command_line/commands.hpp"
#include "command_line/options.hpp"
#include "triage/stored_campaign.hpp"

namespace smallscope::program {

namespace {

int show(const Context& context, const std::string& name, generators::Ordinal ordinal, int level, bool json) {
  const runner::Campaign campaign = context.campaign(name);
  require_input(campaign, level, ordinal);
  const runner::Space& space = campaign.space_at(level);
  const auto choices = space.choices(ordinal);
  const auto input = space.render(ordinal);
  if (json) {
    report::Json object{{"campaign", campaign.name},
                        {"level", level},
                        {"ordinal", ordinal},
                        {"choices", report::to_json(choices)},
                        {"discarded", !input.has_value()}};
    if (input)
      object["input"] = {{"files", report::to_json(input->files)},
                         {"parameters", report::to_json(input->parameters)},
                         {"standard_input", input->standard_input}};
    fmt::print("{}", report::text(object));
    return nothing_failed;
  }
  for (const generators::Choice& choice : choices)
    fmt::print("{} = {}\n", choice.name, report::one_line(choice.label, 200));
  fmt::print("{}", input ? report::shown(*input) : "discarded by the generator\n");
  return nothing_failed;
}

}  // namespace

void add_show(CLI::App& app, const Context& context, Action& action) {
  auto* command = app.add_subcommand("show", "Print one input and the choices behind it");
  auto name = std::make_shared<std::string>();
  auto ordinal = std::make_shared<generators::Ordinal>();
  auto level = std::make_shared<int>(0);
  auto json = std::make_shared<bool>(false);
  command->add_option("campaign", *name, "Campaign, or a specification file (.toml)")->required();
  command->add_option("ordinal", *ordinal, "Which input: 0 is the first")->required()->transform(whole_number());
  command->add_option("--merge-level", *level, "At this merge level")->transform(whole_number())->capture_default_str();
  command->add_flag("--json", *json, "As JSON");
  command->callback(
      [=, &context, &action] { action = [=, &context] { return show(context, *name, *ordinal, *level, *json); }; });
}

}  // namespace smallscope::program
