// list, count, show: what there is to test.
#include <algorithm>

#include <fmt/format.h>

#include <smallscope/program/specification.hpp>

#include "commands.hpp"
#include "json.hpp"
#include "options.hpp"
#include "presentation.hpp"
#include "print.hpp"
#include "stored_campaign.hpp"
#include "text.hpp"

namespace smallscope::program {

namespace {

/// A campaign of the list: of a specification also its file, and what is wrong with it.
struct Listed {
  std::string name;
  std::string description;
  std::string file;
  std::string error;
};

Listed listed(const std::string& file) {
  try {
    const runner::Campaign campaign = load_specification(file);
    return {campaign.name, campaign.description, file, ""};
  } catch (const SpecificationError& error) {
    return {"", "", file, error.what()};
  }
}

std::string list_text(const std::vector<Listed>& rows, bool of_files) {
  std::vector<std::string> header{"campaign", "description"};
  if (of_files) header.insert(header.begin() + 1, "file");
  Table table(std::move(header));
  for (const Listed& row : rows) {
    if (!row.error.empty()) continue;
    std::vector<std::string> cells{row.name, row.description};
    if (of_files) cells.insert(cells.begin() + 1, row.file);
    table.add(cells);
  }
  return table.text(terminal_width(1));
}

Json listed_json(const Listed& row) {
  Json json = Json::object();
  json["name"] = row.error.empty() ? text_json(row.name) : Json(nullptr);
  json["description"] = text_json(row.description);
  if (!row.file.empty()) json["file"] = text_json(row.file);
  if (!row.error.empty()) json["error"] = text_json(row.error);
  return json;
}

/// The campaigns of the program, or of these files. What cannot be listed is said, behind what can.
int list(const Context& context, const std::vector<std::string>& files, bool json) {
  std::vector<Listed> rows;
  if (files.empty())
    for (const Entry& entry : context.campaigns()) rows.push_back({entry.name, entry.description, "", ""});
  for (const std::string& file : files) rows.push_back(listed(file));
  const auto valid = std::count_if(rows.begin(), rows.end(), [](const Listed& row) { return row.error.empty(); });
  if (json) {
    Json array = Json::array();
    for (const Listed& row : rows) array.push_back(listed_json(row));
    print_visible("{}", text(array));
  } else if (valid > 0) {
    print_visible("{}", list_text(rows, !files.empty()));
  } else if (rows.empty()) {
    complain(fmt::format("this program has no campaigns of its own; give it a specification: {} run FILE.toml",
                         context.invocation()));
  }
  for (const Listed& row : rows)
    if (!row.error.empty()) complain("error: " + row.error);
  return valid == std::ssize(rows) ? nothing_failed : wrong_use;
}

}  // namespace

void add_list(CLI::App& app, const Context& context, Action& action) {
  auto* command = app.add_subcommand("list", "List the campaigns of this program, or those of specification files");
  auto files = std::make_shared<std::vector<std::string>>();
  auto json = std::make_shared<bool>(false);
  command->add_option("specifications", *files,
                      "Specification files (.toml) to list instead of the program's campaigns");
  command->add_flag("--json", *json, "Print JSON");
  command->callback([=, &context, &action] { action = [=, &context] { return list(context, *files, *json); }; });
}

namespace {

int count(const std::string& name, const runner::Space& space, bool structure, bool walk) {
  const bool unknown = space.is_search() && !walk;
  if (unknown)
    complain(
        fmt::format("{} is a search that is not indexed, so nobody knows how many inputs it has; {}; count them "
                    "with --walk",
                    name, estimate_text(space.probes()->estimate(estimate_paths))));
  else
    print_visible("{}\n", space.reach(generators::uncounted));
  if (structure) print_visible("{}\n", generators::to_string(space.structure()));
  return unknown ? not_carried_out : nothing_failed;
}

}  // namespace

void add_count(CLI::App& app, const Context& context, Action& action) {
  auto* command =
      app.add_subcommand("count", "Print the number of inputs of a campaign, before filtering, as a bare number");
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

namespace {

int show(const Context& context, const std::string& name, generators::Ordinal ordinal, int level, bool json) {
  const runner::Campaign campaign = context.campaign(name);
  require_input(campaign, level, ordinal);
  const runner::Space& space = campaign.space_at(level);
  const auto choices = space.choices(ordinal);
  const auto input = space.render(ordinal);
  if (json) {
    Json object{{"campaign", text_json(campaign.name)},
                {"level", level},
                {"ordinal", ordinal},
                {"choices", to_json(choices)},
                {"discarded", !input.has_value()}};
    if (input) object["input"] = to_json(*input);
    print_visible("{}", text(object));
    return nothing_failed;
  }
  for (const generators::Choice& choice : choices) print_visible("{} = {}\n", choice.name, one_line(choice.label, 200));
  print_visible("{}", input ? shown(*input) : "discarded by the generator\n");
  return nothing_failed;
}

}  // namespace

void add_show(CLI::App& app, const Context& context, Action& action) {
  auto* command = app.add_subcommand("show", "Print one input and the choices that make it");
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
