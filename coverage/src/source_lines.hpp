// SPDX-License-Identifier: Apache-2.0
// What Symbols needs of a module whose blocks are lines: its file, and the function that each line is in. A value.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <smallscope/coverage/covered.hpp>

namespace smallscope::coverage {

struct SourceLines {
  std::string file;  ///< relative to source_folder()
  std::string problem;
  std::vector<std::string> text;  ///< its lines; none if there is a problem

  /// The function of Python around the line, with its classes and outer functions: "Rename.get_changes". Found by
  /// indentation; empty at the level of a module, and if it is not known. Linear in the lines before.
  std::string function_of(std::uint64_t line) const;
};

/// Never throws for what the file holds.
SourceLines read_source_lines(const Module& module);

}  // namespace smallscope::coverage
