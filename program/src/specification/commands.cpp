// SPDX-License-Identifier: Apache-2.0
#include "commands.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <smallscope/oracles/executing.hpp>
#include <smallscope/subjects/nearest.hpp>

namespace smallscope::program::specification {
namespace {

constexpr std::string_view run_form =
    "a list of strings such as [\"tcc\", \"-run\", \"{input}\"], or a list of such lists for several steps";

std::string with_braces_doubled(std::string_view text) {
  std::string result;
  for (const char c : text) result.append(c == '{' || c == '}' ? 2 : 1, c);
  return result;
}

/// What placeholders may stand for beside {scratch} and {here}.
struct Allowed {
  bool per_input = true;                        ///< files of an input, values of holes, places of marks
  std::vector<std::string>* outputs = nullptr;  ///< of the subject; those that are named are added
};

constexpr std::string_view output_prefix = "output:";

/// The placeholder of the file in which an oracle finds the output that the placeholder of `text` names.
std::string file_of_output(const Value& text, const std::string& placeholder, const Surroundings& surroundings,
                           std::vector<std::string>* named) {
  const std::string name = placeholder.substr(output_prefix.size());
  if (named == nullptr)
    throw Mistake(line_of(text, placeholder),
                  fmt::format("`{}` has {{{}}}, but only an oracle's `command` finds the subject's outputs in "
                              "files",
                              text.path, placeholder));
  if (name != oracles::standard_output) check_is_listed(name, text, surroundings);
  if (std::ranges::find(*named, name) == named->end()) named->push_back(name);
  return fmt::format("{{input:{}}}",
                     name == oracles::standard_output ? name : std::string(oracles::output_folder) + name);
}

/// Checks the placeholder between braces; returns its replacement at load time, including braces.
std::string checked_placeholder(const Value& text, const std::string& placeholder, Surroundings& surroundings,
                                Allowed allowed) {
  Names& names = surroundings.names;
  if (placeholder == "here") return with_braces_doubled(surroundings.directory.string());
  if (placeholder.starts_with(output_prefix)) return file_of_output(text, placeholder, surroundings, allowed.outputs);
  std::vector<std::string> known = {"scratch", "here"};
  if (allowed.outputs != nullptr) {
    known.push_back(fmt::format("{}{}", output_prefix, oracles::standard_output));
    for (const std::string& output : surroundings.outputs.value_or(std::vector<std::string>()))
      known.push_back(fmt::format("{}{}", output_prefix, output));
  }
  if (allowed.per_input) {
    if (!names.files.empty()) known.push_back("input");
    for (const std::string& file : names.files) known.push_back("input:" + file);
    known.insert(known.end(), names.holes.begin(), names.holes.end());
    known.insert(known.end(), names.marked.begin(), names.marked.end());
  }
  if (std::find(known.begin(), known.end(), placeholder) == known.end()) {
    const std::string braced = "{" + placeholder + "}";
    throw Mistake(line_of(text, braced), fmt::format("`{}` has the unknown placeholder {}; {} (write {{{{ and }}}} "
                                                     "for braces)",
                                                     text.path, braced, suggestion(placeholder, known)));
  }
  if (allowed.per_input && std::find(names.holes.begin(), names.holes.end(), placeholder) != names.holes.end())
    names.used.insert(placeholder);
  return "{" + placeholder + "}";
}

std::string checked(const Value& text, Surroundings& surroundings, Allowed allowed) {
  std::string_view rest = string_of(text);
  std::string result;
  while (!rest.empty()) {
    const std::size_t brace = std::min(rest.find_first_of("{}"), rest.size());
    result += rest.substr(0, brace);
    rest.remove_prefix(brace);
    if (rest.empty()) break;
    if (rest.size() > 1 && rest[0] == rest[1]) {
      result.append(2, rest[0]);
      rest.remove_prefix(2);
      continue;
    }
    const std::size_t end = rest[0] == '{' ? rest.find('}') : std::string_view::npos;
    if (end == std::string_view::npos)
      throw Mistake(text.line, fmt::format("`{}` has a single {} in {}; write {{{{ and }}}} for braces", text.path,
                                           rest[0], text.raw));
    result += checked_placeholder(text, std::string(rest.substr(1, end - 1)), surroundings, allowed);
    rest.remove_prefix(end + 1);
  }
  return result;
}

constexpr char no_character = '\0';  // no file's name has it

/// `text` as `checked` has left it, with doubled braces made single and each placeholder replaced by `no_character`.
std::string known_text(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool brace = text[i] == '{' || text[i] == '}';
    const bool doubled = brace && text[i + 1] == text[i];
    result += brace && !doubled ? no_character : text[i];
    if (doubled)
      ++i;
    else if (brace)
      i = text.find('}', i);
  }
  return result;
}

/// A program given by a relative path with a slash is looked for beside the specification, so that the specification
/// works from any directory. A program that does not exist there is made by an earlier step, or reported missing when
/// the run begins.
std::string located(std::string program, const Surroundings& surroundings) {
  const std::string path = known_text(program);
  if (path.find('/') == std::string::npos || path.front() == '/' || path.find(no_character) != std::string::npos)
    return program;
  if (surroundings.files.are_kept()) return program;
  std::error_code ignored;
  const std::filesystem::path beside = surroundings.directory / path;
  if (!std::filesystem::exists(beside, ignored)) return program;
  return with_braces_doubled(beside.lexically_normal().string());
}

std::vector<subjects::NamedText> environment_of(const Value* environment, Surroundings& surroundings, Allowed allowed) {
  std::vector<subjects::NamedText> variables;
  if (environment == nullptr) return variables;
  if (!environment->is_table()) wrong_type(*environment, "a table of strings such as { LANG = \"C\" }");
  for (const Entry& entry : environment->entries) {
    if (entry.key.empty() || entry.key.find('=') != std::string::npos)
      throw Mistake(entry.line,
                    fmt::format("`{}` cannot name a variable of the environment; leave out the `=`", entry.key));
    variables.push_back({entry.key, checked(entry.value, surroundings, allowed)});
  }
  return variables;
}

/// The variables of this environment that may be meant by another name. The first letter is seldom the misspelt one:
/// CLANGD is not meant to be LANG. Nor does a name mean one that is passed on anyway: CC is not CI.
std::vector<std::string> variables_like(const std::string& name) {
  const std::vector<std::string>& always = subjects::always_inherited();
  std::vector<std::string> names;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    std::string other(text.substr(0, text.find('=')));
    if (other.starts_with(name.front()) && std::ranges::find(always, other) == always.end())
      names.push_back(std::move(other));
  }
  return names;
}

