// SPDX-License-Identifier: Apache-2.0
#include "triage/cvise.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <smallscope/report/text.hpp>
#include <smallscope/runner/scratch_directory.hpp>
#include <smallscope/subjects/command.hpp>

#include "command_line/context.hpp"

namespace smallscope::program {

namespace {

namespace fs = std::filesystem;

std::string shell_line(const std::vector<std::string>& words) {
  std::vector<std::string> quoted;
  for (const std::string& word : words) quoted.push_back(report::shell_word(word));
  return fmt::format("{}", fmt::join(quoted, " "));
}

/// Braces are placeholders in the arguments of a command.
std::string without_placeholders(const std::string& text) {
  std::string escaped;
  for (const char c : text) escaped.append(c == '{' || c == '}' ? 2 : 1, c);
  return escaped;
}

constexpr std::string_view files_directory = "files", standard_input_file = "standard-input";

std::string content_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::string text_in(const fs::path& file) {
  if (access(file.c_str(), R_OK) != 0)
    throw UsageError(fmt::format("{} cannot be read: {}", file.string(), std::strerror(errno)));
  return content_of(file);
}

/// Where a program says why it gave up.
std::string last_line(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return report::one_line(text.substr(text.rfind('\n') + 1), 500);
}

}  // namespace

bool is_of_c(const std::string& file) {
  static constexpr std::array endings{".c", ".h", ".i", ".cc", ".cpp", ".cxx", ".c++", ".C", ".hh", ".hpp", ".hxx"};
  return std::ranges::find(endings, fs::path(file).extension().string()) != endings.end();
}

subjects::Input reduced_by_cvise(const subjects::Input& input, const CviseOptions& options,
                                 const std::stop_token& stop) {
  const runner::ScratchDirectory scratch(options.scratch);
  const fs::path& directory = scratch.path();
  const fs::path script = directory / "is-interesting";
  std::vector<std::string> test = options.test;
  test.insert(test.end(), {"--rest", directory.string()});
  subjects::write_files(
      {.files = {{script.filename().string(), "#!/bin/sh\nexec " + shell_line(test) + " >/dev/null 2>&1\n"},
                 {std::string(standard_input_file), input.standard_input}}},
      directory);
  fs::permissions(script, fs::perms::owner_all);
  const fs::path files = directory / files_directory;
  fs::create_directory(files);
  subjects::write_files(input, files);
  std::vector<std::string> words{
      "cvise", "--tidy", "--shaddap", "--skip-key-off", "--n", std::to_string(options.jobs), script.string()};
  for (const subjects::NamedText& file : input.files)
    if (is_of_c(file.name)) words.push_back(file.name);
  const fs::path log = directory / "log";
  const subjects::Command command{
      {"sh", "-c", without_placeholders(shell_line(words) + " >" + report::shell_word(log.string()) + " 2>&1")},
      {},
      std::nullopt};
  // C-Vise ends by itself; a day is a limit for one that does not.
  const auto time = options.budget ? std::chrono::ceil<std::chrono::milliseconds>(*options.budget)
                                   : std::chrono::milliseconds(std::chrono::hours(24));
  const subjects::Observation observed = subjects::execute(command, {files, &input}, {.time = time}, stop);
  if (observed.ending == subjects::Ending::completed && observed.exit_status != 0)
    throw subjects::SubjectUnavailable(
        fmt::format("C-Vise ends with status {}: {}", observed.exit_status, last_line(content_of(log))));
  subjects::Input reduced = input;
  for (subjects::NamedText& file : reduced.files)
    if (is_of_c(file.name)) file.text = content_of(files / file.name);
  return reduced;
}

subjects::Input tested_by_cvise(subjects::Input input, const fs::path& tested, const fs::path& rest) {
  for (subjects::NamedText& file : input.files)
    file.text = text_in((is_of_c(file.name) ? tested : rest / files_directory) / file.name);
  input.standard_input = text_in(rest / standard_input_file);
  return input;
}

}  // namespace smallscope::program
