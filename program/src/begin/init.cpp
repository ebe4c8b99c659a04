// SPDX-License-Identifier: Apache-2.0
// init: a small campaign to begin with, which runs at once and finds a planted bug.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include <smallscope/report/text.hpp>
#include <smallscope/subjects/command.hpp>

#include "begin/templates.hpp"
#include "command_line/commands.hpp"
#include "command_line/options.hpp"
#include "command_line/output_file.hpp"
#include "command_line/print.hpp"

namespace smallscope::program {

namespace {

namespace fs = std::filesystem;

struct InitArguments {
  std::string name, kind, directory;
};

std::string list_of_kinds() {
  std::string list;
  for (const Kind& kind : kinds()) list += fmt::format("  {:18}{}\n", kind.name, kind.does);
  return list;
}

/// It becomes a file, a folder, and a target of CMake.
void require_proper(const std::string& name) {
  const auto is_proper = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
  };
  if (name.empty() || name.size() > 60 || name.front() < 'a' || name.front() > 'z' ||
      !std::ranges::all_of(name, is_proper))
    throw UsageError(
        fmt::format("the name `{}` is not allowed: give a lower-case letter, then at most 59 lower-case letters, "
                    "digits, - and _",
                    report::one_line(name, 80)));
  constexpr std::string_view of_cmake[] = {"all", "clean", "help", "install", "package", "test"};
  if (std::ranges::find(of_cmake, name) != std::end(of_cmake))
    throw UsageError(fmt::format("the name `{}` means something to CMake: give another, such as my-{}", name, name));
}

std::string filled(std::string_view text, const Context& context, std::string_view name) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const auto word = [&](std::string_view placeholder) { return text.substr(at).starts_with(placeholder); };
    if (word("PROGRAM")) {
      // The new folder is the working directory then.
      const std::string& program = context.invocation();
      result += program.find('/') == std::string::npos ? program : fs::absolute(program).lexically_normal().string();
      at += 7;
    } else if (word("NAME")) {
      result += name;
      at += 4;
    } else {
      result += text[at++];
    }
  }
  return result;
}

int init(const Context& context, const InitArguments& arguments) {
  const auto& [name, kind_name, given] = arguments;
  require_proper(name);
  const auto kind = std::ranges::find(kinds(), kind_name, &Kind::name);
  const fs::path directory = given.empty() ? fs::path(name) : fs::path(given);
  std::error_code none;
  if (fs::exists(fs::symlink_status(directory, none)) &&
      !(fs::is_directory(directory, none) && fs::is_empty(directory, none)))
    throw UsageError(
        fmt::format("{} exists and is not an empty folder: remove it, or give --directory", directory.string()));
  fs::create_directories(directory);
  for (const Kind::File& file : kind->files) {
    const fs::path path = directory / filled(file.target, context, name);
    fs::create_directories(path.parent_path());
    OutputFile output(path);
    output.stream() << text_of(*kind, file, name);
    output.finish();
    if (file.executable)
      fs::permissions(path, fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec,
                      fs::perm_options::add);
    print_visible("wrote  {}\n", path.string());
  }
  if (!subjects::on_path(kind->needs))
    print_visible("\nneeds  {}, which is not on PATH: on Debian, apt-get install {}\n", kind->needs, kind->package);
  print_visible("\nIt has a planted bug. What to change is marked CHANGE; README.md says more.\n\n");
  print_visible("next: cd {}\n", directory.string());
  for (const std::string_view command : kind->next) print_visible("      {}\n", filled(command, context, name));
  return nothing_failed;
}

}  // namespace

void add_init(CLI::App* command, const Context& context, Action& action) {
  auto arguments = std::make_shared<InitArguments>();
  std::vector<std::string> names;
  for (const Kind& kind : kinds()) names.emplace_back(kind.name);
  command->add_option("name", arguments->name, "Name of the campaign, and of its folder")->required();
  command->add_option("--kind", arguments->kind, "What to begin with, see below")
      ->required()
      ->check(CLI::IsMember(std::move(names)));
  command->add_option("--directory", arguments->directory, "Folder to write, new or empty (default: the name)")
      ->check(not_empty());
  command->footer("Kinds:\n" + list_of_kinds());
  command->callback([=, &context, &action] { action = [=, &context] { return init(context, *arguments); }; });
}

}  // namespace smallscope::program
