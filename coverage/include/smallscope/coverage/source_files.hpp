// SPDX-License-Identifier: Apache-2.0
// The files of source that a module was made of, and whether a text is that of one of them.
//
// Pure functions of files, for any thread. All that a module says comes from outside.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace smallscope::coverage {

struct SourceFile {
  std::string name;              ///< as Symbols names it
  std::filesystem::path folder;  ///< to which the name is relative: that of compilation, or of the outermost package
  /// The MD5 sum of the text in hexadecimal digits, of Python "crc32" and "adler32"; empty if it is not known.
  std::string sum;
  /// Whether the text can be the one that was compiled; true if no sum is known. Linear.
  bool may_be(std::string_view text) const;
  friend bool operator==(const SourceFile&, const SourceFile&) = default;
};

/// All files of the module, if the build with this id is still there, unit by unit; several units may have files of one
/// name. clang notes sums of them with DWARF 5, gcc 12 does not. Of Python, the module's own file. Reads the headers of
/// the line tables.
std::vector<SourceFile> source_files(std::string_view id, const std::filesystem::path& module);

}  // namespace smallscope::coverage
