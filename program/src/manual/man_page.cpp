// SPDX-License-Identifier: Apache-2.0
#include "manual/man_page.hpp"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>

namespace smallscope::program {

namespace {

/// A text in roff: no character of it is a command.
std::string roff(std::string_view text) {
  std::string result;
  bool starts_line = true;
  for (const char c : text) {
    if (starts_line && (c == '.' || c == '\'')) result += "\\&";
    starts_line = c == '\n';
    if (c == '\\')
      result += "\\e";
    else if (c == '-')
      result += "\\-";
    else if (c == '\'')
      result += "\\(aq";
    else if (c == '`')
      result += "\\(ga";
    else if (c == '^')
      result += "\\(ha";
    else if (c == '~')
      result += "\\(ti";
    else
      result += c;
  }
  return result;
}

std::string upper(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
  return text;
}

std::string sentence(std::string_view text) { return roff(text) + (text.ends_with('.') ? "" : "."); }

void append(std::string& page, const OptionEntry& option) {
  page += ".TP\n";
  for (const std::string& name : option.names)
    page += fmt::format("{}\\fB{}\\fR", &name == &option.names.front() ? "" : ", ", roff(name));
  if (!option.value.empty() && option.names.front().starts_with('-'))
    page += fmt::format(" \\fI{}\\fR{}", roff(option.value), option.repeats ? " ..." : "");
  page += "\n" + sentence(option.does);
  if (!option.choices.empty()) page += fmt::format("\nOne of: {}.", roff(joined(option.choices, ", ")));
  if (!option.preset.empty()) page += fmt::format("\nDefault: {}.", roff(option.preset));
  if (option.required) page += "\nRequired.";
  page += "\n";
}

void append_options(std::string& page, const std::vector<OptionEntry>& options) {
  std::vector<std::string> groups;
  for (const OptionEntry& option : options)
    if (std::ranges::find(groups, option.group) == groups.end()) groups.push_back(option.group);
  for (const std::string& group : groups) {
    page += ".SH " + roff(upper(group)) + (group == "Options" ? "\n" : " OPTIONS\n");
    for (const OptionEntry& option : options)
      if (option.group == group) append(page, option);
  }
}

std::string synopsis(const CommandEntry& command) {
  std::string text = fmt::format("\\fB{}\\fR [\\fIoptions\\fR]", roff(joined(command.path, " ")));
  for (const OptionEntry& argument : command.arguments)
    text += fmt::format(" {}\\fI{}\\fR{}{}", argument.required ? "" : "[", roff(argument.names.front()),
                        argument.repeats ? " ..." : "", argument.required ? "" : "]");
  if (!command.commands.empty()) text += " \\fIcommand\\fR ...";
  return text;
}

void append_commands(std::string& page, const CommandEntry& command) {
  std::string group;
  for (const CommandEntry& each : command.commands) {
    if (each.group != group) page += fmt::format("{} {}\n", command.path.size() == 1 ? ".SS" : ".SH", roff(each.group));
    group = each.group;
    page += fmt::format(".TP\n\\fB{}\\fR(1)\n{}\n", roff(joined(each.path, "-")), sentence(each.does));
  }
}

/// The lines of a footer, as they are.
void append_footer(std::string& page, const CommandEntry& command) {
  std::istringstream lines(command.footer);
  std::string text;
  for (std::string line; std::getline(lines, line);) text += roff(line) + "\n";
  while (text.ends_with("\n\n")) text.pop_back();
  if (!text.empty()) page += ".SH NOTES\n.nf\n" + text + ".fi\n";
}

}  // namespace

std::string man_page(const CommandEntry& command, const std::string& version) {
  const bool is_program = command.path.size() == 1;
  const std::string name = joined(command.path, "-");
  // "smallscope: bounded-exhaustive testing. Executes ..." in its own help.
  std::string does = command.does;
  if (const std::string own = command.path.front() + ": "; does.starts_with(own)) does.erase(0, own.size());
  std::string page = fmt::format(
      ".TH {} 1 \"\" \"smallscope {}\" \"User Commands\"\n.SH NAME\n{} \\- {}\n.SH SYNOPSIS\n{}\n", roff(upper(name)),
      roff(version), roff(name), roff(does.substr(0, does.find(". "))), synopsis(command));
  page += ".SH DESCRIPTION\n" + sentence(does) + "\n";
  if (!command.commands.empty()) {
    if (is_program) page += ".SH COMMANDS\n";
    append_commands(page, command);
  }
  if (!command.arguments.empty()) {
    page += ".SH ARGUMENTS\n";
    for (const OptionEntry& argument : command.arguments) append(page, argument);
  }
  append_options(page, command.options);
  append_footer(page, command);
  if (!is_program) {
    std::vector<std::string> above = command.path;
    above.pop_back();
    page += fmt::format(".SH SEE ALSO\n\\fB{}\\fR(1)\n", roff(joined(above, "-")));
  }
  return page;
}

}  // namespace smallscope::program
