// SPDX-License-Identifier: Apache-2.0
// Commands and limits as texts: as a person types them, and as fingerprints compare them.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <smallscope/subjects/command.hpp>
#include <string_view>

#include "texts.hpp"

namespace smallscope::subjects {
namespace {

/// A word of a command line. Braces around a placeholder need no quotation marks; doubled braces stand for one.
std::string quoted_for_shell(std::string_view word) {
  std::string plain;
  for (std::size_t i = 0; i < word.size(); ++i) {
    plain += word[i];
    if ((word[i] == '{' || word[i] == '}') && word.substr(i + 1, 1) == word.substr(i, 1)) ++i;
  }
  const auto needs_quotes = [](char c) {
    return !std::isalnum(static_cast<unsigned char>(c)) &&
           std::string_view("@%+=:,./_-{}").find(c) == std::string_view::npos;
  };
  if (!plain.empty() && std::none_of(plain.begin(), plain.end(), needs_quotes)) return plain;
  std::string quoted = "'";
  for (const char c : plain) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

/// `text` with `directory`, where it stands as a whole path or as the beginning of one, replaced by "{here}".
std::string from_here(std::string text, const std::string& directory) {
  constexpr std::string_view here = "{here}";
  for (std::size_t at = 0; !directory.empty() && (at = text.find(directory, at)) != std::string::npos; ++at) {
    const std::size_t end = at + directory.size();
    if (end < text.size() && text[end] != '/' && text[end] != ':') continue;
    text.replace(at, directory.size(), here);
  }
  return text;
}

Command from_here(Command command) {
  for (std::string& argument : command.arguments) argument = from_here(std::move(argument), command.here);
  for (NamedText& variable : command.environment) variable.text = from_here(std::move(variable.text), command.here);
  if (command.standard_input) command.standard_input = from_here(*std::move(command.standard_input), command.here);
  return command;
}

}  // namespace

std::string command_line(const Command& command) {
  std::string text;
  for (const NamedText& variable : command.environment)
    text += fmt::format("{}={} ", variable.name, quoted_for_shell(variable.text));
  for (const std::string& argument : command.arguments) {
    if (&argument != &command.arguments.front()) text += ' ';
    text += quoted_for_shell(argument);
  }
  if (command.standard_input) text += " <<< " + quoted_for_shell(*command.standard_input);
  return text;
}

std::string describe(const Command& given) {
  const Command command = from_here(given);
  std::string text = "{\"arguments\":";
  append_json(text, command.arguments);
  if (!command.environment.empty()) {
    text += ",\"environment\":";
    append_json(text, command.environment);
  }
  if (!command.inherit.empty()) {
    text += ",\"inherit\":";
    append_json(text, command.inherit);
  }
  if (command.standard_input) {
    text += ",\"standard_input\":";
    append_json(text, *command.standard_input);
  }
  return text + "}";
}

std::string describe(const Limits& limits) {
  std::string text = fmt::format("{{\"milliseconds\":{},\"memory_bytes\":{},\"output_bytes\":{}", limits.time.count(),
                                 limits.memory_bytes, limits.output_bytes);
  // Only what differs from the default, so that stores of campaigns that do not set them can be resumed.
  if (limits.file_bytes != Limits().file_bytes) text += fmt::format(",\"file_bytes\":{}", limits.file_bytes);
  if (limits.learns_time) text += ",\"learns_time\":true";
  if (limits.processes != Limits().processes) text += fmt::format(",\"processes\":{}", limits.processes);
  return text + "}";
}

}  // namespace smallscope::subjects
