// SPDX-License-Identifier: Apache-2.0
// Commands in a specification: program and arguments with placeholders, which are checked when the file is loaded.
//
// Private to the loader.
#pragma once

#include <filesystem>
#include <smallscope/subjects/command.hpp>
#include <smallscope/subjects/subject.hpp>
#include <string>
#include <vector>

#include "section.hpp"
#include "template.hpp"

namespace smallscope::program::specification {

/// What the commands of one specification have in common.
struct Surroundings {
  std::filesystem::path directory;  ///< of the specification, absolute
  Names& names;
  subjects::Limits limits;   ///< of the subject; also those of oracles, unless set there
  std::string subject_name;  ///< of the subject's program, for messages
};

/// The steps of `run`: one list of strings, or a list of such lists. `environment` and `standard_input` may be nullptr
/// and apply to every step. Throws Mistake.
std::vector<subjects::Command> steps_of(const Value& run, const Value* environment, const Value* standard_input,
                                        Surroundings& surroundings);

/// The steps of an oracle: `value` is what `run` may be, or a table with `run`, `environment`, `standard_input`.
std::vector<subjects::Command> steps_of(const Value& value, Surroundings& surroundings);

/// The command that starts a worker. It serves many inputs, so only {scratch} and {here} have a meaning in it.
subjects::Command worker_of(const Value& value, const Value* environment, Surroundings& surroundings);

/// The file name of the first program: the default name of a contestant.
std::string program_name(const std::vector<subjects::Command>& steps);

/// `text` with {here} replaced and all other placeholders checked. Throws Mistake.
std::string checked_text(const Value& text, Surroundings& surroundings);

/// `limits` with `time_limit`, `memory_limit` and `output_limit` of the section, if given.
subjects::Limits limits_of(const Section& section, subjects::Limits limits);

}  // namespace smallscope::program::specification
