// count: how many inputs a campaign has.
#include <fmt/format.h>

#include <smallscope/report/presentation.hpp>

#include "command_line/commands.hpp"
#include "command_line/options.hpp"
#include "command_line/print.hpp"
#include "triage/stored_campaign.hpp"

namespace smallscope::program {

namespace {

int count(const std::string& name, const runner::Space& space, bool structure, bool walk) {
  const bool unknown = space.is_search() && !walk;
  if (unknown)
    complain(
        fmt::format("{} is a search that is not indexed, so nobody knows how many inputs it has; {}; count them "
                    "with --walk",
                    name, report::estimate_text(space.sampler()->estimate(report::estimate_paths))));
  else
    print_visible("{}\n", space.reach(generators::uncounted));
  if (structure) print_visible("{}\n", generators::to_string(space.structure()));
  return unknown ? not_carried_out : nothing_failed;
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
      "Count a search without an index by walking it; without this option, it is estimated, with status 3");
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
