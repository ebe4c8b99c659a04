// SPDX-License-Identifier: Apache-2.0
#include "triage/script/shell_steps.hpp"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iterator>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <smallscope/subjects/text_encoding.hpp>

namespace smallscope::program {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view test_directory = "/\x1ftest\x1f";  // stands for $test until words are quoted

/// The word for the script: $test where the test's directory stands, all else quoted.
std::string in_test_directory(std::string_view text) {
  if (text.empty()) return "''";
  std::string word;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t place = std::min(text.find(test_directory, at), text.size());
    if (place > at) word += subjects::shell_word(text.substr(at, place - at));
    if (place < text.size()) word += "\"$test\"";
    at = place + test_directory.size();
  }
  return word;
}

/// The file of the campaign's own that the word ends with, such as "run.sh" in "--with=HERE/run.sh".
std::optional<std::string> file_at_the_end(std::string_view text, const std::string& here) {
  const std::size_t place = here.empty() ? std::string_view::npos : text.find(here + "/");
  if (place == std::string_view::npos) return std::nullopt;
  std::string file(text.substr(place + here.size() + 1));
  std::error_code none;
  const bool is_below = fs::path(file).lexically_normal() == file && !file.starts_with("..");
  if (!is_below || !fs::is_regular_file(fs::path(here) / file, none)) return std::nullopt;
  return file;
}

std::string standard_input_of(const subjects::Command& command, const subjects::Placement& placement) {
  return command.standard_input ? subjects::expand(*command.standard_input, placement)
                                : placement.input->standard_input;
}

/// `of` is "" for the subject's steps.
std::string name_of_standard_input(std::size_t step, std::string_view of = "") {
  return fmt::format("standard_input.{}{}", of, step + 1);
}

}  // namespace

std::string ShellSteps::recorded(std::string_view name) {
  return fmt::format("\"$folder\"/{}/{}", recorded_folder, name);
}

void ShellSteps::keep(std::string_view name, std::string text) {
  const std::string file = fmt::format("{}/{}", recorded_folder, name);
  if (subjects::find(files_, file) == nullptr) files_.push_back({file, std::move(text)});
}

void ShellSteps::keep_copy(std::string_view name, const fs::path& original) {
  std::ifstream stream(original, std::ios::binary);
  if (stream) keep(name, {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()});
}

/// A word of a command. The test's directory is a variable; a file of the campaign's own is copied into the folder.
std::string ShellSteps::word_of(std::string_view text, const std::string& here) {
  const auto file = file_at_the_end(text, here);
  if (!file) return in_test_directory(text);
  keep_copy(fmt::format("{}/{}", here_, *file), fs::path(here) / *file);
  const std::string_view before = text.substr(0, text.size() - file->size() - here.size() - 1);
  return (before.empty() ? "" : in_test_directory(before)) +
         recorded(subjects::shell_word(fmt::format("{}/{}", here_, *file)));
}

bool ShellSteps::is_program_of_subject(const std::string& program) const {
  return std::ranges::any_of(execution_.steps, [&](const auto& step) { return step.arguments.front() == program; });
}

std::string ShellSteps::text_of(const std::vector<subjects::Command>& steps, const subjects::Limits& limits,
                                const subjects::Input& input, std::string_view otherwise, std::string_view of) {
  const subjects::Placement placement{fs::path(test_directory), &input};
  std::string text;
  for (std::size_t step = 0; step < steps.size(); ++step) {
    const subjects::Command& command = steps[step];
    const std::string here = subjects::expand(command.here, placement);
    std::string line = fmt::format("limited {:g}", std::chrono::duration<double>(limits.time).count());
    if (!command.environment.empty()) line += " env";
    for (const subjects::NamedText& variable : command.environment)
      line += " " + word_of(variable.name + "=" + subjects::expand(variable.text, placement), here);
    if (of.empty() && !asked_by_.empty()) line += " " + asked_by_;
    for (const std::string& argument : command.arguments) {
      const std::string word = subjects::expand(argument, placement);
      const bool stays = &argument == &command.arguments.front() && is_program_of_subject(argument);
      line += " " + (stays ? in_test_directory(word) : word_of(word, here));
    }
    const std::string given = standard_input_of(command, placement);
    std::string source = "/dev/null";
    if (!given.empty()) {
      const std::string name = name_of_standard_input(step, of);
      keep(name, given);
      source = recorded(name);
    }
    text += fmt::format("  {} <{} >\"$test\".output 2>\"$test\".error || {}\n", line, source,
                        step + 1 < steps.size() ? otherwise : "exit");
  }
  return text;
}

std::string command_lines(const subjects::Execution& execution, const subjects::Input& input,
                          std::string_view recorded_in, std::string_view copied_to) {
  const subjects::Placement placement{".", &input};
  std::string text;
  for (std::size_t step = 0; step < execution.steps.size(); ++step) {
    const subjects::Command& command = execution.steps[step];
    const std::string here = subjects::expand(command.here, placement);
    const auto typed = [&](std::string_view word) {
      std::string expanded = subjects::expand(word, placement);
      const bool is_copied = !recorded_in.empty() && file_at_the_end(expanded, here);
      if (is_copied) expanded.replace(expanded.find(here), here.size(), fmt::format("{}/{}", recorded_in, copied_to));
      return subjects::shell_word(expanded);
    };
    std::vector<std::string> words;
    for (const subjects::NamedText& variable : command.environment)
      words.push_back(variable.name + "=" + typed(variable.text));
    for (const std::string& argument : command.arguments)
      words.push_back(&argument == &command.arguments.front()
                          ? subjects::shell_word(subjects::expand(argument, placement))
                          : typed(argument));
    const std::string given = standard_input_of(command, placement);
    if (!given.empty() && !recorded_in.empty())
      words.push_back(fmt::format("<{}/{}", recorded_in, name_of_standard_input(step)));
    text += fmt::format(
        "{}{}\n",
        given.empty() || !recorded_in.empty() ? "" : fmt::format("printf %s {} | ", subjects::shell_word(given)),
        fmt::join(words, " "));
  }
  return text;
}

}  // namespace smallscope::program