/// Many a variable is passed on only if somebody sets it. If one with nearly the same name is set, the name is
/// doubtful: misspelt, it would leave the subject with its defaults.
void note_misspelt(const Value& item, const std::string& name, std::vector<std::string>& doubts) {
  const std::vector<std::string> set = variables_like(name);
  if (name.ends_with('*') || std::ranges::find(set, name) != set.end()) return;
  const auto meant = subjects::nearest(name, set);
  if (!meant) return;
  std::string doubt =
      fmt::format("{}: {} is not set in the environment, so it is not passed on; {} is set, did you mean that?",
                  item.path, name, *meant);
  if (std::ranges::find(doubts, doubt) == doubts.end()) doubts.push_back(std::move(doubt));
}

std::vector<std::string> inherited_of(const Value* names, Surroundings& surroundings) {
  std::vector<std::string> inherited;
  if (names == nullptr) return inherited;
  for (const Value& item : list_of(*names, "a list of names such as [\"PYTHONPATH\", \"MY_*\"]")) {
    std::string name = string_of(item);
    const std::size_t star = name.find('*');
    if (name.empty() || name.find('=') != std::string::npos || (star != std::string::npos && star + 1 != name.size()))
      throw Mistake(item.line, fmt::format("`{}` cannot name variables of the environment; give a name, or a beginning "
                                           "and `*`, such as \"MY_*\"",
                                           name));
    note_misspelt(item, name, surroundings.doubts);
    inherited.push_back(std::move(name));
  }
  return inherited;
}

