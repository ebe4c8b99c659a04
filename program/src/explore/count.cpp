// count: how many inputs a campaign has.
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

int count(const std::string& name, const runner::Space& space, bool structure, bool walk) {
  const bool unknown = space.is_search() && !walk;
  if (unknown)
    complain(
        fmt::format("{} is a search that is not indexed, so nobody knows how many inputs it has; {}; count them "
                    "with --walk",
                    name, report::estimate_text(space.sampler()->estimate(report::estimate_paths))));
  else
    fmt::print("{}\n", space.reach(generators::uncounted));
  if (structure) fmt::print("{}\n", generators::to_string(space.structure()));
  return unknown ? not_carried_out : nothing_failed;
}

}  // namespace

void add_count(CLI::App& app, const Context& context, Action& action) {
  auto* command = app.add_subcommand("count", "Print how many inputs a campaign has, before filtering: a bare number");
  auto name = std::make_shared<std::string>();
  auto structure = std::make_shared<bool>(false);
  auto walk = std::make_shared<bool>(false);
  auto level = std::make_shared<int>(0);
  command->add_option("campaign", *name, "Campaign, or a specification file (.toml)")->required();
  command->add_option("--merge-level", *level, "At this merge level")->transform(whole_number())->capture_default_str();
  command->add_flag("--walk", *walk, "Walk a search that is not indexed, to count it; otherwise status 3 and a guess");
  command->add_flag("--structure", *structure, "The sub-generators and their sizes as well");
  command->callback([=, &context, &action] {
    action = [=, &context] {
      const runner::Campaign campaign = context.campaign(*name);
      require_level(campaign, *level);
      return count(*name, campaign.space_at(*level), *structure, *walk);
    };
  });
}

}  // namespace smallscope::program
