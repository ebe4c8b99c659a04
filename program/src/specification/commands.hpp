// SPDX-License-Identifier: Apache-2.0
// Commands in a specification: program and arguments with placeholders, which are checked when the file is loaded.
//
// Private to the loader.
#pragma once

#include <filesystem>
#include <optional>
#include <smallscope/subjects/command.hpp>
#include <smallscope/subjects/subject.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "section.hpp"
#include "subject_files.hpp"
#include "template.hpp"

namespace smallscope::program::specification {

/// What the commands of one specification have in common.
struct Surroundings {
  std::filesystem::path directory;  ///< of the specification, absolute
  Names& names;
  subjects::Limits limits;   ///< of the subject; also those of oracles, unless set there
  std::string subject_name;  ///< of the subject's program, for messages
  /// The beginnings of judgements by which a fragment hides the others: of programs that do not answer.
  std::vector<std::string> hiding;
  SubjectFiles files;                    ///< beside the specification, of which commands speak
  std::vector<std::string> doubts = {};  ///< as runner::Campaign::doubts
  /// That commands leave; none of a worker, which names them when it answers.
  std::optional<std::vector<std::string>> outputs = {};
};

/// The keys that a table with a program may have beside it.
inline const std::vector<std::string_view> keys_of_program{"run", "environment", "inherit", "standard_input"};

/// A command line, and what else a table says of it; nullptr where it says nothing.
struct ProgramText {
  const Value& line;  ///< for `run` a list of strings, or a list of such lists
  const Value* environment = nullptr;
  const Value* inherit = nullptr;
  const Value* standard_input = nullptr;
};
/// Of a table or section with the key `line`.
template <class Table>
ProgramText program_text(const Table& table, std::string_view line) {
  return {*table.find(line), table.find("environment"), table.find("inherit"), table.find("standard_input")};
}

/// The steps of `run`; what else is said applies to every step. Throws Mistake.
std::vector<subjects::Command> steps_of(const ProgramText& text, Surroundings& surroundings);

/// The steps of an oracle: `value` is what `run` may be, or a table with keys_of_program. With `outputs`, the steps may
/// name outputs of the subject, `{output:NAME}`, whose names are added to it.
std::vector<subjects::Command> steps_of(const Value& value, Surroundings& surroundings,
                                        std::vector<std::string>* outputs = nullptr);

/// Throws Mistake if the subject is a command that does not list this output, which `text` names.
void check_is_listed(const std::string& output, const Value& text, const Surroundings& surroundings);

/// A command that belongs to no input, such as the one that starts a worker: only {scratch} and {here} have a meaning
/// in it. `form` says what it looks like.
subjects::Command command_without_input(const ProgramText& text, Surroundings& surroundings, std::string_view form);

/// The file name of the first program: the default name of a contestant.
std::string program_name(const std::vector<subjects::Command>& steps);

/// `text` with {here} replaced and all other placeholders checked. Throws Mistake.
std::string checked_text(const Value& text, Surroundings& surroundings);

/// The keys of limits_of().
inline const std::vector<std::string_view> keys_of_limits{"time_limit", "memory_limit", "output_limit", "file_limit",
                                                          "process_limit"};
/// `limits` with those of the section, if given. Only a subject may learn its time limit.
subjects::Limits limits_of(const Section& section, subjects::Limits limits, bool may_learn = false);

}  // namespace smallscope::program::specification
