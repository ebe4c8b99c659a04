// SPDX-License-Identifier: Apache-2.0
#include "command_line/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

#include <smallscope/subjects/nearest.hpp>

#include "command_line/context.hpp"

namespace smallscope::program {

namespace {

/// Options of other tools, and what does the same here.
constexpr std::pair<std::string_view, std::string_view> names_elsewhere[] = {
    {"--time-limit", "--timeout"}, {"--limit", "--max-tests"}, {"--sample", "--max-tests"},
    {"--tests", "--max-tests"},    {"--threads", "--jobs"},    {"--parallel", "--jobs"},
    {"--workers", "--jobs"},       {"--out", "--output"},      {"--max-time", "--budget"},
    {"--memory", "--memory-limit"}};

std::string suggestion(const std::string& word, const std::vector<std::string>& known) {
  auto meant = subjects::nearest(word, known);
  const auto elsewhere =
      std::ranges::find(names_elsewhere, word, &std::pair<std::string_view, std::string_view>::first);
  if (elsewhere != std::end(names_elsewhere) && std::ranges::find(known, elsewhere->second) != known.end())
    meant = std::string(elsewhere->second);
  return meant ? fmt::format("; did you mean `{}`?", *meant) : "";
}

std::vector<std::string> names_of_commands(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands(nullptr)) names.push_back(command->get_name());
  return names;
}

/// A user who asks for help need not give the required arguments of a command.
void require_nothing(CLI::App& app) {
  app.require_subcommand(0);
  for (CLI::Option* option : app.get_options()) option->required(false);
  for (CLI::App* command : app.get_subcommands(nullptr)) require_nothing(*command);
}

std::vector<std::string> names_of_options(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

}  // namespace

CLI::Validator whole_number(std::uint64_t least) {
  return CLI::Validator(
      [least](std::string& text) -> std::string {
        std::uint64_t value = 0;
        const char* const end = text.data() + text.size();
        const auto [stop, error] = std::from_chars(text.data(), end, value);
        if (error == std::errc::result_out_of_range) return fmt::format("`{}` is beyond 64 bits", text);
        if (error != std::errc{} || stop != end || value < least)
          return fmt::format("`{}` is not a whole number of at least {}", text, least);
        text = std::to_string(value);  // without leading zeros, which the parser would read as octal
        return {};
      },
      "");
}

CLI::Validator probability() {
  return CLI::Validator(
      [](std::string& text) -> std::string {
        double value = 0;
        if (!CLI::detail::lexical_cast(text, value) || !(value >= 0 && value <= 1))
          return fmt::format("`{}` is not a number from 0 to 1", text);
        return {};
      },
      "");
}

CLI::Validator not_empty() {
  return CLI::Validator(
      [](std::string& text) -> std::string {
        return text.empty() ? "the value is empty; give one, or leave it out" : "";
      },
      "");
}

std::vector<const CLI::App*> used_commands(const CLI::App& app) {
  std::vector<const CLI::App*> used;
  for (auto commands = app.get_subcommands(); !commands.empty(); commands = used.back()->get_subcommands())
    used.push_back(commands.front());
  return used;
}

CLI::Option* add_from(CLI::App& command, std::string& from) {
  return command
      .add_option("--from", from,
                  "Campaign program or specification (.toml) that made the store, when it is not of this program. A "
                  "store keeps its specification, so what executes nothing needs it for other campaigns only")
      ->check(not_empty());
}

CLI::Option* add_several_from(CLI::App& command, std::vector<std::string>& from) {
  return command
      .add_option(
          "--from", from,
          "Campaign program that made the stores, or specification (.toml) of one of them, when they are not of "
          "this program; specifications may be repeated")
      ->allow_extra_args(false)  // stores may follow
      ->check(not_empty());
}

std::string explain(const CLI::App& app, const CLI::ParseError& error, const std::vector<std::string>& arguments) {
  const auto used = used_commands(app);
  const CLI::App& last = used.empty() ? app : *used.back();
  if (const auto commands = names_of_commands(last); !commands.empty()) {
    std::string path;
    auto argument = arguments.begin();
    for (const CLI::App* command : used) {
      argument = std::find(argument, arguments.end(), command->get_name());
      if (argument != arguments.end()) ++argument;
      path += command->get_name() + " ";
    }
    argument = std::find_if(argument, arguments.end(), [](const auto& text) { return !text.starts_with('-'); });
    if (argument != arguments.end() && !argument->empty())
      return fmt::format("there is no command `{}{}`{}; the commands are {}", path, *argument,
                         suggestion(*argument, commands), fmt::join(commands, ", "));
    if (arguments.size() == used.size())
      return fmt::format("give a command{}{}: {}", path.empty() ? "" : " of ",
                         path.substr(0, path.find_last_not_of(' ') + 1), fmt::join(commands, ", "));
  }
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
    for (const std::string& argument : arguments) {
      const std::string name = argument.substr(0, argument.find('='));
      if (name.starts_with("--") && last.get_option_no_throw(name) == nullptr)
        return fmt::format("there is no option `{}`{}", name, suggestion(name, names_of_options(last)));
    }
  }
  std::string message = error.what();
  for (char& c : message)
    if (c == '\n') c = ' ';
  return message;
}

std::optional<std::string> mistake_beside_help(CLI::App& app, const std::vector<std::string>& arguments) {
  require_nothing(app);
  std::vector<std::string> others = arguments;
  std::erase_if(others, [](const std::string& argument) {
    return argument == "--help" || argument == "-h" || argument == "--version";
  });
  try {
    app.parse(std::vector<std::string>(others.rbegin(), others.rend()));  // the parser takes them from the back
  } catch (const CLI::ParseError& error) {
    return explain(app, error, others);
  }
  return std::nullopt;
}

}  // namespace smallscope::program
