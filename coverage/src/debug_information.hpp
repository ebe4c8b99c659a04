// SPDX-License-Identifier: Apache-2.0
// What Symbols needs of an ELF file, as plain tables: rows of the line table, functions, calls. Values.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <smallscope/coverage/covered.hpp>

namespace smallscope::coverage {

/// A row of the line table: the code from `address` to the next row's belongs to the line.
struct Row {
  std::uint64_t address = 0;
  std::uint32_t file = 0;
  std::uint32_t line = 0;     ///< 0: code of no line
  std::uint32_t column = 0;   ///< 0: unknown
  bool is_statement = false;  ///< a statement begins here
  bool is_end = false;        ///< what follows is not known
};

struct DebugInformation {
  std::vector<std::string> files;
  std::vector<Row> rows;  ///< by address
  std::vector<std::string> functions;
  /// From this address on, the number of the innermost function, or no_function.
  std::map<std::uint64_t, std::uint32_t> function_from;
  /// Where code of a function of the symbol table begins and where it ends.
  std::map<std::uint64_t, std::uint64_t> code_end;
  std::vector<std::uint64_t> trace_calls;  ///< return addresses, ascending
  std::string problem;
};

inline constexpr std::uint64_t trace_call_size = 5;  ///< bytes of a call on x86-64
inline constexpr std::uint32_t no_function = ~std::uint32_t{0};

DebugInformation read_debug_information(const Module& module);

}  // namespace smallscope::coverage
