// SPDX-License-Identifier: Apache-2.0
#include "manual/command_tree.hpp"

#include <algorithm>

namespace smallscope::program {

namespace {

/// CLI11 has the values of a set only in the name of the type: "TEXT:{none,first,all}".
std::vector<std::string> choices_in(std::string& type) {
  const std::size_t begin = type.find(":{");
  if (begin == std::string::npos || !type.ends_with('}')) return {};
  std::vector<std::string> choices;
  for (std::size_t at = begin + 2; at < type.size();) {
    const std::size_t end = std::min(type.find(',', at), type.size() - 1);
    choices.push_back(type.substr(at, end - at));
    at = end + 1;
  }
  type.resize(begin);
  return choices;
}

OptionEntry entry_of(const CLI::Option& option) {
  OptionEntry entry;
  for (const std::string& name : option.get_lnames()) entry.names.push_back("--" + name);
  for (const std::string& name : option.get_snames()) entry.names.push_back("-" + name);
  if (!option.nonpositional()) entry.names.push_back(option.get_name());
  if (option.get_items_expected_max() != 0) {
    entry.value = option.get_type_name();
    entry.choices = choices_in(entry.value);
  }
  entry.preset = option.get_default_str();
  entry.does = option.get_description();
  entry.group = option.get_group();
  entry.required = option.get_required();
  entry.repeats = option.get_items_expected_max() >= CLI::detail::expected_max_vector_size;
  return entry;
}

CommandEntry tree_of(const CLI::App& app, std::vector<std::string> path) {
  path.push_back(app.get_name());
  CommandEntry entry{.path = path,
                     .does = app.get_description(),
                     .group = app.get_group(),
                     .footer = app.get_footer(),
                     .arguments = {},
                     .options = {},
                     .commands = {}};
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_group().empty()) continue;
    (option->nonpositional() ? entry.options : entry.arguments).push_back(entry_of(*option));
  }
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    entry.commands.push_back(tree_of(*command, path));
  return entry;
}

}  // namespace

CommandEntry whole_tree(const CLI::App& command) {
  const CLI::App* root = &command;
  while (root->get_parent() != nullptr) root = root->get_parent();
  return tree_of(*root, {});
}

std::string joined(const std::vector<std::string>& path, const std::string& by) {
  std::string text;
  for (const std::string& part : path) text += (text.empty() ? "" : by) + part;
  return text;
}

}  // namespace smallscope::program
