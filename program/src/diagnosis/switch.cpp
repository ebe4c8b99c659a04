// SPDX-License-Identifier: Apache-2.0
// switch: which conditions of the code, taken the other way, make a failing input pass.
#include <smallscope/report/text.hpp>

#include "command_line/commands.hpp"
#include "command_line/options.hpp"
#include "command_line/print.hpp"
#include "diagnosis/stored_diagnosis.hpp"
#include "diagnosis/switched_text.hpp"
#include "triage/stored_campaign.hpp"

namespace smallscope::program {

namespace {

SourcePlaces switched_sources(const SwitchedTests& switched, const SwitchArguments& arguments) {
  SourcePlaces places = source_places(arguments.sources);
  for (const auto& [id, path] : switched.modules) add_module(places, id, path);
  return places;
}

/// What is drawn of the progress is gone when this returns.
SwitchedTests with_progress(const Context& context, const runner::Campaign& campaign,
                            const SwitchArguments& arguments) {
  ProgressObserver progress(arguments.execution.progress, clustering::Clustering({}, clustering::Members::counted), "");
  return switched_tests(context, campaign, arguments,
                        [&](std::size_t conditions, std::size_t tried, std::size_t critical) {
                          progress.switching(tried, conditions, critical);
                        });
}

int print_switched(const Context& context, const SwitchArguments& arguments) {
  const results::Manifest manifest = inspect_store(arguments.store).manifest();
  const runner::Campaign campaign = campaign_or_become_program(context, arguments.store, manifest, arguments.from);
  const SwitchedTests switched = with_progress(context, campaign, arguments);
  const int status = switched.run == runner::Stop::interrupted ? interrupted : nothing_failed;
  if (arguments.json) {
    print_visible("{}", report::text(to_json(switched)));
    return status;
  }
  SourceFiles files(switched_sources(switched, arguments));
  print_visible("{}", text(switched, arguments.top, files));
  return status;
}

}  // namespace

void add_switch(CLI::App* command, const Context& context, Action& action) {
  auto arguments = std::make_shared<SwitchArguments>();
  command->add_option("store", arguments->store, "Store of a run; it is not changed")->required();
  command->add_option("--cluster", arguments->cluster, "The cluster, C1 or its key; the only one unless given")
      ->check(not_empty());
  add_from(*command, arguments->from);
  command->add_option("--input", arguments->input, "The failing input; the cluster's smallest unless given")
      ->transform(whole_number());
  command
      ->add_option("--source", arguments->sources,
                   "Folders of the source, beside the working directory, those of the modules and where they were "
                   "compiled")
      ->check(not_empty());
  const auto number = [&](const char* option, std::size_t& value, std::size_t least, const char* what) {
    command->add_option(option, value, what)->transform(whole_number(least))->capture_default_str();
  };
  number("--failing", arguments->failing, 1, "Failing inputs of the cluster that weigh what mends the first of them");
  number("--passing", arguments->passing, 0, "Passing inputs that weigh it");
  number("--top", arguments->top, 1, "How many conditions are shown");
  command->add_flag("--json", arguments->json, "Print JSON");
  add_execution(*command, arguments->execution);
  command->callback([=, &context, &action] { action = [=, &context] { return print_switched(context, *arguments); }; });
}

}  // namespace smallscope::program
