// SPDX-License-Identifier: Apache-2.0
// count: how many inputs a campaign has.
#include <fmt/format.h>

#include <smallscope/report/presentation.hpp>
#include <smallscope/report/text.hpp>

#include "command_line/commands.hpp"
#include "command_line/options.hpp"
#include "command_line/print.hpp"
#include "explore/search_size.hpp"
#include "triage/stored_campaign.hpp"

namespace smallscope::program {

namespace {

/// Prints the number of inputs, and for a search the number of candidates on standard error.
void print_count(const std::string& name, generators::Ordinal inputs, std::optional<generators::Ordinal> candidates) {
  print_visible("{}\n", inputs);
  if (candidates) complain(fmt::format("{} explores {} candidates", name, report::grouped(*candidates)));
}

int count(const std::string& name, const runner::Space& space, bool structure, bool walk) {
  using Kind = generators::Estimate::Kind;
  int status = nothing_failed;
  if (!space.is_search() || walk) {
    const generators::Ordinal inputs = space.reach(generators::uncounted);
    print_count(name, inputs, space.candidates());
  } else if (const auto size = quick_estimate(*space.sampler()); size.inputs.kind == Kind::exact) {
    print_count(name, static_cast<generators::Ordinal>(size.inputs.value),
                static_cast<generators::Ordinal>(size.paths.value));
  } else {
    complain(fmt::format("{} is a search without an index and has {}; count them with --walk", name,
                         report::estimate_text(size)));
    status = not_carried_out;
  }
  if (structure) print_visible("{}\n", report::one_line(generators::to_string(space.structure())));
  return status;
}

}  // namespace

void add_count(CLI::App* command, const Context& context, Action& action) {
  auto name = std::make_shared<std::string>();
  auto structure = std::make_shared<bool>(false);
  auto walk = std::make_shared<bool>(false);
  auto level = std::make_shared<int>(0);
  command->add_option("campaign", *name, "Name of a campaign, or a specification file (.toml)")->required();
  command->add_option("--merge-level", *level, "Count the inputs of this merge level")
      ->transform(whole_number())
      ->capture_default_str();
  command->add_flag(
      "--walk", *walk,
      "Walk a search without an index to its end; without this option, a long one is estimated, with status 3");
  command->add_flag("--structure", *structure, "Print the sub-generators and their sizes, too");
  command->callback([=, &context, &action] {
    action = [=, &context] {
      const runner::Campaign campaign = context.campaign(*name);
      require_level(campaign, *level);
      return count(*name, campaign.space_at(*level), *structure, *walk);
    };
  });
}

}  // namespace smallscope::program
