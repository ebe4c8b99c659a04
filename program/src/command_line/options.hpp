// SPDX-License-Identifier: Apache-2.0
// Values of options that are checked the same way everywhere. The message of each check says what is allowed.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace smallscope::program {

/// For Option::transform: decimal digits only, from `least` to the greatest 64-bit number.
CLI::Validator whole_number(std::uint64_t least = 0);

/// For Option::check: a number from 0 to 1; not a number (`nan`) is a mistake.
CLI::Validator probability();

/// For Option::check: an empty text, for instance from a variable that was never set, is a mistake.
CLI::Validator not_empty();

/// --from: the specification or campaign program that made a store, for commands that execute its inputs or print
/// commands that do.
CLI::Option* add_from(CLI::App& command, std::string& from);
/// --from for commands that read several stores: one campaign program, or a specification each time.
CLI::Option* add_several_from(CLI::App& command, std::vector<std::string>& from);

/// An option whose values are words, each of which means a value.
template <class T>
CLI::Option* add_choice(CLI::App& command, const std::string& name, T& value,
                        const std::vector<std::pair<std::string, T>>& choices, const std::string& description) {
  std::vector<std::string> words;
  for (const auto& [word, meaning] : choices) words.push_back(word);
  const auto set = [&value, choices](const std::string& given) {
    for (const auto& [word, meaning] : choices)
      if (word == given) value = meaning;
  };
  return command.add_option_function<std::string>(name, set, description)->check(CLI::IsMember(std::move(words)));
}

/// The commands that the arguments name, outermost first: `evaluate`, then `orders`.
std::vector<const CLI::App*> used_commands(const CLI::App& app);

/// What is wrong with a command line that asks for help or the version, apart from missing arguments. Parses it again.
std::optional<std::string> mistake_beside_help(CLI::App& app, const std::vector<std::string>& arguments);

/// What is wrong with a command line that does not parse, with the nearest existing command or option.
std::string explain(const CLI::App& app, const CLI::ParseError& error, const std::vector<std::string>& arguments);

}  // namespace smallscope::program
