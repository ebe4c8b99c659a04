// count: how many inputs a campaign has.
#include <fmt/format.h>

#include <smallscope/program/specification.hpp>
#include <smallscope/report/json.hpp>
#include <smallscope/report/presentation.hpp>
#include <smallscope/report/text.hpp>

#include "command_line/commands.hpp"
#include "command_line/options.hpp"
#include "search_size.hpp"
#include "triage/stored_campaign.hpp"

namespace smallscope::program {

namespace {

/// The number, and, of a search, how many candidates it explores for that, on standard error.
void print_count(const std::string& name, generators::Ordinal inputs, std::optional<generators::Ordinal> candidates) {
  fmt::print("{}\n", inputs);
  if (candidates) complain(fmt::format("{} explores {} candidates", name, report::grouped(*candidates)));
}

int count(const std::string& name, const runner::Space& space, bool structure, bool walk) {
  using Kind = generators::Estimate::Kind;
  int status = nothing_failed;
  if (!space.is_search() || walk) {
    const generators::Ordinal inputs = space.reach(generators::uncounted);
    print_count(name, inputs, space.candidates());
  } else if (const auto size = quick_estimate(*space.probes()); size.inputs.kind == Kind::exact) {
    print_count(name, static_cast<generators::Ordinal>(size.inputs.value),
                static_cast<generators::Ordinal>(size.paths.value));
  } else {
    complain(fmt::format("{} is a search that is not indexed and has {}; count them with --walk", name,
                         report::estimate_text(size)));
    status = not_carried_out;
  }
  if (structure) fmt::print("{}\n", generators::to_string(space.structure()));
  return status;
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
  command->add_flag(
      "--walk", *walk,
      "Walk a search that is not indexed to its end; otherwise a long one ends with status 3 and an estimate");
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
