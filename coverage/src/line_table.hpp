// SPDX-License-Identifier: Apache-2.0
// The names of files, and their sums, in the header of a unit's line table: libdw does not tell the sums. DWARF 5,
// section 6.2.4. Pure functions of bytes, which come from outside.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace smallscope::coverage {

using Bytes = std::span<const std::uint8_t>;

/// The sections that a header refers to; empty where there is none.
struct LineSections {
  Bytes line;          ///< .debug_line
  Bytes line_strings;  ///< .debug_line_str
  Bytes strings;       ///< .debug_str
};

struct LineFile {
  std::filesystem::path path;  ///< as the compiler was told, and relative to the folder of compilation
  std::string md5;             ///< 32 hexadecimal digits, or empty
};

/// The files of the header at `offset`, of DWARF 2 to 5 with little end first; those before what cannot be read.
std::vector<LineFile> files_of_line_table(const LineSections& sections, std::uint64_t offset);

}  // namespace smallscope::coverage