std::vector<std::string> arguments_of(const Value& list, Surroundings& surroundings, Allowed allowed) {
  std::vector<std::string> arguments;
  for (const Value& item : list_of(list, run_form)) arguments.push_back(checked(item, surroundings, allowed));
  if (arguments.empty())
    throw Mistake(list.line, fmt::format("`{}` is an empty list; give the program and its arguments", list.path));
  if (arguments.front().empty())
    throw Mistake(list.items.front().line, fmt::format("`{}` is empty; give the program", list.items.front().path));
  arguments.front() = located(std::move(arguments.front()), surroundings);
  std::vector<std::string> known;
  for (const std::string& argument : arguments) known.push_back(known_text(argument));
  surroundings.files.add_named_in(known);
  return arguments;
}

std::vector<subjects::Command> steps_within(const ProgramText& text, Surroundings& surroundings, Allowed allowed) {
  const std::vector<Value>& items = list_of(text.line, run_form);
  const bool several = !items.empty() && items.front().is_list();
  std::vector<subjects::Command> steps;
  const auto add = [&](const Value& list) {
    subjects::Command step;
    step.arguments = arguments_of(list, surroundings, allowed);
    step.environment = environment_of(text.environment, surroundings, allowed);
    step.inherit = inherited_of(text.inherit, surroundings);
    step.here = with_braces_doubled(surroundings.directory.string());
    if (text.standard_input != nullptr) step.standard_input = checked(*text.standard_input, surroundings, allowed);
    steps.push_back(std::move(step));
  };
  if (several)
    for (const Value& item : items) add(item);
  else
    add(text.line);
  return steps;
}

}  // namespace

void check_is_listed(const std::string& output, const Value& text, const Surroundings& surroundings) {
  const auto& listed = surroundings.outputs;
  if (!listed || std::ranges::find(*listed, output) != listed->end()) return;
  throw Mistake(line_of(text, output),
                fmt::format("`{}` names the output `{}`, which [subject] does not list; add outputs = "
                            "[\"{}\"] there, or give \"{}\"",
                            text.path, output, output, oracles::standard_output));
}

std::string checked_text(const Value& text, Surroundings& surroundings) { return checked(text, surroundings, {}); }

std::vector<subjects::Command> steps_of(const ProgramText& text, Surroundings& surroundings) {
  return steps_within(text, surroundings, {});
}

std::vector<subjects::Command> steps_of(const Value& value, Surroundings& surroundings,
                                        std::vector<std::string>* outputs) {
  return steps_within(value.is_table() ? program_text(value, "run") : ProgramText{value}, surroundings,
                      {.outputs = outputs});
}

subjects::Command command_without_input(const ProgramText& text, Surroundings& surroundings, std::string_view form) {
  subjects::Command command;
  list_of(text.line, form);
  constexpr Allowed allowed{.per_input = false};
  command.arguments = arguments_of(text.line, surroundings, allowed);
  command.environment = environment_of(text.environment, surroundings, allowed);
  command.inherit = inherited_of(text.inherit, surroundings);
  command.here = with_braces_doubled(surroundings.directory.string());
  return command;
}

std::string program_name(const std::vector<subjects::Command>& steps) {
  return std::filesystem::path(steps.front().arguments.front()).filename().string();
}

subjects::Limits limits_of(const Section& section, subjects::Limits limits, bool may_learn) {
  limits.learns_time = false;
  if (const Value* time = section.find("time_limit")) {
    limits.learns_time = may_learn && time->is_string() && time->text == "learned";
    if (!limits.learns_time) limits.time = duration_of(*time);
  }
  if (const Value* memory = section.find("memory_limit")) limits.memory_bytes = bytes_of(*memory);
  if (const Value* output = section.find("output_limit")) limits.output_bytes = bytes_of(*output);
  if (const Value* file = section.find("file_limit")) limits.file_bytes = bytes_of(*file);
  if (const Value* processes = section.find("process_limit"))
    limits.processes = static_cast<std::size_t>(integer_of(*processes, 1, INT32_MAX));
  return limits;
}

}  // namespace smallscope::program::specification
