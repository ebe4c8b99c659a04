// SPDX-License-Identifier: Apache-2.0
// list: the existing campaigns.
#include <algorithm>

#include <fmt/format.h>

#include <smallscope/program/specification.hpp>
#include <smallscope/report/json.hpp>
#include <smallscope/report/text.hpp>

#include "command_line/commands.hpp"
#include "command_line/print.hpp"

namespace smallscope::program {

namespace {

/// A campaign of the list: for a specification also its file, and what is wrong with it.
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
  report::Table table(std::move(header));
  for (const Listed& row : rows) {
    if (!row.error.empty()) continue;
    std::vector<std::string> cells{row.name, row.description};
    if (of_files) cells.insert(cells.begin() + 1, row.file);
    table.add(cells);
  }
  return table.text(report::terminal_width(1));
}

report::Json listed_json(const Listed& row) {
  report::Json json = report::Json::object();
  json["name"] = row.error.empty() ? report::text_json(row.name) : report::Json(nullptr);
  json["description"] = report::text_json(row.description);
  if (!row.file.empty()) json["file"] = report::text_json(row.file);
  if (!row.error.empty()) json["error"] = report::text_json(row.error);
  return json;
}

/// Lists the campaigns of the program, or of these files. Mistakes in files that cannot be listed are printed last.
int list(const Context& context, const std::vector<std::string>& files, bool json) {
  std::vector<Listed> rows;
  if (files.empty())
    for (const Entry& entry : context.campaigns()) rows.push_back({entry.name, entry.description, "", ""});
  for (const std::string& file : files) rows.push_back(listed(file));
  const auto valid = std::count_if(rows.begin(), rows.end(), [](const Listed& row) { return row.error.empty(); });
  if (json) {
    report::Json array = report::Json::array();
    for (const Listed& row : rows) array.push_back(listed_json(row));
    print_visible("{}", report::text(array));
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

void add_list(CLI::App* command, const Context& context, Action& action) {
  auto files = std::make_shared<std::vector<std::string>>();
  auto json = std::make_shared<bool>(false);
  command->add_option("specifications", *files,
                      "Specification files (.toml) to list instead of the program's campaigns");
  command->add_flag("--json", *json, "Print JSON");
  command->callback([=, &context, &action] { action = [=, &context] { return list(context, *files, *json); }; });
}

}  // namespace smallscope::program
