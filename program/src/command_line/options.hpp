// Values of options that are checked the same way everywhere, each with a message that says what is allowed.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace smallscope::program {

/// For Option::transform: decimal digits only, from `least` to the greatest 64-bit number.
CLI::Validator whole_number(std::uint64_t least = 0);

/// For Option::check: an empty text, for instance of a variable that was never set, is a mistake.
CLI::Validator not_empty();

/// An option whose values are words, each of which stands for a value.
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

/// What is wrong with a command line that does not parse, with the nearest command or option that there is.
std::string explain(const CLI::App& app, const CLI::ParseError& error, const std::vector<std::string>& arguments);

}  // namespace smallscope::program
