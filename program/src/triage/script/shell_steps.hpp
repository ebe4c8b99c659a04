// SPDX-License-Identifier: Apache-2.0
// Commands as lines of a script for POSIX shells, and the files that these lines need in the folder of a report.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <smallscope/subjects/command.hpp>

namespace smallscope::program {

/// The folder of a report that the script takes for itself.
inline constexpr std::string_view recorded_folder = "recorded";

class ShellSteps {
 public:
  /// Words of the script that stand for a file are quoted. In the script, the variable folder has the folder's name.
  /// `asked_by` are words of the script before those of each of the subject's commands. Files of the campaign's own are
  /// copied to `here`.
  ShellSteps(const subjects::Execution& execution, std::string asked_by, std::string here)
      : execution_(execution), asked_by_(std::move(asked_by)), here_(std::move(here)) {}

  /// The steps in the directory $test, with what they print beside it. `otherwise` is for a step before the last that
  /// fails. `of` is "" for the subject's own, else it tells whose standard inputs these are.
  std::string text_of(const std::vector<subjects::Command>& steps, const subjects::Limits& limits,
                      const subjects::Input& input, std::string_view otherwise, std::string_view of);
  /// "recorded/NAME", for the script.
  static std::string recorded(std::string_view name);
  /// The file recorded/NAME gets this text, unless it has one.
  void keep(std::string_view name, std::string text);
  /// The same with what is in this file, if it can be read.
  void keep_copy(std::string_view name, const std::filesystem::path& original);
  const std::vector<subjects::NamedText>& files() const { return files_; }
  /// Whether a command of the subject executes it. A copy of such a program would show the bug for ever.
  bool is_program_of_subject(const std::string& program) const;

 private:
  std::string word_of(std::string_view text, const std::string& here);
  const subjects::Execution& execution_;
  std::string asked_by_, here_;
  std::vector<subjects::NamedText> files_;
};

/// The commands as a person types them in a directory with the files of the input, a line each. `recorded_in`, if not
/// empty, is where what a script needs is: standard inputs, and files of the campaign in `here` there.
std::string command_lines(const subjects::Execution& execution, const subjects::Input& input,
                          std::string_view recorded_in = {}, std::string_view here = {});

}  // namespace smallscope::program
