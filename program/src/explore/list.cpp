// list: the campaigns that there are.
#include <fmt/format.h>

#include <smallscope/program/specification.hpp>
#include <smallscope/report/json.hpp>
#include <smallscope/report/presentation.hpp>
#include <smallscope/report/text.hpp>

#include "command_line/commands.hpp"
#include "command_line/options.hpp"
#include "triage/stored_campaign.hpp"

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
        report::Json array = report::Json::array();
        for (const auto& [name, description] : rows) array.push_back({{"name", name}, {"description", description}});
        fmt::print("{}", report::text(array));
        return nothing_failed;
      }
      if (rows.empty()) {
        complain(fmt::format("this program has no campaigns of its own; give it a specification: {} run FILE.toml",
                             context.invocation()));
        return nothing_failed;
      }
      report::Table table({"campaign", "description"});
      for (const auto& [name, description] : rows) table.add({name, description});
      fmt::print("{}", table.text(report::terminal_width(1)));
      return nothing_failed;
    };
  });
}

}  // namespace smallscope::program
