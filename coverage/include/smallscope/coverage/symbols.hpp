// SPDX-License-Identifier: Apache-2.0
// Where points are in the source: function, file and lines, from the debug information of a module, or its own words.
//
// Made once for each build that a Collector has seen; what tests covered is counted by elements, and only what a person
// reads, or what is folded to lines and functions, needs symbols. All text comes from outside. A Symbols is a value
// that several threads may read.
//
// Example: const Symbols symbols(module);
//          const Place place = symbols.place(module.point(element));
//          symbols.files()[place.lines.front().file]
#pragma once

#include <compare>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <smallscope/coverage/covered.hpp>

namespace smallscope::coverage {

struct SourceLine {
  std::uint32_t file = 0;  ///< of Symbols::files()
  std::uint32_t line = 0;  ///< from 1
  friend auto operator<=>(const SourceLine&, const SourceLine&) = default;
};

/// The source of a point.
struct Place {
  /// Innermost: if code was inlined, the function that it was written in. With its parameters in C++. Empty: unknown.
  std::string function;
  /// Of a block, all lines at which a statement begins in it, in the order of the code; of a comparison, its line. The
  /// first is that of the point itself. Empty: unknown.
  std::vector<SourceLine> lines;
};

class Symbols {
 public:
  /// Reads the file at the module's path; of a module of lines, nothing. Costs time and memory in proportion to its
  /// debug information, about 0.1 s for a megabyte of C code. Never throws for what the file holds: problem() then says
  /// what is missing.
  explicit Symbols(const Module& module);
  ~Symbols();
  Symbols(Symbols&&) noexcept;
  Symbols& operator=(Symbols&&) noexcept;

  /// Requires a point of the module. Logarithmic in the number of lines.
  Place place(const Point& point) const;

  /// Source files, each once. Relative to the folder where it was compiled if it is below that, otherwise absolute; of
  /// a module of lines as its subject names it: for Python relative to its source_folders().
  const std::vector<std::string>& files() const;

  /// Blocks of gcc: the return addresses of all calls of __sanitizer_cov_trace_pc, ascending, as elements. Blocks of
  /// clang are in Module::blocks. Empty if the calls are not direct (a shared library without the runtime in it), and
  /// on processors other than x86-64.
  const std::vector<Element>& blocks_of_calls() const;

  /// What is missing, with the remedy: the file is gone or was built anew (nothing is known then), or there is no debug
  /// information (functions are then known by the symbol table, lines are not). Empty: nothing.
  const std::string& problem() const;

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace smallscope::coverage
