// SPDX-License-Identifier: Apache-2.0
// show: one input and the choices behind it.
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

int show(const Context& context, const std::string& name, generators::Ordinal ordinal, int level, bool json) {
  const runner::Campaign campaign = context.campaign(name);
  require_input(campaign, level, ordinal);
  const runner::Space& space = campaign.space_at(level);
  const auto choices = space.choices(ordinal);
  const auto input = space.render(ordinal);
  if (json) {
    report::Json object{{"campaign", report::text_json(campaign.name)},
                        {"level", level},
                        {"ordinal", ordinal},
                        {"choices", report::to_json(choices)},
                        {"discarded", !input.has_value()}};
    if (input) object["input"] = report::to_json(*input);
    print_visible("{}", report::text(object));
    return nothing_failed;
  }
  for (const generators::Choice& choice : choices)
    print_visible("{} = {}\n", report::one_line(choice.name), report::one_line(choice.label, 200));
  print_visible("{}", input ? report::shown(*input) : "discarded by the generator\n");
  return nothing_failed;
}

}  // namespace

void add_show(CLI::App* command, const Context& context, Action& action) {
  auto name = std::make_shared<std::string>();
  auto ordinal = std::make_shared<generators::Ordinal>();
  auto level = std::make_shared<int>(0);
  auto json = std::make_shared<bool>(false);
  command->add_option("campaign", *name, "Name of a campaign, or a specification file (.toml)")->required();
  command->add_option("ordinal", *ordinal, "Ordinal of the input, from 0")->required()->transform(whole_number());
  command->add_option("--merge-level", *level, "Merge level of the input")
      ->transform(whole_number())
      ->capture_default_str();
  command->add_flag("--json", *json, "Print JSON");
  command->callback(
      [=, &context, &action] { action = [=, &context] { return show(context, *name, *ordinal, *level, *json); }; });
}

}  // namespace smallscope::program
