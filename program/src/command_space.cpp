// list, count, show: what there is to test.
#include <fmt/format.h>

#include <smallscope/program/specification.hpp>

#include "commands.hpp"
#include "json.hpp"
#include "options.hpp"
#include "presentation.hpp"
#include "stored_campaign.hpp"
#include "text.hpp"

namespace smallscope::program {

void add_list(CLI::App& app, const Context& context, Action& action) {
  auto* command = app.add_subcommand("list", "List the campaigns of this program, or of specification files");
  auto files = std::make_shared<std::vector<std::string>>();
  auto json = std::make_shared<bool>(false);
  command->add_option("specifications", *files, "Specification files (.toml) to list instead");
  command->add_flag("--json", *json, "As JSON");
  command->callback([=, &context, &action] {
    action = [=, &context] {
      std::vector<std::pair<std::string, std::string>> rows;
      if (files->empty())
        for (const Entry& entry : context.campaigns()) rows.emplace_back(entry.name, entry.description);
      for (const std::string& file : *files) rows.emplace_back(file, name_and_description(file).second);
      if (*json) {
        Json array = Json::array();
        for (const auto& [name, description] : rows) array.push_back({{"name", name}, {"description", description}});
        fmt::print("{}", text(array));
        return nothing_failed;
      }
      if (rows.empty()) {
        complain(fmt::format("this program has no campaigns of its own; give it a specification: {} run FILE.toml",
                             context.invocation()));
        return nothing_failed;
      }
      Table table({"campaign", "description"});
      for (const auto& [name, description] : rows) table.add({name, description});
      fmt::print("{}", table.text(terminal_width(1)));
      return nothing_failed;
    };
  });
}

namespace {

int count(const std::string& name, const runner::Space& space, bool structure, bool walk) {
  const bool unknown = space.is_search() && !walk;
  if (unknown)
    complain(
        fmt::format("{} is a search that is not indexed, so nobody knows how many inputs it has; {}; count them "
                    "with --walk",
                    name, estimate_text(space.sampler()->estimate(estimate_paths))));
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

namespace {

int show(const Context& context, const std::string& name, generators::Ordinal ordinal, int level, bool json) {
  const runner::Campaign campaign = context.campaign(name);
  require_input(campaign, level, ordinal);
  const runner::Space& space = campaign.space_at(level);
  const auto choices = space.choices(ordinal);
  const auto input = space.render(ordinal);
  if (json) {
    Json object{{"campaign", campaign.name},
                {"level", level},
                {"ordinal", ordinal},
                {"choices", to_json(choices)},
                {"discarded", !input.has_value()}};
    if (input)
      object["input"] = {{"files", to_json(input->files)},
                         {"parameters", to_json(input->parameters)},
                         {"standard_input", input->standard_input}};
    fmt::print("{}", text(object));
    return nothing_failed;
  }
  for (const generators::Choice& choice : choices) fmt::print("{} = {}\n", choice.name, one_line(choice.label, 200));
  fmt::print("{}", input ? shown(*input) : "discarded by the generator\n");
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
