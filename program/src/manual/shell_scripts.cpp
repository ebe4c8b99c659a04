// SPDX-License-Identifier: Apache-2.0
#include "manual/shell_scripts.hpp"

#include <algorithm>
#include <functional>
#include <string_view>

#include <fmt/format.h>

namespace smallscope::program {

namespace {

/// A name of a shell function: letters, digits and underscores.
std::string function_name(const std::vector<std::string>& path) {
  std::string name = "_" + joined(path, "_");
  std::ranges::replace_if(
      name, [](char c) { return !((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')); }, '_');
  return name;
}

/// In single quotes; `quote` is what stands for a quote inside.
std::string quoted(std::string_view text, std::string_view quote) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'')
      result += quote;
    else
      result += c;
  }
  return result + "'";
}

std::string in_posix(std::string_view text) { return quoted(text, R"('\'')"); }

void each(const CommandEntry& command, const std::function<void(const CommandEntry&)>& act) {
  act(command);
  for (const CommandEntry& below : command.commands) each(below, act);
}

/// The commands below the program: "evaluate orders".
std::string words_below(const CommandEntry& command) {
  return joined({command.path.begin() + 1, command.path.end()}, " ");
}

std::string names_of(const std::vector<CommandEntry>& commands) {
  std::vector<std::string> names;
  for (const CommandEntry& command : commands) names.push_back(command.path.back());
  return joined(names, " ");
}

std::string names_of(const std::vector<OptionEntry>& options) {
  std::vector<std::string> names;
  for (const OptionEntry& option : options)
    for (const std::string& name : option.names)
      if (name.starts_with("--")) names.push_back(name);
  return joined(names, " ");
}

/// The values of an argument that has only these.
std::string choice_words(const CommandEntry& command) {
  const auto chosen =
      std::ranges::find_if(command.arguments, [](const OptionEntry& argument) { return !argument.choices.empty(); });
  return chosen == command.arguments.end() ? std::string() : joined(chosen->choices, " ");
}

}  // namespace

std::string bash_completion(const CommandEntry& program) {
  std::string commands, values, words;
  each(program, [&](const CommandEntry& command) {
    const std::string path = words_below(command);
    if (!path.empty()) commands += fmt::format("      {} ) path={} ;;\n", in_posix(path), in_posix(path));
    for (const OptionEntry& option : command.options) {
      if (option.value.empty()) continue;
      for (const std::string& name : option.names)
        values += fmt::format("    {} ) {} ; return ;;\n", in_posix(path + ":" + name),
                              option.choices.empty() ? "COMPREPLY=($(compgen -f -- \"$current\"))"
                                                     : fmt::format("COMPREPLY=($(compgen -W {} -- \"$current\"))",
                                                                   in_posix(joined(option.choices, " "))));
    }
    words +=
        fmt::format("    {} ) commands={} options={} ;;\n", in_posix(path),
                    in_posix(names_of(command.commands) + choice_words(command)), in_posix(names_of(command.options)));
  });
  return fmt::format(R"(# Completion of {0} for bash. Written by `{0} completion bash`.
{1}() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}}
  local path='' word commands='' options=''
  for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
    case "${{path:+$path }}$word" in
{2}    esac
  done
  case "$path:$previous" in
{3}  esac
  case "$path" in
{4}  esac
  if [[ $current == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$current"))
  elif [[ -n $commands ]]; then
    COMPREPLY=($(compgen -W "$commands" -- "$current"))
  else
    COMPREPLY=($(compgen -f -- "$current"))
  fi
}}
complete -o filenames -F {1} {0}
)",
                     program.path.front(), function_name(program.path), commands, values, words);
}

