// SPDX-License-Identifier: Apache-2.0
// The command line as data: what --help prints, for manual pages and for the completion of shells.
//
// A tree is immutable once read; threads may share it.
#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace smallscope::program {

struct OptionEntry {
  std::vector<std::string> names;    ///< "--jobs", "-j"; of an argument, the one without dashes
  std::string value;                 ///< "TEXT"; "" for a flag
  std::vector<std::string> choices;  ///< the allowed values; empty if others are allowed
  std::string preset;                ///< the default, as text; "" if there is none to show
  std::string does;
  std::string group;  ///< the heading
  bool required = false;
  bool repeats = false;
};

struct CommandEntry {
  std::vector<std::string> path;  ///< the program, then the commands: {"smallscope", "evaluate", "orders"}
  std::string does;
  std::string group;
  std::string footer;  ///< several lines
  std::vector<OptionEntry> arguments, options;
  std::vector<CommandEntry> commands;
};

/// The program that `command` is a command of, with all its commands, without hidden options.
CommandEntry whole_tree(const CLI::App& command);

/// "smallscope-evaluate-orders"
std::string joined(const std::vector<std::string>& path, const std::string& by);

}  // namespace smallscope::program
