#include "command_line/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>

#include "command_line/context.hpp"

namespace smallscope::program {

namespace {

std::string suggestion(const std::string& word, const std::vector<std::string>& known) {
  const auto meant = closest(word, known);
  return meant ? fmt::format("; did you mean `{}`?", *meant) : "";
}

std::vector<std::string> names_of_commands(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands(nullptr)) names.push_back(command->get_name());
  return names;
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
          return fmt::format("`{}` is no whole number from {} on", text, least);
        text = std::to_string(value);  // without zeros in front, which would mean octal to the parser
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

std::string explain(const CLI::App& app, const CLI::ParseError& error, const std::vector<std::string>& arguments) {
  const auto used = app.get_subcommands();
  if (used.empty()) {
    const auto commands = names_of_commands(app);
    for (const std::string& argument : arguments)
      if (!argument.empty() && argument.front() != '-')
        return fmt::format("there is no command `{}`{}; the commands are {}", argument, suggestion(argument, commands),
                           fmt::join(commands, ", "));
    if (arguments.empty()) return fmt::format("give a command: {}", fmt::join(commands, ", "));
  } else if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
    for (const std::string& argument : arguments) {
      const std::string name = argument.substr(0, argument.find('='));
      if (name.starts_with("--") && used.front()->get_option_no_throw(name) == nullptr)
        return fmt::format("there is no option `{}`{}", name, suggestion(name, names_of_options(*used.front())));
    }
  }
  std::string message = error.what();
  for (char& c : message)
    if (c == '\n') c = ' ';
  return message;
}

}  // namespace smallscope::program
