// SPDX-License-Identifier: Apache-2.0
// manual and completion: what other programs show of this one, from the table of commands.
#include <fmt/format.h>

#include <filesystem>
#include <functional>

#include "command_line/commands.hpp"
#include "command_line/options.hpp"
#include "command_line/output_file.hpp"
#include "command_line/print.hpp"
#include "manual/command_tree.hpp"
#include "manual/man_page.hpp"

namespace smallscope::program {

namespace {

namespace fs = std::filesystem;

struct ManualArguments {
  std::vector<std::string> command;
  std::string directory;
};

void write_pages(const CommandEntry& command, const fs::path& directory) {
  OutputFile page(directory / (joined(command.path, "-") + ".1"));
  page.stream() << man_page(command, SMALLSCOPE_VERSION);
  page.finish();
  for (const CommandEntry& below : command.commands) write_pages(below, directory);
}

int manual(const CommandEntry& program, const ManualArguments& arguments) {
  const CommandEntry* shown = &program;
  for (const std::string& word : arguments.command) {
    const auto found =
        std::ranges::find_if(shown->commands, [&](const CommandEntry& each) { return each.path.back() == word; });
    if (found == shown->commands.end())
      throw UsageError(fmt::format("`{}` has no command `{}`", joined(shown->path, " "), word));
    shown = &*found;
  }
  if (arguments.directory.empty()) {
    write_visible(man_page(*shown, SMALLSCOPE_VERSION));
  } else {
    fs::create_directories(arguments.directory);
    write_pages(*shown, arguments.directory);
  }
  return nothing_failed;
}

}  // namespace

void add_manual(CLI::App* command, const Context&, Action& action) {
  auto arguments = std::make_shared<ManualArguments>();
  command->add_option("command", arguments->command, "Command whose page is printed (default: the program's)");
  command->add_option("--directory", arguments->directory, "Write this page and those of all commands below it here")
      ->check(not_empty());
  command->footer("To read a page: smallscope manual run | man -l -");
  command->callback([=, &action] { action = [=] { return manual(whole_tree(*command), *arguments); }; });
}

}  // namespace smallscope::program