std::string fish_completion(const CommandEntry& program) {
  const std::string& name = program.path.front();
  const auto in_fish = [](std::string_view text) {
    std::string escaped;
    for (const char c : text) escaped += c == '\\' ? std::string("\\\\") : std::string(1, c);
    return quoted(escaped, "\\'");
  };
  std::string script = fmt::format("# Completion of {0} for fish. Written by `{0} completion fish`.\n", name);
  each(program, [&](const CommandEntry& command) {
    std::string condition;
    for (std::size_t i = 1; i < command.path.size(); ++i)
      condition += fmt::format("{}__fish_seen_subcommand_from {}", i > 1 ? "; and " : "", command.path[i]);
    const std::string below = names_of(command.commands);
    std::string none_below = command.path.size() == 1 ? "__fish_use_subcommand" : condition;
    if (command.path.size() > 1 && !below.empty()) none_below += "; and not __fish_seen_subcommand_from " + below;
    for (const CommandEntry& each : command.commands)
      script += fmt::format("complete -c {} -f -n {} -a {} -d {}\n", name, in_fish(none_below), each.path.back(),
                            in_fish(each.does));
    if (const std::string choices = choice_words(command); !choices.empty())
      script += fmt::format("complete -c {} -f -n {} -a {}\n", name, in_fish(condition), in_fish(choices));
    for (const OptionEntry& option : command.options) {
      script += fmt::format("complete -c {} -n {}", name, in_fish(below.empty() ? condition : none_below));
      for (const std::string& each : option.names)
        script += each.starts_with("--") ? " -l " + each.substr(2) : " -s " + each.substr(1);
      if (!option.choices.empty())
        script += " -x -a " + in_fish(joined(option.choices, " "));
      else if (!option.value.empty())
        script += " -r";
      script += " -d " + in_fish(option.does) + "\n";
    }
  });
  return script;
}

std::string zsh_completion(const CommandEntry& program) {
  const std::string& name = program.path.front();
  // Brackets and colons separate the parts of a specification.
  const auto part = [](std::string_view text) {
    std::string escaped;
    for (const char c : text) {
      if (c == '[' || c == ']' || c == ':' || c == '\\') escaped += '\\';
      escaped += c;
    }
    return escaped;
  };
  std::string script =
      fmt::format("#compdef {0}\n# Completion of {0} for zsh. Written by `{0} completion zsh`.\n", name);
  each(program, [&](const CommandEntry& command) {
    script += fmt::format("\n{}() {{\n", function_name(command.path));
    std::string specifications;
    for (const OptionEntry& option : command.options)
      for (const std::string& each : option.names) {
        std::string value;
        if (!option.choices.empty())
          value = fmt::format(":value:({})", joined(option.choices, " "));
        else if (!option.value.empty())
          value = ":value:_files";
        specifications +=
            fmt::format(" \\\n    {}", in_posix(fmt::format("*{}[{}]{}", each, part(option.does), value)));
      }
    if (command.commands.empty()) {
      const std::string choices = choice_words(command);
      script += fmt::format("  _arguments{} \\\n    {}\n}}\n", specifications,
                            choices.empty() ? "'*:file:_files'" : in_posix("1:value:(" + choices + ")"));
      return;
    }
    script += "  local context state line\n  typeset -A opt_args\n";
    script += fmt::format("  _arguments -C{} \\\n    '1: :->command' \\\n    '*:: :->arguments'\n", specifications);
    script += "  case $state in\n    command)\n      local -a commands=(\n";
    for (const CommandEntry& below : command.commands)
      script += fmt::format("        {}\n", in_posix(part(below.path.back()) + ":" + below.does));
    script += "      )\n      _describe command commands ;;\n    arguments)\n      case $line[1] in\n";
    for (const CommandEntry& below : command.commands)
      script += fmt::format("        {}) {} ;;\n", below.path.back(), function_name(below.path));
    script += "      esac ;;\n  esac\n}\n";
  });
  // Loaded by the first completion, the file must complete, too; sourced, it registers.
  return script + fmt::format("\nif [[ $funcstack[1] == {0} ]]; then {0} \"$@\"; else compdef {0} {1}; fi\n",
                              function_name(program.path), name);
}

}  // namespace smallscope::program
